import * as z from "zod";
import { cityBySpelling } from "../addresses/cities.js";
import { localePath, pages } from "../addresses/pages.js";
import { answerJson } from "../dialogue/answer-formats.js";
import { ASK_TOOL, chatAnswer, MAX_QUESTION_CHARACTERS } from "../dialogue/chat-request.js";
import { type Tool, ToolError } from "../dialogue/tools.js";
import * as events from "../events/api.js";
import { apiEventOf, recordOf } from "../events/record.js";
import { markdownOf } from "../pages/page.js";
import { pageAt, summaryOf } from "../pages/page-ref.js";
import { searchSite } from "../search/site-search.js";
import { withAbsoluteLinks } from "../text/escaping.js";
import { defaultLocale, locales } from "../text/locale.js";
import { isBlank, sanitizeText } from "../text/plain-text.js";
import { SLUG } from "../text/slug.js";

const MAX_RESULTS = 10;
const DEFAULT_EVENTS = 20;

export interface McpTool<Input extends z.ZodObject = z.ZodObject> extends Tool<Input> {
  readonly title: string;
  /** `input`, and what is rejected with a reason rather than ignored. */
  readonly checked?: Input;
  readonly output: z.ZodObject;
}

const locale = z
  .enum(locales)
  .default(defaultLocale)
  .describe(`The language of texts and titles; ${defaultLocale} without it.`);

/** Arguments are texts, so that one of another type is missing. */
function text(maxLength: number, isMissing = "is required") {
  return z.string(isMissing).max(maxLength, `must have at most ${maxLength} characters`);
}

function question(maxLength: number) {
  const cleaned = text(maxLength).transform(sanitizeText);
  return cleaned.refine((value) => !isBlank(value), "must not be empty");
}

const result = z.strictObject({
  id: z.string().describe("Pass it to `fetch`."),
  title: z.string(),
  url: z.url().describe("With the section that matches."),
});

const searchInput = z.object({
  query: question(400).describe("Words or a question, best in the language of `locale`."),
  locale,
});
const search: McpTool<typeof searchInput> = {
  name: "search",
  title: "Search the site",
  description: "Finds the pages, guides and articles that bear on a question. Read one with `fetch`.",
  input: searchInput,
  output: z.strictObject({ results: z.array(result).describe("The best first.") }),
  async run({ query, locale }, _caller, site) {
    const { passages } = await searchSite(query, locale, [], site);
    const { answer, events } = (await site.engine()).lookUp(query, locale);
    const likely = answer.kind === "answered" ? answer.sources : [];
    const records = events.map((event) => recordOf(event, locale, site));
    const results = new Map<string, z.infer<typeof result>>();
    for (const { path } of [...likely, ...passages, ...records].slice(0, MAX_RESULTS)) {
      const page = pageAt(path, site);
      if (!page) continue;
      const { canonicalPath: id, title } = summaryOf(page, site);
      if (!results.has(id)) results.set(id, { id, title, url: site.baseUrl + path });
    }
    return { results: [...results.values()] };
  },
};

const fetchInput = z.object({
  id: text(300, "is required: an id from search").describe(
    `An id from \`search\`, such as \`${localePath(defaultLocale, pages.about.path)}\`, or a page's URL.`,
  ),
});
const fetchPage: McpTool<typeof fetchInput> = {
  name: "fetch",
  title: "Read a page",
  description: "The whole text of a page, guide or article as Markdown.",
  input: fetchInput,
  output: result.extend({
    id: z.string(),
    url: z.url(),
    text: z.string().describe("The whole page as Markdown, with the coming events that it lists."),
    metadata: z.strictObject({
      description: z.string(),
      locale: z.enum(locales),
      updated: z.iso.datetime({ offset: true }),
    }),
  }),
  run({ id }, _caller, site) {
    const page = pageAt(id, site);
    if (!page) throw new ToolError("There is no page with this id. Use an id from `search`.");
    const { canonicalPath: path, title, description, locale, updated } = summaryOf(page, site);
    const text = markdownOf(page, site);
    return { id: path, title, text, url: site.baseUrl + path, metadata: { description, locale, updated } };
  },
};

const { limit } = events.eventQuery.shape;
/** The API's own query, with fewer events by default. */
const eventsInput = events.eventQuery.extend({
  limit: limit.meta({ ...limit.meta(), description: `Most events to list; ${DEFAULT_EVENTS} without it.` }),
});
const listEvents: McpTool<typeof eventsInput> = {
  name: "list_events",
  title: "List events",
  description:
    "The community's coming events, soonest first, with date, place, price and status; cancelled and moved ones too. `city` is one of {{cities}}. For ISO week 49 of 2026, `from` is 2026-11-30, its Monday, and `to` is 2026-12-07. `links.next` has the `offset` of the rest.",
  input: eventsInput,
  checked: eventsInput.extend(events.formerParameters),
  output: events.eventList,
  run(query, _caller, site) {
    const { cities, citiesText } = site.library;
    const t = site.getFixedT(defaultLocale);
    const city = query.city && cityBySpelling(cities, query.city)?.slug;
    if (query.city && !city) throw new ToolError(t("errors:noSuchCity", { city: query.city, cities: citiesText }));
    if (events.isEmptyPeriod(query, site)) throw new ToolError(`to: ${t("errors:query.toNotAfterFrom")}`);
    return events.presentEventList({ limit: DEFAULT_EVENTS, ...query, city }, site);
  },
};

const eventInput = events.eventLocaleQuery.extend({
  locale: events.eventLocaleQuery.shape.locale.meta({ description: "The language of the texts; English without it." }),
  id: text(100, "is required: an id from list_events").regex(SLUG, "errors:query.slug"),
});
const getEvent: McpTool<typeof eventInput> = {
  name: "get_event",
  title: "Get one event",
  description: "One event by its id, also a past or cancelled one of the last two years.",
  input: eventInput,
  output: events.eventAnswer,
  run({ id, locale }, _caller, site) {
    const { problem, record } = events.findEvent(id, locale, site);
    if (problem) throw new ToolError(site.getFixedT(defaultLocale)(problem.messageKey, problem.values));
    return { event: apiEventOf(record) };
  },
};

const askInput = z.object({
  question: question(MAX_QUESTION_CHARACTERS).describe("Complete in itself: earlier questions are not remembered."),
  locale,
});
const askDialogue: McpTool<typeof askInput> = {
  name: ASK_TOOL,
  title: "Ask Dialogue",
  description:
    "The site's assistant answers a question about the community, its events, membership and prices, and names the pages that it used. Slower than the other tools, and limited to 15 questions a minute.",
  input: askInput,
  output: chatAnswer.omit({ role: true }),
  async run({ question, locale }, { signal }, { baseUrl, dialogue }) {
    const answer = await dialogue.wholeAnswer({ turns: [{ role: "user", content: question }], locale, signal });
    const { content, sources, ...answerer } = answerJson(answer, baseUrl);
    return { content: withAbsoluteLinks(content, baseUrl), ...answerer, sources };
  },
};

export const tools: readonly McpTool[] = [search, fetchPage, listEvents, getEvent, askDialogue];
