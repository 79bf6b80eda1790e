/** RFC 5545 §3.6–3.8, RFC 7986 §5. */

import { createEvents, type EventAttributes } from "ics";
import type { City } from "../addresses/cities.js";
import { conceptOfCode } from "../addresses/pages.js";
import type { Site } from "../site.js";
import { defaultLocale, type Locale, type Translate } from "../text/locale.js";
import { DAY_MS, instantOf, isoAt, MINUTE_MS, offsetAt } from "../text/wall-clock.js";
import { type Filter, takesPlace } from "./agenda.js";
import { type ApiEvent, audienceInWords, hostInWords, labelledFact, placeInWords, recordOf } from "./record.js";

export interface Calendar {
  readonly locale: Locale;
  readonly t: Translate;
  readonly events: readonly ApiEvent[];
  /** Only to subscribe to: Outlook opens a file with a name as a new calendar (MS-OXCICAL 2.1.3.1.1.17). */
  readonly feed?: Feed;
  /** Only for mails to people who signed up: METHOD requires an organizer (RFC 5546 §3.2.1). */
  readonly organizer?: { readonly name: string; readonly email: string };
}

interface Feed {
  readonly name: string;
  readonly description: string;
  readonly zone: string;
  /** A feed without events describes its zone from this year on. */
  readonly year: number;
}

/** To subscribe to: the dates of a city, or of all. */
export function feedOfDates(city: City | undefined, filter: Filter, site: Site): string {
  const occurrences = site.snapshot().agenda.recentAndComingYear({ ...filter, city: city?.slug });
  const { organisation } = site.library;
  const locale = filter.locale ?? defaultLocale;
  const t = site.getFixedT(locale);
  const name = filter.concept ? conceptOfCode(filter.concept).name : organisation.name;
  const names = { name, city: city?.names[locale] ?? "" };
  return icalendar({
    feed: {
      name: city ? t("events:calendar.name", names) : name,
      description: t(city ? "events:calendar.description" : "events:calendar.allDescription", names),
      zone: city?.zone ?? organisation.timezone,
      year: Number(site.snapshot().agenda.today.slice(0, 4)),
    },
    locale,
    t,
    events: occurrences.map((occurrence) => recordOf(occurrence, locale, site)),
  });
}

/** Throws if `ics` rejects an event, and RangeError for an unknown zone of a feed without events. */
export function icalendar(calendar: Calendar): string {
  const { feed, locale, events, organizer } = calendar;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "CALSCALE:GREGORIAN",
    `PRODID:-//for-commerce//calendar//${locale.toUpperCase()}`,
  ];
  if (organizer) lines.push("METHOD:PUBLISH");
  if (feed) lines.push(...feedProperties(feed));
  lines.push(...vevents(calendar));
  if (feed && events.length === 0) lines.push(...vtimezone(feed.zone, feed.year)); // a calendar has a component (§3.6)
  lines.push("END:VCALENDAR", "");
  return lines.map(folded).join("\r\n");
}

