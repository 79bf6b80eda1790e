import {
  type CallToolResult,
  createMcpHandler,
  fromJsonSchema,
  isLegacyRequest,
  type jsonSchemaValidator,
  McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { VERSION } from "../addresses/paths.js";
import { givenArguments, ToolError } from "../dialogue/tools.js";
import { problemFromIssue, schemaOptions } from "../http/query.js";
import { markdownOf } from "../pages/page.js";
import { pageAt, pagesAndArticles, summaryOf } from "../pages/page-ref.js";
import type { Site } from "../site.js";
import { defaultLocale, localeOfTag } from "../text/locale.js";
import { type McpTool, tools } from "./tools.js";

const MARKDOWN = "text/markdown";
const noChanges = { listChanged: false };
const cacheHint = { ttlMs: 60_000, cacheScope: "public" } as const;
const cacheHints = { "tools/list": cacheHint, "resources/list": cacheHint, "resources/read": cacheHint };
const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** `callTool` checks arguments, so that what is wrong with them is said in the site's words. */
const unchecked: jsonSchemaValidator = {
  getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
};
const describedTools = tools.map((tool) => ({
  tool,
  inputSchema: fromJsonSchema(jsonSchema(tool.input, "input"), unchecked),
  outputSchema: fromJsonSchema(jsonSchema(tool.output, "output"), unchecked),
}));

/** Objects are open. Clients with plain Ajv know no other dialect than draft 7, and fail at `$schema`. */
function jsonSchema(schema: z.ZodObject, io: "input" | "output") {
  const { $schema, ...described }: Record<string, unknown> = z.toJSONSchema(schema, { ...schemaOptions, io });
  return described as Parameters<typeof fromJsonSchema>[0];
}

/** Answers a message of the Model Context Protocol by a server of its own, so nothing is kept between two. */
export async function answerMessage(request: Request, message: unknown, asEventStream: boolean, site: Site) {
  if (!(await isLegacyRequest(request, message))) {
    // No change is announced, so a stream that waits for changes is rejected.
    const options = { maxSubscriptions: 0, responseMode: asEventStream ? "sse" : "auto" } as const;
    return createMcpHandler(() => createServer(request.signal, site), options).fetch(request, { parsedBody: message });
  }
  // The library's handler would stream to every client of the protocol of 2025.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !asEventStream });
  await createServer(request.signal, site).connect(transport);
  return transport.handleRequest(request, { parsedBody: message });
}

function createServer(signal: AbortSignal, site: Site): McpServer {
  const { baseUrl, library } = site;
  const { name: title } = library.organisation;
  const { description } = library.page("home", defaultLocale);
  const name = `${new URL(baseUrl).hostname.split(".").reverse().join(".")}/site`;
  const server = new McpServer(
    { name, title, description, version: VERSION, websiteUrl: baseUrl },
    {
      capabilities: { tools: noChanges, resources: noChanges },
      cacheHints,
      instructions: `${title}: ${description} Dates come from list_events and get_event, other facts from search and fetch. Link to the url of what you use.`,
    },
  );
  for (const { tool, inputSchema, outputSchema } of describedTools) {
    const { title, description: template } = tool;
    const description = template.replace("{{cities}}", library.citiesText);
    const described = { title, description, inputSchema, outputSchema, annotations };
    server.registerTool(tool.name, described, (args) => callTool(tool, args, signal, site));
  }
  server.registerResource(
    "pages",
    new ResourceTemplate(`${baseUrl}/{+path}.md`, { list: () => ({ resources: listPages(site) }) }),
    { title: "Pages as Markdown", description: "Each page, guide and perspective.", mimeType: MARKDOWN },
    ({ href }) => readPage(href, site),
  );
  return server;
}

function listPages(site: Site) {
  return pagesAndArticles(site).map((page) => {
    const { canonicalPath, title, description } = summaryOf(page, site);
    return { uri: `${site.baseUrl}${canonicalPath}.md`, name: canonicalPath, title, description, mimeType: MARKDOWN };
  });
}

function readPage(uri: string, site: Site) {
  const page = pageAt(uri, site);
  if (!page) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType: MARKDOWN, text: markdownOf(page, site) }] };
}

/** Errors that are not for the caller are logged, and not shown; those of a caller who left are neither. */
async function callTool(tool: McpTool, args: unknown, signal: AbortSignal, site: Site): Promise<CallToolResult> {
  try {
    const result = await tool.run(readArguments(tool, args, site), { locale: defaultLocale, signal }, site);
    const structuredContent = { ...result };
    return { structuredContent, content: [{ type: "text", text: JSON.stringify(structuredContent) }] };
  } catch (error) {
    const isForCaller = error instanceof ToolError;
    if (!isForCaller && !signal.aborted) site.logger.error({ err: error, tool: tool.name }, "MCP tool failed");
    const text = isForCaller ? error.message : site.getFixedT(defaultLocale)("errors:serverError.message");
    return { isError: true, content: [{ type: "text", text }] };
  }
}

/** Values are read as text, like parameters of the API, and any tag of a language means it. */
function readArguments({ input, checked = input }: McpTool, args: unknown, site: Site) {
  const texts: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(givenArguments(args))) {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    texts[name] = name === "locale" ? (localeOfTag(text) ?? text) : text;
  }
  const { data, error } = checked.safeParse(texts);
  if (!error) return data;
  const t = site.getFixedT(defaultLocale);
  const problems = error.issues.map((issue) => {
    const { messageKey, values } = problemFromIssue(issue);
    const isKey = messageKey.startsWith("errors:"); // the others are in English already
    const message = isKey ? t(messageKey, { cities: site.library.citiesText, ...values }) : messageKey;
    return `${issue.path.join(".")}: ${message}`;
  });
  throw new ToolError(`Invalid arguments: ${problems.join(", ")}`);
}
