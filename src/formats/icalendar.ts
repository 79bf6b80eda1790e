/**
 * A calendar to subscribe to, as an iCalendar document. The package `ics` writes the events; what it lacks stands here.
 *
 * Units   times go out in UTC to the second, so no zone is needed to read them, and the server's own has no part in it.
 * Errors  Error with the words of `ics` for an event it refuses, TypeError for an event's address that is no URL,
 *         RangeError for a zone that Intl does not know, when there are no events: mistakes of the caller, all three.
 * Source  RFC 5545: §3.1 lines, §3.3.11 TEXT, §3.6 at least one component, §3.6.1 VEVENT, §3.7 and §3.8 properties;
 *         RFC 7986: §5.1 NAME, §5.2 DESCRIPTION, §5.7 REFRESH-INTERVAL. X-WR-CALNAME, X-WR-CALDESC, X-WR-TIMEZONE and
 *         X-PUBLISHED-TTL are in no RFC: Apple, Google and Microsoft read them. METHOD is left out, as it would ask for
 *         an ORGANIZER (RFC 5546 §3.2.1).
 */
import { createEvents, type EventAttributes } from "ics";
import type { ApiEvent } from "../contracts/event-record.js";
import { conceptOfCode } from "../domain/concept.js";
import type { Locale } from "../domain/locale.js";
import type { Translate } from "../domain/translate.js";
import { clean, escaped, folded } from "./content-lines.js";
import { vtimezone } from "./vtimezone.js";

/** STATUS (§3.8.1.11), and the prefix of the summary of an event that is off. */
const statuses = {
  confirmed: { status: "CONFIRMED", prefixed: undefined },
  tentative: { status: "TENTATIVE", prefixed: undefined },
  cancelled: { status: "CANCELLED", prefixed: "events:calendar.cancelled" },
  postponed: { status: "CANCELLED", prefixed: "events:calendar.postponed" },
} as const;

export interface Calendar {
  readonly name: string;
  readonly description: string;
  /** IANA name of the zone its readers live in. */
  readonly zone: string;
  /** The language of its texts and of `t`. */
  readonly locale: Locale;
  readonly t: Translate;
  /** The year of today: without events the document tells the clocks of the zone, in this year and the next. */
  readonly year: number;
  readonly events: readonly ApiEvent[];
}

/** The same calendar gives the same bytes, whenever and wherever it is made. */
export function icalendar(calendar: Calendar): string {
  const { locale, t, zone, year, events } = calendar;
  const { error, value } = createEvents(
    events.map((record) => attributesOf(record, t)),
    { productId: `-//for-commerce//calendar//${locale.toUpperCase()}`, method: "" },
  );
  if (error) throw new Error(`ics refuses an event: ${reasonOf(error)}`, { cause: error });

  const calendarLines = [...linesOf(calendar), ...(events.length === 0 ? vtimezone(zone, year) : [])];
  const eventLines = events.map(linesBeside);
  const lines = value!
    .trimEnd()
    .split("\r\n")
    .flatMap((line) => {
      if (line === "X-PUBLISHED-TTL:PT1H") return [line, ...calendarLines];
      if (line === "END:VEVENT") return [...eventLines.shift()!, line];
      return line;
    });
  return folded(lines);
}

function linesOf({ name, description, zone }: Calendar): string[] {
  return [
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `DESCRIPTION:${escaped(description)}`,
    `X-WR-CALDESC:${escaped(description)}`,
    `X-WR-TIMEZONE:${escaped(zone)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
  ];
}

/** An event for `ics`, which escapes title and location, but not the UID. Its types lack `timestamp`, the DTSTAMP. */
function attributesOf(record: ApiEvent, t: Translate): EventAttributes & { timestamp: number } {
  const { title } = record;
  const { status, prefixed } = statuses[record.status];
  const updated = Date.parse(record.updatedAt);

  return {
    uid: escaped(record.uid),
    timestamp: updated,
    lastModified: updated,
    sequence: record.sequence,
    start: Date.parse(record.startsAt),
    end: Date.parse(record.endsAt),
    title: clean(prefixed ? t(prefixed, { title }) : title),
    location: clean(placeOf(record, t)),
    ...geoOf(record),
    categories: [conceptOfCode(record.concept).name],
    status,
    transp: prefixed ? "TRANSPARENT" : "OPAQUE",
  };
}

/** The lines that `ics` does not write well: it refuses valid addresses, and folds long text in quadratic time. */
function linesBeside({ description, url }: ApiEvent): string[] {
  return [`DESCRIPTION:${escaped(`${description}\n\n${url}`)}`, `URL:${new URL(url).href}`];
}

function placeOf({ venue }: ApiEvent, t: Translate): string {
  if (venue === null) return t("events:board.online");
  const { name, address, postalCode, city } = venue;
  return [name, address, postalCode === null ? city : `${postalCode} ${city}`]
    .filter((part) => part !== null)
    .join(", ");
}

/** To six decimals (§3.8.1.6). */
function geoOf({ venue }: ApiEvent): Pick<EventAttributes, "geo"> {
  if (!venue || venue.latitude === null || venue.longitude === null) return {};
  return { geo: { lat: Number(venue.latitude.toFixed(6)), lon: Number(venue.longitude.toFixed(6)) } };
}

/** `ics` gives a plain object in place of an Error, with a list when there are several reasons. */
const reasonOf = (error: Error & { errors?: readonly string[] }) => error.errors?.join("; ") ?? error.message;
