import { createEvents, type EventAttributes } from "ics";
import { conceptOfCode } from "../addresses/concepts.js";
import type { Locale, Translate } from "../text/locale.js";
import { DAY_MS, instantOf, isoAt, MINUTE_MS, offsetAt } from "../text/wall-clock.js";
import { takesPlace } from "./event.js";
import type { ApiEvent } from "./record-schema.js";
import { audienceInWords, factInWords, placeInWords } from "./words.js";

/** RFC 5545 §3.6–3.8, RFC 7986 §5. */

export interface Calendar {
  readonly locale: Locale;
  readonly t: Translate;
  readonly events: readonly ApiEvent[];
  /** For calendars to subscribe to. Outlook opens a new calendar for an event with a name (MS-OXCICAL 2.1.3.1.1.17). */
  readonly feed?: Feed;
  /** For calendars that are mailed: METHOD requires one (RFC 5546 §3.2.1). */
  readonly organizer?: { readonly name: string; readonly email: string };
}

/** A postponed event is not CANCELLED, because Google removes those. */
const ICALENDAR_STATUSES = {
  confirmed: "CONFIRMED",
  tentative: "TENTATIVE",
  postponed: "TENTATIVE",
  cancelled: "CANCELLED",
} as const; // §3.8.1.11

/** A feed without events has a VTIMEZONE from `year` on, because §3.6 requires a component. */
type Feed = Readonly<Record<"name" | "description" | "zone", string> & Record<"year", number>>;

/** Throws if `ics` rejects an event, and RangeError for an unknown zone of an empty calendar. */
export function icalendar({ feed, locale, t, events, organizer }: Calendar): string {
  const { error, value } = createEvents(
    events.map((event) => ({ ...attributesOf(event, t), ...(organizer && { organizer }) })),
    { productId: `-//for-commerce//calendar//${locale.toUpperCase()}`, method: organizer ? "PUBLISH" : "" },
  );
  if (error) throw error;

  // Added here, because `ics` cannot write them: the properties of a feed (RFC 7986 §5), URLs of every host, lines
  // folded by octets, and descriptions in less than 4 ms.
  const remaining = events.values();
  const lines = value!.split("\r\n").flatMap((line) => {
    if (line.startsWith("X-PUBLISHED-TTL:")) return feed ? [line, ...feedLines(feed, events)] : [];
    if (line === "END:VEVENT") return [...propertiesLeftOut(remaining.next().value!, t), line];
    return line;
  });
  return lines.map(folded).join("\r\n");
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

function propertiesLeftOut(event: ApiEvent, t: Translate): string[] {
  const { description, host, language, url } = event;
  const facts = [factInWords("host", host?.name, t), factInWords("language", language, t)];
  const text = [description, ...facts, `${audienceInWords(event, t)}.`, url].filter(Boolean).join("\n\n");
  return [`DESCRIPTION:${escapeText(text)}`, `URL:${new URL(url).href}`];
}

/** At most 75 octets a line, without splitting a character (§3.1). */
function folded(line: string): string {
  const octets = Buffer.from(line);
  if (octets.length <= 75) return line;
  let end = 75;
  while ((octets[end]! & 0xc0) === 0x80) end -= 1; // an octet that continues a character
  return `${octets.subarray(0, end)}\r\n${folded(` ${octets.subarray(end)}`)}`;
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
    status: ICALENDAR_STATUSES[event.status],
    transp: isHeld ? "OPAQUE" : "TRANSPARENT",
  };
}

const QUARTER_MS = 15 * MINUTE_MS;

/** RFC 5545 §3.6.5, for this year and the next; throws RangeError for a zone that Intl does not know. */
export function vtimezone(zone: string, year: number): string[] {
  const start = instantOf(`${year}-01-01T00:00`, zone);
  const end = instantOf(`${year + 2}-01-01T00:00`, zone);
  const changes = [start];
  for (let instant = start; instant < end; ) {
    const isOnThisDay = offsetAt(instant, zone) !== offsetAt(instant + DAY_MS, zone);
    instant += isOnThisDay ? QUARTER_MS : DAY_MS; // clocks change at whole quarters of an hour
    if (offsetAt(instant, zone) !== offsetAt(instant - QUARTER_MS, zone)) changes.push(instant);
  }
  const standard = Math.min(...changes.map((instant) => offsetAt(instant, zone)));

  const observances = changes.flatMap((instant) => {
    const before = utcOffset(isoAt(instant - QUARTER_MS, zone));
    const after = utcOffset(isoAt(instant, zone));
    const shownBefore = new Date(instant + offsetAt(instant - QUARTER_MS, zone)).toISOString();
    const kind = offsetAt(instant, zone) === standard ? "STANDARD" : "DAYLIGHT";
    return [
      `BEGIN:${kind}`,
      `DTSTART:${shownBefore.slice(0, 19).replace(/[-:]/g, "")}`,
      `TZOFFSETFROM:${before}`,
      `TZOFFSETTO:${after}`,
      `END:${kind}`,
    ];
  });
  return ["BEGIN:VTIMEZONE", `TZID:${zone}`, ...observances, "END:VTIMEZONE"];
}

/** `+0100`, `-0330` (§3.3.14) */
const utcOffset = (iso: string) => iso.slice(-6).replace(":", "");
