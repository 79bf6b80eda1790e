import * as z from "zod";
import { cityBySpelling } from "../addresses/cities.js";
import { conceptCodes, concepts } from "../addresses/pages.js";
import { audiences } from "../content/events.js";
import { occurrenceMarkdown, pageMarkdown } from "../pages/sources.js";
import type { Site } from "../site.js";
import type { Locale } from "../text/locale.js";
import { withoutInvisible } from "../text/spelling.js";
import { dateAt, daysAfter, isLocalDate, type LocalDate, mondayOf, monthsAfter } from "../text/wall-clock.js";

const MAX_EVENTS = 10;
const MAX_WORDS = 3000;

/** What a language model can call: Mistral while it answers, and any other through MCP. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  /** Throws a ToolError for what the model can do better. */
  run(input: z.infer<Input>, caller: Caller, site: Site): object | Promise<object>;
}

export interface Caller {
  readonly locale: Locale;
  readonly signal: AbortSignal;
}

/** Tells a model what is wrong with its call. */
export class ToolError extends Error {}

/** Models send null or an empty text for an argument that they leave out. */
export function givenArguments(args: unknown): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(Object(args))) {
    const cleaned = typeof value === "string" ? withoutInvisible(value) : value;
    if (cleaned !== null && cleaned !== "") given[name] = cleaned;
  }
  return given;
}

const pageQuery = z.strictObject({ path: z.string().describe("Its path, as it stands in a link.") });

const readPage: Tool<typeof pageQuery> = {
  name: "read_page",
  description: "Reads a guide, a perspective or another page of the site as Markdown.",
  input: pageQuery,
  run({ path }, _caller, site) {
    const text = pageMarkdown(path, site);
    if (text === undefined)
      throw new ToolError("There is no page at this path. Use one from a link, as it is written.");
    const [start = ""] = new RegExp(`^\\s*(?:\\S+\\s*){0,${MAX_WORDS}}`).exec(text) ?? [];
    return { text: start.length < text.length ? `${start}\n\n(These are the first ${MAX_WORDS} words.)` : start };
  },
};

const FORMS = "a date (2027-01-31), a month (2027-01) or an ISO week (2027-W05)";
const days = z.string().refine((text) => daysOf(text) !== undefined, `must be ${FORMS}`);
const dateQuery = z
  .strictObject({
    concept: z.enum(conceptCodes).describe(concepts.map(({ code, name }) => `${code}: ${name}`).join(", ")),
    city: z.string().describe("The name of a city."),
    audience: z.enum(audiences),
    online: z.boolean().describe("true: only what one can join online; false: only the rest."),
    from: days.describe(`The first day: ${FORMS}; else today.`),
    to: days.describe(`The last day: ${FORMS}; else a year on.`),
  })
  .partial();

const findEvents: Tool<typeof dateQuery> = {
  name: "find_events",
  description: `Finds dates beyond the list, also past ones: the soonest ${MAX_EVENTS}. A moved date is found at its old day, too.`,
  input: dateQuery,
  run({ concept, city: spelling, audience, online, from, to }, { locale }, site) {
    const { clock, library, snapshot } = site;
    const city = spelling && cityBySpelling(library.cities, spelling)?.slug;
    if (spelling && !city) {
      const names = library.cities.map(({ names }) => names[locale]).join(", ");
      throw new ToolError(`There are no dates in this city. There are some in: ${names}.`);
    }
    const { agenda } = snapshot();
    const first = (from && daysOf(from)?.first) ?? agenda.today;
    const last = (to && daysOf(to)?.last) ?? monthsAfter(first, 12);
    if (last < first) throw new ToolError(`The last day, ${last}, is before the first, ${first}.`);

    const found = agenda
      .search({ concept, city, audience, locale })
      .filter(({ event }) => online === undefined || (event.attendance !== "in-person") === online)
      .filter(({ ends }) => from !== undefined || ends > clock())
      .filter(({ starts, previousStarts, event: { zone } }) => {
        const days = [dateAt(starts, zone), dateAt(previousStarts ?? starts, zone)];
        return days.some((day) => day >= first && day <= last);
      });
    const shown = found.slice(0, MAX_EVENTS);
    const texts = shown.map(({ event }) => event.texts[locale]!);
    return {
      dates: shown.map((occurrence) => occurrenceMarkdown(occurrence, locale, site)),
      about: Object.fromEntries(texts.map(({ title, description }) => [title, description])),
      total: found.length,
      note: `From ${first} to ${last}. Dates are known for two years before and after today.`,
    };
  },
};

/** The first and last day of a date, a month or an ISO week; undefined for anything else. */
function daysOf(text: string): { first: LocalDate; last: LocalDate } | undefined {
  if (isLocalDate(text)) return { first: text, last: text };
  const [, year, week] = /^(\d{4})-W(\d\d)$/.exec(text) ?? [];
  const monday = week && mondayOf(Number(year), Number(week));
  if (monday) return { first: monday, last: daysAfter(monday, 6) };
  const first = `${text}-01`;
  return isLocalDate(first) ? { first, last: daysAfter(monthsAfter(first, 1), -1) } : undefined;
}

/** What Mistral can call. */
export const tools: readonly Tool[] = [readPage, findEvents];
