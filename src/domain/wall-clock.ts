/**
 * Calendar dates and times as they stand on a wall, and the instants they name.
 *
 * Units   LocalDate is an ISO 8601 calendar date, LocalDateTime the same with hours and minutes; both sort and compare
 *         as text. An instant is milliseconds since 1970 UTC. A zone is a name of the IANA time zone database.
 * Errors  RangeError from Intl for a zone it does not know; content is checked with isZone first.
 * Source  RFC 5545 §3.3.5 for times that a change of clocks makes twofold (the first is meant) or skips (the offset
 *         from before the gap is meant).
 */

/** `2027-05-06` */
export type LocalDate = string;

/** `2027-05-06T17:30` */
export type LocalDateTime = string;

const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** The instant at which clocks in the zone show this, whatever zone the machine itself is in. */
export function instantOf(local: LocalDateTime, zone: string): number {
  const asUtc = Date.parse(`${local}Z`);
  const before = offsetAt(asUtc - DAY_MS, zone);
  const after = offsetAt(asUtc + DAY_MS, zone);
  if (before === after) return asUtc - before;

  const candidates = [asUtc - before, asUtc - after].filter((instant) => asUtc - instant === offsetAt(instant, zone));
  return candidates.length > 0 ? Math.min(...candidates) : asUtc - before;
}

/** What clocks in the zone show at this instant. */
export function localAt(instant: number, zone: string): LocalDateTime {
  return new Date(instant + offsetAt(instant, zone)).toISOString().slice(0, 16);
}

export function dateAt(instant: number, zone: string): LocalDate {
  return localAt(instant, zone).slice(0, 10);
}

/** ISO 8601 with the zone's offset at that instant: `2027-05-06T17:30:00+02:00`. */
export function isoAt(instant: number, zone: string): string {
  const minutes = Math.round(offsetAt(instant, zone) / MINUTE_MS);
  const part = (number: number) => String(Math.floor(Math.abs(number))).padStart(2, "0");
  return `${localAt(instant, zone)}:00${minutes < 0 ? "-" : "+"}${part(minutes / 60)}:${part(minutes % 60)}`;
}

/** How far the zone's clocks are ahead of UTC at this instant, in milliseconds; negative west of Greenwich. */
export function offsetAt(instant: number, zone: string): number {
  const shown = Date.parse(`${formatFor(zone).format(instant).replace(" ", "T")}Z`);
  return shown - Math.floor(instant / 1000) * 1000;
}

/**
 * Whether it is a name as the database writes them, `Area/City` or `UTC`; Intl alone takes any letters, and offsets.
 */
export function isZone(name: string): boolean {
  if (!/^(?:UTC|[A-Z]\w+(?:\/[A-Z][\w+-]+)+)$/.test(name)) return false;
  try {
    formatFor(name);
    return true;
  } catch {
    return false;
  }
}

/** The date `days` days after this one. */
export function daysAfter(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The same day `months` months later, or the last of that month where it has no such day. */
export function monthsAfter(date: LocalDate, months: number): LocalDate {
  const moved = new Date(date);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  if (moved.getUTCDate() !== Number(date.slice(8))) moved.setUTCDate(0);
  return moved.toISOString().slice(0, 10);
}

/** 0 is Monday. */
export function weekdayOf(date: LocalDate): number {
  return (new Date(date).getUTCDay() + 6) % 7;
}

/** Whether the text is a date that exists, between the years 1900 and 2199. */
export function isLocalDate(text: string): text is LocalDate {
  if (!/^(?:19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Whether the text is a date that exists with a time of day from 00:00 to 23:59. */
export function isLocalDateTime(text: string): text is LocalDateTime {
  const [date = "", time = "", ...rest] = text.split("T");
  return rest.length === 0 && isLocalDate(date) && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Writes an instant as the zone's clocks show it: "2026-11-21 10:00:00", as Swedish does. Making a format is slow, and
 * there are only as many zones as content names.
 */
function formatFor(zone: string): Intl.DateTimeFormat {
  const made = formats.get(zone);
  if (made) return made;

  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formats.set(zone, format);
  return format;
}
