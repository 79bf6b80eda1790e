import type { CallToolResult, StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import type * as z from "zod";
import { cityBySpelling } from "../addresses/cities.js";
import { answerJson } from "../assistant/answer-formats.js";
import { ASK_TOOL } from "../assistant/chat-request.js";
import type { AnswerRequest } from "../assistant/request-and-answer.js";
import { apiEventOf, eventAnswer, eventList, findEvent, presentEventList } from "../events/api.js";
import { recordOf } from "../events/record.js";
import { pageAt, summaryOf } from "../pages/find.js";
import { markdownOf } from "../pages/render.js";
import type { Site } from "../site.js";
import { withAbsoluteLinks } from "../text/escaping.js";
import { defaultLocale } from "../text/locale.js";
import * as schemas from "./schemas.js";

const MAX_RESULTS = 10;
const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

export type Caller = Pick<AnswerRequest, "client" | "signal">;

class ToolError extends Error {}

export function createTools(site: Site) {
  const { config, dialogue, knowledge, library, logger, search } = site;
  const { baseUrl } = config;
  const { cities, citySlugs } = library;
  const t = site.getFixedT(defaultLocale);

  const tool = <Input extends StandardSchemaWithJSON>(
    name: string,
    about: { title: string; description: string; inputSchema: Input; outputSchema: z.ZodType },
    run: (args: StandardSchemaWithJSON.InferOutput<Input>, caller: Caller) => object | Promise<object>,
  ) => ({
    name,
    about: {
      ...about,
      inputSchema: about.inputSchema as StandardSchemaWithJSON,
      outputSchema: schemas.withJsonSchema(about.outputSchema, "output"),
      annotations,
    },
    /** Errors that are not for the caller are logged, and not shown; those of a caller who left are neither. */
    async call(args: unknown, caller: Caller): Promise<CallToolResult> {
      try {
        const structuredContent = { ...(await run(args as StandardSchemaWithJSON.InferOutput<Input>, caller)) };
        return { structuredContent, content: [{ type: "text", text: JSON.stringify(structuredContent) }] };
      } catch (error) {
        if (!(error instanceof ToolError || caller.signal.aborted))
          logger.error({ err: error, tool: name }, "MCP tool failed");
        const text = error instanceof ToolError ? error.message : t("errors:serverError.message");
        return { isError: true, content: [{ type: "text", text }] };
      }
    },
  });

  return [
    tool(
      "search",
      {
        title: "Search the site",
        description: "Finds the pages, guides and articles that bear on a question. Read one with `fetch`.",
        inputSchema: schemas.toolArguments(schemas.searchInput),
        outputSchema: schemas.searchOutput,
      },
      async ({ query, locale }) => {
        const find = await search();
        const { passages } = await find(query, locale);
        const { answer, events } = (await knowledge()).lookUp(query, locale);
        const likely = answer.kind === "answered" ? answer.sources : [];
        const records = events.map((event) => recordOf(event, locale, site));
        const found = [...likely, ...passages, ...records].slice(0, MAX_RESULTS);
        const results = new Map<string, { id: string; title: string; url: string }>();
        for (const { path } of found) {
          const page = pageAt(path, site);
          if (!page) continue;
          const { canonicalPath: id, title } = summaryOf(page, site);
          if (!results.has(id)) results.set(id, { id, title, url: baseUrl + path });
        }
        return { results: [...results.values()] };
      },
    ),

    tool(
      "fetch",
      {
        title: "Read a page",
        description: "The whole text of a page, guide or article as Markdown.",
        inputSchema: schemas.toolArguments(schemas.fetchInput),
        outputSchema: schemas.fetchOutput,
      },
      ({ id }) => {
        const page = pageAt(id, site);
        if (!page) throw new ToolError("There is no page with this id. Use an id from `search`.");
        const { canonicalPath: path, title, description, locale, updated } = summaryOf(page, site);
        const text = markdownOf(page, site);
        return { id: path, title, text, url: baseUrl + path, metadata: { description, locale, updated } };
      },
    ),

    tool(
      "list_events",
      {
        title: "List events",
        description: `The community's coming events, soonest first, with date, place, price and status; cancelled and moved ones too. \`city\` is one of ${citySlugs}. For ISO week 49 of 2026, \`from\` is 2026-11-30, its Monday, and \`to\` is 2026-12-07. \`links.next\` has the \`offset\` of the rest.`,
        inputSchema: schemas.queryArguments(schemas.eventsInput, (key, values) =>
          t(key, { cities: citySlugs, ...values }),
        ),
        outputSchema: eventList,
      },
      (query) => {
        const city = query.city && cityBySpelling(cities, query.city)?.slug;
        if (query.city && !city) throw new ToolError(t("errors:noSuchCity", { city: query.city, cities: citySlugs }));
        const list = presentEventList({ limit: schemas.DEFAULT_EVENTS, ...query, city }, site);
        if (!list) throw new ToolError(`to: ${t("errors:query.toNotAfterFrom")}`);
        return list;
      },
    ),

    tool(
      "get_event",
      {
        title: "Get one event",
        description: "One event by its id, also a past or cancelled one of the last two years.",
        inputSchema: schemas.queryArguments(schemas.eventInput, t),
        outputSchema: eventAnswer,
      },
      ({ id, locale }) => {
        const found = findEvent(id, locale, site);
        if ("messageKey" in found) throw new ToolError(t(found.messageKey, found.values));
        return { event: apiEventOf(found) };
      },
    ),

    tool(
      ASK_TOOL,
      {
        title: "Ask Dialogue",
        description:
          "The site's assistant answers a question about the community, its events, membership and prices, and names the pages that it used. Slower than the other tools, and limited to 15 questions a minute.",
        inputSchema: schemas.toolArguments(schemas.askInput),
        outputSchema: schemas.askOutput,
      },
      async ({ question, locale }, caller) => {
        const turns = [{ role: "user", content: question }] as const;
        const answer = await dialogue.wholeAnswer({ turns, locale, ...caller });
        const { content, sources, ...answerer } = answerJson(answer, baseUrl);
        return { content: withAbsoluteLinks(content, baseUrl), ...answerer, sources };
      },
    ),
  ];
}
