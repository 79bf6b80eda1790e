/** Zones are IANA names; an ambiguous or skipped time follows RFC 5545 §3.3.5. */

/** Milliseconds since 1970 UTC. */
export type Instant = number;

/** `2027-05-06`, which compares as text. */
export type LocalDate = string;

/** `2027-05-06T17:30`, which compares as text. */
export type LocalDateTime = string;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export function instantOf(local: LocalDateTime, zone: string): Instant {
  const asUtc = Date.parse(`${local}Z`);
  const before = offsetAt(asUtc - DAY_MS, zone);
  const after = offsetAt(asUtc + DAY_MS, zone);
  if (before === after) return asUtc - before;

  const candidates = [asUtc - before, asUtc - after].filter((instant) => asUtc - instant === offsetAt(instant, zone));
  return candidates.length > 0 ? Math.min(...candidates) : asUtc - before;
}

export function localAt(instant: Instant, zone: string): LocalDateTime {
  return new Date(instant + offsetAt(instant, zone)).toISOString().slice(0, 16);
}

export function dateAt(instant: Instant, zone: string): LocalDate {
  return localAt(instant, zone).slice(0, 10);
}

export function isoAt(instant: Instant, zone: string): string {
  const minutes = Math.round(offsetAt(instant, zone) / MINUTE_MS);
  const part = (number: number) => String(Math.floor(Math.abs(number))).padStart(2, "0");
  return `${localAt(instant, zone)}:00${minutes < 0 ? "-" : "+"}${part(minutes / 60)}:${part(minutes % 60)}`;
}

/** Milliseconds ahead of UTC. */
export function offsetAt(instant: Instant, zone: string): number {
  const shown = Date.parse(`${formatFor(zone).format(instant).replace(" ", "T")}Z`);
  return shown - Math.floor(instant / 1000) * 1000;
}

/** `Area/City` or `UTC`, because Intl also accepts offsets and other capitalisation. */
export function isZone(name: string): boolean {
  if (!/^(?:UTC|[A-Z]\w+(?:\/[A-Z][\w+-]+)+)$/.test(name)) return false;
  try {
    formatFor(name);
    return true;
  } catch {
    return false;
  }
}

export function daysAfter(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the same day of another month, or its last day. */
export function monthsAfter(date: LocalDate, months: number): LocalDate {
  const moved = new Date(date);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  if (moved.getUTCDate() !== Number(date.slice(8))) moved.setUTCDate(0);
  return moved.toISOString().slice(0, 10);
}

/** The same time of the day in UTC. */
export function monthsBefore(time: Instant, months: number): Instant {
  const iso = new Date(time).toISOString();
  return Date.parse(monthsAfter(iso.slice(0, 10), -months) + iso.slice(10));
}

/** 0 is Monday. */
export function weekdayOf(date: LocalDate): number {
  return (new Date(date).getUTCDay() + 6) % 7;
}

/** Returns the first day of an ISO 8601 week; undefined if the year has no such week. */
export function mondayOf(year: number, week: number): LocalDate | undefined {
  const inFirstWeek = `${year}-01-04`;
  const monday = daysAfter(inFirstWeek, 7 * (week - 1) - weekdayOf(inFirstWeek));
  const thursday = daysAfter(monday, 3); // a week belongs to the year of its Thursday
  return thursday.startsWith(`${year}-`) ? monday : undefined;
}

/** A date that exists, from 1900 to 2199. */
export function isLocalDate(text: string): text is LocalDate {
  if (!/^(?:19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

export function isLocalDateTime(text: string): text is LocalDateTime {
  return isLocalDate(text.slice(0, 10)) && /^T(?:[01]\d|2[0-3]):[0-5]\d$/.test(text.slice(10));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Swedish formats "2026-11-21 10:00:00"; cached, because creating a format is slow. */
function formatFor(zone: string): Intl.DateTimeFormat {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium", hourCycle: "h23" });
  formats.set(zone, format);
  return format;
}