function feedProperties({ name, description, zone }: Feed): string[] {
  return [
    "X-PUBLISHED-TTL:PT1H",
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `X-WR-CALDESC:${escapeText(description)}`,
    `X-WR-TIMEZONE:${escapeText(zone)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
  ];
}

/** `ics` writes all but two properties: it takes 4 ms for each DESCRIPTION, and rejects some hosts in a URL. */
function vevents(calendar: Calendar): string[] {
  const { events, organizer, t } = calendar;
  const { error, value } = createEvents(events.map((event) => attributesOf(event, calendar)));
  if (!value) throw error;
  const written = value.match(/^BEGIN:VEVENT\r\n[\s\S]*?(?=\r\nEND:VEVENT)/gm) ?? [];
  return events.flatMap((event, index) => [
    ...written[index]!.split("\r\n"),
    `DESCRIPTION:${escapeText(descriptionOf(event, organizer !== undefined, t))}`,
    `URL:${new URL(event.url).href}`,
    "END:VEVENT",
  ]);
}

/** §3.8.1.11. A postponed event is not CANCELLED, because Google removes those. */
const statuses = {
  confirmed: "CONFIRMED",
  tentative: "TENTATIVE",
  postponed: "TENTATIVE",
  cancelled: "CANCELLED",
} as const;

/** `ics` does not escape the UID, and its types lack `timestamp` (DTSTAMP). */
function attributesOf(event: ApiEvent, { organizer, t }: Calendar) {
  const { status, title, venue } = event;
  const updated = Date.parse(event.updatedAt);
  const attributes: EventAttributes & { timestamp: number } = {
    uid: escapeText(event.uid),
    timestamp: updated,
    lastModified: updated,
    sequence: event.sequence,
    start: Date.parse(event.startsAt),
    end: Date.parse(event.endsAt),
    title: icalText(takesPlace(event) ? title : t(`events:calendar.${status}`, { title })),
    location: icalText(venue ? placeInWords(venue) : t("events:board.online")),
    categories: [conceptOfCode(event.concept).name],
    status: statuses[status],
    transp: takesPlace(event) ? "OPAQUE" : "TRANSPARENT",
  };
  if (organizer) attributes.organizer = organizer;
  if (venue && venue.latitude !== null && venue.longitude !== null)
    attributes.geo = { lat: Number(venue.latitude.toFixed(6)), lon: Number(venue.longitude.toFixed(6)) }; // §3.8.1.6
  return attributes;
}

/** A mailed event has no invitation to sign up, because its readers have done so. */
function descriptionOf(event: ApiEvent, isMailed: boolean, t: Translate): string {
  const facts = [hostInWords(event, t), labelledFact("language", event.language, t)];
  const invites = !isMailed && event.signUp === "open" && event.audience !== "application";
  const link = invites ? t("events:calendar.signUp", { url: event.url }) : event.url;
  const audience = takesPlace(event) ? `${audienceInWords(event, t)}.` : ""; // "Free and open" reads as an invitation
  return [event.description, ...facts, audience, link].filter(Boolean).join("\n\n");
}

/** §3.1: at most 75 octets a line, without splitting a character; `ics` counts characters. */
function folded(line: string): string {
  const octets = Buffer.from(line);
  if (octets.length <= 75) return line;
  let end = 75;
  while ((octets[end]! & 0xc0) === 0x80) end -= 1; // an octet that continues a character
  return `${octets.subarray(0, end)}\r\n${folded(` ${octets.subarray(end)}`)}`;
}

/** §3.3.11 (TEXT) */
function escapeText(text: string): string {
  return icalText(text)
    .replace(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n");
}

/** Every line end becomes a newline (UTS 18 RL1.6), each character that TEXT cannot hold U+FFFD. */
function icalText(text: string): string {
  return text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n").replace(/(?![\t\n])[\p{Cc}\p{Cs}]/gu, "\ufffd");
}

/** Clocks change at whole quarters of an hour. */
const QUARTER_MS = 15 * MINUTE_MS;

/** RFC 5545 §3.6.5, for this year and the next; throws RangeError for a zone that Intl does not know. */
function vtimezone(zone: string, year: number): string[] {
  const start = instantOf(`${year}-01-01T00:00`, zone);
  const end = instantOf(`${year + 2}-01-01T00:00`, zone);
  const changes = [start];
  for (let day = start; day < end; day += DAY_MS) {
    let change = day;
    while (offsetAt(change, zone) !== offsetAt(day + DAY_MS, zone)) change += QUARTER_MS;
    if (change > day) changes.push(change);
  }

  const standard = Math.min(...changes.map((instant) => offsetAt(instant, zone)));
  const lines = ["BEGIN:VTIMEZONE", `TZID:${zone}`];
  for (const change of changes) {
    const kind = offsetAt(change, zone) === standard ? "STANDARD" : "DAYLIGHT";
    const shownBefore = new Date(change + offsetAt(change - QUARTER_MS, zone)).toISOString();
    lines.push(
      `BEGIN:${kind}`,
      `DTSTART:${shownBefore.slice(0, 19).replace(/[-:]/g, "")}`,
      `TZOFFSETFROM:${utcOffset(change - QUARTER_MS, zone)}`,
      `TZOFFSETTO:${utcOffset(change, zone)}`,
      `END:${kind}`,
    );
  }
  return [...lines, "END:VTIMEZONE"];
}

/** `+0100`, `-0330` (§3.3.14) */
const utcOffset = (instant: number, zone: string) => isoAt(instant, zone).slice(-6).replace(":", "");
