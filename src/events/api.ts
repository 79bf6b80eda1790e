import type * as z from "zod";
import { eventsPath } from "../addresses/paths.js";
import type { Site } from "../site.js";
import { defaultLocale, type Locale } from "../text/locale.js";
import { localesOf } from "./event.js";
import { eventFilters, type eventQuery } from "./query.js";
import type { ApiEvent, EventList, EventRecord } from "./record-schema.js";

const DEFAULT_LIMIT = 100;

export const apiEventOf = ({ path, actionPath, ...event }: EventRecord): ApiEvent => event;

/** Undefined if `to` is not after `from`. */
export function presentEventList(
  query: z.infer<typeof eventQuery>,
  { snapshot, clock, baseUrl, recordOf }: Site,
): EventList | undefined {
  const { from, to, limit = DEFAULT_LIMIT, offset = 0, ...filter } = query;
  const current = snapshot().agenda;
  const window = current.window(clock(), from, to);
  if (!window) return undefined;

  const matching = current.search(filter, window);
  const occurrences = matching.slice(offset, offset + limit);
  const hasMore = offset + limit < matching.length;
  const language = filter.locale ?? defaultLocale;
  return {
    events: occurrences.map((occurrence) => apiEventOf(recordOf(occurrence, language))),
    count: occurrences.length,
    total: matching.length,
    locale: language,
    filters: Object.fromEntries(eventFilters.map((name) => [name, filter[name] ?? null])) as EventList["filters"],
    window: { from: window.from, to: window.to },
    links: {
      self: baseUrl + eventsPath(query),
      next: hasMore ? baseUrl + eventsPath({ ...query, offset: offset + limit }) : null,
    },
  };
}

/** Returns the message of an error if the event is unknown, or has no text in the requested language. */
export function findEvent(id: string, requested: Locale | undefined, { snapshot, recordOf }: Site) {
  const occurrence = snapshot().agenda.occurrence(id);
  if (!occurrence) return { messageKey: "errors:unknownEvent", values: { id } };
  const languages = localesOf(occurrence.event);
  if (requested && !languages.includes(requested))
    return { messageKey: "errors:eventNotInLanguage", values: { id, languages: languages.join(", ") } };
  return recordOf(occurrence, requested ?? defaultLocale);
}
