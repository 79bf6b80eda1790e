import type { EventRecord } from "../contracts/event-record.js";
import type { Locale } from "../domain/locale.js";
import { eventsListedOn } from "../site/event-pages.js";
import { EVENT_QUERY, type PageName } from "../site/paths.js";
import { eventInWords } from "../text/event-in-words.js";
import type { Site } from "./site.js";

const noEvent = { kind: "none", query: "", id: undefined } as const;

export type LinkedEvent = ReturnType<typeof findLinkedEvent>;

/** The dates that the form of a page offers. */
export function offeredDates(
  page: PageName,
  locale: Locale,
  { agenda, clock, library, recordOf }: Site,
): EventRecord[] {
  const current = agenda.current();
  const filter = { ...eventsListedOn(page, library.cities), locale };
  const { occurrences } = current.search(filter, current.window(clock())!);
  return occurrences.map((occurrence) => recordOf(occurrence, locale)).filter(({ signUp }) => signUp === "open");
}

/** The date in the link to a form; `elsewhere` if one signs up on another page, or no more. `query` is that of the page. */
export function findLinkedEvent(site: Site, page: PageName, locale: Locale, id: string | undefined) {
  const occurrence = id === undefined ? undefined : site.agenda.current().find(id);
  if (!occurrence) return noEvent;
  const record = site.recordOf(occurrence, locale);
  if (occurrence.event.action !== page || record.signUp !== "open")
    return { ...noEvent, kind: "elsewhere", path: record.path } as const;
  const isOffered = offeredDates(page, locale, site).some((offered) => offered.id === id);
  if (!isOffered) return noEvent; // more than a year ahead
  return { kind: "open", query: EVENT_QUERY + id, id: record.id, summary: eventInWords(record) } as const;
}
