/** RFC 5545 §3.6–3.8, RFC 7986 §5. */
import { createEvents, type EventAttributes } from "ics";
import type { ApiEvent, EventRecord } from "../contracts/event-record.js";
import { conceptOfCode } from "../domain/concept.js";
import { takesPlace } from "../domain/event.js";
import type { Locale } from "../domain/locale.js";
import { audienceInWords } from "../text/event-in-words.js";
import type { Translate } from "../text/translate.js";
import { cleanText, escapeText, foldLines } from "./content-lines.js";
import { vtimezone } from "./vtimezone.js";

export interface Calendar {
  readonly locale: Locale;
  readonly t: Translate;
  readonly events: readonly ApiEvent[];
  /** For calendars to subscribe to. Outlook opens a new calendar for an event with a name (MS-OXCICAL 2.1.3.1.1.17). */
  readonly feed?: Feed;
  /** For calendars that are mailed: METHOD requires one (RFC 5546 §3.2.1). */
  readonly organizer?: { readonly name: string; readonly email: string };
}

/** A postponed event keeps its entry, with its word: Google removes what is CANCELLED. */
const statuses = {
  confirmed: "CONFIRMED",
  tentative: "TENTATIVE",
  postponed: "TENTATIVE",
  cancelled: "CANCELLED",
} as const; // §3.8.1.11

interface Feed extends Readonly<Record<"name" | "description" | "zone", string>> {
  /** Without events it needs a VTIMEZONE, because §3.6 requires a component. */
  readonly year: number;
}

/** Its event has the UID that it has in the calendar of its city. */
export function eventCalendar(record: EventRecord, t: Translate): Calendar {
  return { locale: record.locale, t, events: [record] };
}

/** Throws if `ics` rejects an event, and RangeError for an unknown zone of an empty calendar. */
export function icalendar({ feed, locale, t, events, organizer }: Calendar): string {
  const { error, value } = createEvents(
    events.map((event) => ({ ...attributesOf(event, t), ...(organizer && { organizer }) })),
    { productId: `-//for-commerce//calendar//${locale.toUpperCase()}`, method: organizer ? "PUBLISH" : "" },
  );
  if (error) throw new Error(`ics rejects an event: ${(error as { errors?: string[] }).errors ?? error.message}`);

  // `ics` rejects the URL of a local server, and takes quadratic time to fold a long description.
  const eventLines = events.map((event) => [
    `DESCRIPTION:${escapeText([event.description, `${audienceInWords(event, t)}.`, event.url].join("\n\n"))}`,
    `URL:${new URL(event.url).href}`,
  ]);
  const lines = value!
    .trimEnd()
    .split("\r\n")
    .flatMap((line) => {
      if (line === "X-PUBLISHED-TTL:PT1H") return feed ? [line, ...feedLines(feed, events.length === 0)] : [];
      return line === "END:VEVENT" ? [...eventLines.shift()!, line] : line;
    });
  return foldLines(lines);
}

function feedLines({ name, description, zone, year }: Feed, isEmpty: boolean): string[] {
  return [
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `X-WR-CALDESC:${escapeText(description)}`,
    `X-WR-TIMEZONE:${escapeText(zone)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ...(isEmpty ? vtimezone(zone, year) : []),
  ];
}

/** `ics` does not escape the UID, and its types lack `timestamp` (DTSTAMP). */
function attributesOf(event: ApiEvent, t: Translate): EventAttributes & { timestamp: number } {
  const { title, venue } = event;
  const isHeld = takesPlace(event);
  const updated = Date.parse(event.updatedAt);
  const hasPlace = venue && venue.latitude !== null && venue.longitude !== null;
  const rounded = (degrees: number) => Number(degrees.toFixed(6)); // §3.8.1.6
  return {
    uid: escapeText(event.uid),
    timestamp: updated,
    lastModified: updated,
    sequence: event.sequence,
    start: Date.parse(event.startsAt),
    end: Date.parse(event.endsAt),
    title: cleanText(isHeld ? title : t(`events:calendar.${event.status}`, { title })),
    location: cleanText(venue ? placeOf(venue) : t("events:board.online")),
    ...(hasPlace && { geo: { lat: rounded(venue.latitude!), lon: rounded(venue.longitude!) } }),
    categories: [conceptOfCode(event.concept).name],
    status: statuses[event.status],
    transp: isHeld ? "OPAQUE" : "TRANSPARENT",
  };
}

function placeOf({ name, address, postalCode, city }: NonNullable<ApiEvent["venue"]>): string {
  return [name, address, postalCode ? `${postalCode} ${city}` : city].filter(Boolean).join(", ");
}
