import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { VERSION } from "../addresses/paths.js";
import { pageAt, pagesAndArticles, summaryOf } from "../pages/find.js";
import { markdownOf } from "../pages/render.js";
import type { Site } from "../site.js";
import { defaultLocale } from "../text/locale.js";
import { type Caller, createTools } from "./tools.js";

const MARKDOWN = "text/markdown";
/** Members and items of the arguments of one call, counted together. */
const MAX_ARGUMENTS = 50;
const noChanges = { listChanged: false };
const cacheHint = { ttlMs: 60_000, cacheScope: "public" } as const;
const cacheHints = { "tools/list": cacheHint, "resources/list": cacheHint, "resources/read": cacheHint };

/** Answers requests of the Model Context Protocol, each by a server of its own, so nothing is kept between them. */
export function mcpServer(site: Site) {
  const { baseUrl } = site.config;
  const { name: title } = site.library.organisation;
  const tools = createTools(site);
  const { description } = site.library.page("home", defaultLocale);
  const name = `${new URL(baseUrl).hostname.split(".").reverse().join(".")}/site`;

  const listPages = () => ({
    resources: pagesAndArticles(site)
      .map((page) => summaryOf(page, site))
      .map(({ canonicalPath, title, description }) => ({
        uri: `${baseUrl}${canonicalPath}.md`,
        name: canonicalPath,
        title,
        description,
        mimeType: MARKDOWN,
      })),
  });

  const readPage = ({ href: uri }: URL) => {
    const page = pageAt(uri, site);
    if (!page) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, mimeType: MARKDOWN, text: markdownOf(page, site) }] };
  };

  const serverFor = (caller: Caller) => {
    const server = new McpServer(
      { name, title, description, version: VERSION, websiteUrl: baseUrl },
      {
        capabilities: { tools: noChanges, resources: noChanges },
        cacheHints,
        maxToolInputElements: MAX_ARGUMENTS,
        instructions: `${title}: ${description} Dates come from list_events and get_event, other facts from search and fetch. Link to the url of what you use.`,
      },
    );
    for (const { name, about, call } of tools) server.registerTool(name, about, (args) => call(args, caller));
    server.registerResource(
      "pages",
      new ResourceTemplate(`${baseUrl}/{+path}.md`, { list: listPages }),
      { title: "Pages as Markdown", description: "Each page, guide and perspective.", mimeType: MARKDOWN },
      readPage,
    );
    return server;
  };

  return async (request: Request, parsedBody: unknown, caller: Caller, asEventStream: boolean): Promise<Response> => {
    if (!(await isLegacyRequest(request, parsedBody))) {
      // No change is announced, so a stream that waits for changes is rejected.
      const options = { maxSubscriptions: 0, responseMode: asEventStream ? "sse" : "auto" } as const;
      return createMcpHandler(() => serverFor(caller), options).fetch(request, { parsedBody });
    }
    // The library's handler would stream to every client of the protocol of 2025.
    const server = serverFor(caller);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !asEventStream });
    await server.connect(transport);
    caller.signal.addEventListener("abort", () => void server.close(), { once: true });
    return transport.handleRequest(request, { parsedBody });
  };
}
