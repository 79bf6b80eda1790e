/** RFC 5545 §3.6–3.8, RFC 7986 §5. */
import { createEvents, type EventAttributes } from "ics";
import type { ApiEvent } from "../contracts/event-record.js";
import { conceptOfCode } from "../domain/concept.js";
import { takesPlace } from "../domain/event.js";
import type { Locale } from "../domain/locale.js";
import { audienceInWords, placeInWords } from "../text/event-in-words.js";
import type { Translate } from "../text/translate.js";
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

/** Without events it has a VTIMEZONE from this year on, because §3.6 requires a component. */
type Feed = Readonly<Record<"name" | "description" | "zone", string> & Record<"year", number>>;

/** Throws if `ics` rejects an event, and RangeError for an unknown zone of an empty calendar. */
export function icalendar({ feed, locale, t, events, organizer }: Calendar): string {
  const { error, value } = createEvents(
    events.map((event) => ({ ...attributesOf(event, t), ...(organizer && { organizer }) })),
    { productId: `-//for-commerce//calendar//${locale.toUpperCase()}`, method: organizer ? "PUBLISH" : "" },
  );
  if (error) throw error;

  // `ics` rejects the URL of a local server, and takes quadratic time to fold a long description.
  const ownLines = events.map((event) => [
    `DESCRIPTION:${escapeText([event.description, `${audienceInWords(event, t)}.`, event.url].join("\n\n"))}`,
    `URL:${new URL(event.url).href}`,
  ]);
  const lines = value!
    .replace(/^X-PUBLISHED-TTL:.*\r\n/m, (line) => (feed ? line + joinLines(feedLines(feed, events)) : ""))
    .replace(/^END:VEVENT$/gm, (line) => joinLines(ownLines.shift()!) + line);
  return foldLines(lines);
}

function feedLines({ name, description, zone, year }: Feed, events: readonly ApiEvent[]): string[] {
  return [
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `X-WR-CALDESC:${escapeText(description)}`,
    `X-WR-TIMEZONE:${escapeText(zone)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ...(events.length === 0 ? vtimezone(zone, year) : []),
  ];
}

const joinLines = (lines: readonly string[]) => lines.map((line) => `${line}\r\n`).join("");

/** At most 75 octets a line, without splitting a character (§3.1): in UTF-8, octets 80 to BF continue one. */
function foldLines(text: string): string {
  const octets = Buffer.from(text).toString("latin1");
  const folded = octets.replace(/^.{1,75}(?![\x80-\xbf])|(.{1,74})(?![\x80-\xbf])/gm, (piece, continued?: string) =>
    continued ? `\r\n ${piece}` : piece,
  );
  return Buffer.from(folded, "latin1").toString();
}

/** §3.3.11 (TEXT) */
const escapeText = (text: string) =>
  cleanText(text)
    .replace(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n");

/** Every line end becomes a newline (UTS 18 RL1.6), each character that TEXT cannot hold U+FFFD. */
function cleanText(text: string): string {
  return text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n").replace(/(?![\t\n])[\p{Cc}\p{Cs}]/gu, "\ufffd");
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
    location: cleanText(venue ? placeInWords(venue) : t("events:board.online")),
    ...(hasPlace && { geo: { lat: rounded(venue.latitude!), lon: rounded(venue.longitude!) } }),
    categories: [conceptOfCode(event.concept).name],
    status: statuses[event.status],
    transp: isHeld ? "OPAQUE" : "TRANSPARENT",
  };
}
