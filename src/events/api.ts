import * as z from "zod";
import { type City, cityBySpelling } from "../addresses/cities.js";
import { conceptCodes } from "../addresses/pages.js";
import { eventsPath } from "../addresses/paths.js";
import { audiences, localesOf } from "../content/events.js";
import { localeParameter, oneOf, parseQuery, queryError } from "../http/query.js";
import type { Site } from "../site.js";
import { defaultLocale, type Locale, locales } from "../text/locale.js";
import { isSlug } from "../text/slug.js";
import { apiEvent, apiEventOf, recordOf } from "./record.js";

const MAX_LIMIT = 200;
const DEFAULT_LIMIT = 100;

const concept = oneOf(conceptCodes).optional().meta({ description: "Only events of this concept." });
const locale = localeParameter.meta({
  description: "The language of the texts; leaves out events without one. Without it: all events, in English.",
});
const date = z.iso.date("errors:query.date").optional();

/** Filters by a key that is true or false; described as a boolean for generated clients and for tools. */
const onlyTrue = (description: string) =>
  z
    .literal("true", "errors:query.onlyTrue")
    .transform(() => true as const)
    .optional()
    .meta({ type: "boolean", const: true, description });

/** Contract §3; `meta` is shown in the API's description. */
export const eventQuery = z.object({
  concept,
  city: z
    .string()
    .max(100, "errors:query.city")
    .optional()
    .meta({ description: "Only events in this city: its slug, or another of its spellings." }),
  audience: oneOf(audiences).optional().meta({ description: "Only events for this audience." }),
  recurring: onlyTrue("Only events of a series."),
  locale,
  from: date.meta({
    description:
      "The first day, in the site's zone, at most two years back; of an ISO week, its Monday. Without it: events that have not ended.",
  }),
  to: date.meta({
    description:
      "The day after the last, at most two years ahead; of an ISO week, the Monday after it. Without it: twelve months ahead.",
  }),
  limit: z
    .string()
    .refine((text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= MAX_LIMIT, "errors:query.limit")
    .transform(Number)
    .optional()
    .meta({ type: "integer", minimum: 1, maximum: MAX_LIMIT, description: "Most events to list; 100 without it." }),
  offset: z
    .string()
    .refine((text) => /^\d{1,6}$/.test(text), "errors:query.offset")
    .transform(Number)
    .optional()
    .meta({
      type: "integer",
      minimum: 0,
      maximum: 999_999,
      description: "Events to leave out at the start; `links.next` has it.",
    }),
});

/** Rejected, because a `cursor` of 1.1.0 would list the start again. */
export const formerParameters = { cursor: z.undefined("errors:query.cursor").optional() };

/** With the slug of the city, or a well-formed slug that no city has. Here, so that all problems are listed at once. */
export function eventQueryFor(cities: readonly City[]) {
  return eventQuery.extend({
    ...formerParameters,
    city: eventQuery.shape.city
      .transform((spelling) => (spelling && cityBySpelling(cities, spelling)?.slug) ?? spelling)
      .refine((slug) => slug === undefined || isSlug(slug), "errors:query.city"),
  });
}

export const calendarQuery = eventQuery.pick({ locale: true, concept: true });

export const eventLocaleQuery = z.object({
  locale: locale.meta({
    description: "The language of the texts, English without it. If the event has none in it, the answer is 404.",
  }),
});

export const eventList = z.strictObject({
  events: z.array(apiEvent),
  count: z.int().nonnegative().describe("Number of events in this response."),
  total: z.int().nonnegative().describe("Number of events that match in the window."),
  locale: z.enum(locales),
  /** What the request asked for, null where it did not. */
  filters: z.strictObject({
    concept: apiEvent.shape.concept.nullable(),
    city: apiEvent.shape.city.nullable(),
    audience: apiEvent.shape.audience.nullable(),
    recurring: z.literal(true).nullable(),
    locale: apiEvent.shape.locale.nullable(),
  }),
  window: z
    .strictObject({ from: z.iso.date(), to: z.iso.date() })
    .describe("Dates in the site's zone; `to` is not included."),
  links: z.strictObject({ self: z.url(), next: z.url().nullable() }),
});

export const eventAnswer = z.strictObject({ event: apiEvent });

export type EventList = z.infer<typeof eventList>;

type EventQuery = z.infer<typeof eventQuery>;

/** The query of the list; throws HttpError 400 with all its problems. */
export function readEventQuery(request: { readonly url: string }, site: Site): EventQuery {
  const { cities, citiesText } = site.library;
  const schema = site.contentMemo("event query", () => eventQueryFor(cities));
  const query = parseQuery(request, schema, { cities: citiesText });
  if (isEmptyPeriod(query, site)) throw queryError({ to: [{ messageKey: "errors:query.toNotAfterFrom" }] });
  return query;
}

/** True if `to` is not after `from`. */
export function isEmptyPeriod({ from, to }: EventQuery, { snapshot }: Site): boolean {
  return to !== undefined && to <= (from ?? snapshot().agenda.today);
}

export function presentEventList(query: EventQuery, site: Site): EventList {
  const { from, to, limit = DEFAULT_LIMIT, offset = 0, ...filter } = query;
  const { locale = defaultLocale } = filter;
  const { agenda } = site.snapshot();
  const window = agenda.days(from, to);
  const endsAfter = from === undefined ? site.clock() : agenda.startOf(window.from);
  const matching = agenda.search(filter, { endsAfter, startsBefore: agenda.startOf(window.to) });
  const end = offset + limit;
  const events = matching.slice(offset, end).map((occurrence) => apiEventOf(recordOf(occurrence, locale, site)));
  return {
    events,
    count: events.length,
    total: matching.length,
    locale,
    filters: {
      concept: filter.concept ?? null,
      city: filter.city ?? null,
      audience: filter.audience ?? null,
      recurring: filter.recurring ?? null,
      locale: filter.locale ?? null,
    },
    window,
    links: {
      self: site.baseUrl + eventsPath(query),
      next: end < matching.length ? site.baseUrl + eventsPath({ ...query, offset: end }) : null,
    },
  };
}

/** `problem` says that the event is unknown, or has no text in the requested language. */
export function findEvent(id: string, requested: Locale | undefined, site: Site) {
  const occurrence = site.snapshot().agenda.occurrence(id);
  if (!occurrence) return { problem: { messageKey: "errors:unknownEvent", values: { id } } };
  const languages = localesOf(occurrence.event);
  if (requested && !languages.includes(requested))
    return { problem: { messageKey: "errors:eventNotInLanguage", values: { id, languages: languages.join(", ") } } };
  return { record: recordOf(occurrence, requested ?? defaultLocale, site) };
}
