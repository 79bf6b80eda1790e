import { jsonSchema, type ToolSet, tool } from "ai";
import * as z from "zod";
import { cityBySpelling } from "../../addresses/cities.js";
import { conceptCodes, concepts } from "../../addresses/concepts.js";
import { audiences } from "../../events/event.js";
import { occurrenceMarkdown, pageMarkdown } from "../../pages/sources.js";
import type { Site } from "../../site.js";
import type { Locale } from "../../text/locale.js";
import { dateAt, daysAfter, isLocalDate, type LocalDate, mondayOf, monthsAfter } from "../../text/wall-clock.js";

const MAX_EVENTS = 10;
const MAX_WORDS = 3000;
/** What tools return is part of every later prompt of the answer. */
const MAX_CALLS_A_STEP = 3;
const ALWAYS = { endsAfter: -Infinity, startsBefore: Infinity };

const day = z
  .string()
  .refine((text) => dayOf(text) !== undefined, "must be a date (2027-01-31), a month (2027-01) or a week (2027-W05)");
const pageQuery = z.strictObject({ path: z.string().describe("Its path, as it stands in a link.") });
const eventQuery = z
  .strictObject({
    concept: z.enum(conceptCodes).describe(concepts.map(({ code, name }) => `${code}: ${name}`).join(", ")),
    city: z.string().describe("The name of a city."),
    audience: z.enum(audiences),
    online: z.boolean().describe("true: only what one can join online; false: only the rest."),
    from: day.describe("The first day (2027-01-31), or that of a month (2027-01) or ISO week (2027-W05); else today."),
    to: day.describe("The last day (2027-01-31), or that of a month (2027-01) or ISO week (2027-W05); else a year on."),
  })
  .partial();

/** Tools that read beyond the prompt. Wrong arguments get a note that says what is right. */
export function toolsFor(locale: Locale, site: Site, calls = { inStep: 0 }): ToolSet {
  return {
    read_page: readingTool(
      "Reads a guide, a perspective or another page of the site as Markdown.",
      pageQuery,
      ({ path }) => readPage(path, site),
      calls,
    ),
    find_events: readingTool(
      `Finds dates beyond the list, also past ones: the soonest ${MAX_EVENTS}. A moved date is found at its old day, too.`,
      eventQuery,
      (query) => findEvents(query, locale, site),
      calls,
    ),
  };
}

/** An argument that is empty or null is absent. */
function readingTool<Query extends z.ZodType>(
  description: string,
  query: Query,
  read: (query: z.infer<Query>) => object,
  calls: { inStep: number },
) {
  const validate = (input: unknown) => {
    const given = Object.entries(Object(input)).filter(([, value]) => value !== null && value !== "");
    const { success, data, error } = query.safeParse(Object.fromEntries(given));
    return success ? { success, value: data } : { success, error: new Error(z.prettifyError(error)) };
  };
  return tool({
    description,
    inputSchema: jsonSchema<z.infer<Query>>(z.toJSONSchema(query, { target: "draft-7" }) as object, { validate }),
    execute(input) {
      calls.inStep += 1;
      if (calls.inStep > MAX_CALLS_A_STEP)
        return { note: `Only ${MAX_CALLS_A_STEP} calls at a time are answered. Call again if you need this.` };
      try {
        return read(input);
      } catch {
        return { note: "This cannot be read right now." }; // the AI SDK would send the error's message to the provider
      }
    },
  });
}

function readPage(path: string, site: Site): object {
  const text = pageMarkdown(path, site);
  if (text === undefined) return { note: "There is no page at this path. Use one from a link, as it is written." };
  const [start] = new RegExp(`^\\s*(?:\\S+\\s*){0,${MAX_WORDS}}`).exec(text)!;
  return { text: start.length < text.length ? `${start}\n\n(These are the first ${MAX_WORDS} words.)` : start };
}

function findEvents(query: z.infer<typeof eventQuery>, locale: Locale, site: Site) {
  const { clock, library, snapshot } = site;
  const { concept, audience, online, from, to } = query;
  const city = query.city && cityBySpelling(library.cities, query.city)?.slug;
  if (query.city && !city) {
    const names = library.cities.map(({ names }) => names[locale]).join(", ");
    return { dates: [], note: `There are no dates in this city. There are some in: ${names}.` };
  }
  const { today, search } = snapshot().agenda;
  const first = from ? dayOf(from)! : today;
  const last = to ? dayOf(to, true)! : monthsAfter(first, 12);
  if (last < first) return { dates: [], note: `The last day, ${last}, is before the first, ${first}.` };

  const found = search({ concept, city, audience, locale }, ALWAYS)
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
}

/** The day that a date is, or the first or last day of a month or an ISO week; undefined for anything else. */
function dayOf(text: string, isLast = false): LocalDate | undefined {
  const [, year, week] = /^(\d{4})-W(\d\d)$/.exec(text) ?? [];
  const monday = week && mondayOf(Number(year), Number(week));
  if (monday) return isLast ? daysAfter(monday, 6) : monday;
  if (isLocalDate(text)) return text;
  const first = `${text}-01`;
  if (!isLocalDate(first)) return undefined;
  return isLast ? daysAfter(monthsAfter(first, 1), -1) : first;
}
