import { type Locale, regionalTags, type Translate } from "./locale.js";
import { dateAt, type LocalDate, localAt } from "./wall-clock.js";

/** "Thursday 3 December 2026, 17:30–20:00", with both dates if they differ. */
export function whenInWords(starts: number, ends: number, zone: string, locale: Locale, t: Translate): string {
  const date = dateAt(starts, zone);
  if (date !== dateAt(ends, zone)) {
    const inWords = (instant: number) => startInWords(instant, zone, locale, t);
    return t("events:when.severalDays", { from: inWords(starts), to: inWords(ends) });
  }
  return t("events:when.sameDay", { date: fullDate(date, locale), from: timeAt(starts, zone), to: timeAt(ends, zone) });
}

export type ShortDate = Record<"weekday" | "day" | "dayAndMonth" | "month" | "year" | "time", string>;

export function shortDate(iso: string, locale: Locale): ShortDate {
  const date = iso.slice(0, 10);
  const short = (options: Intl.DateTimeFormatOptions) => inUtc(date, locale, options).replace(/\.$/, "");
  return {
    weekday: short({ weekday: "short" }),
    day: date.slice(8),
    dayAndMonth: short({ day: "numeric", month: "short" }),
    month: short({ month: "short" }),
    year: date.slice(0, 4),
    time: iso.slice(11, 16),
  };
}

/** "17:30–20:00" or "17:30 – 11 Dec 12:00"; a line can break only after the dash. */
export function shortTimes(starts: string, ends: string, locale: Locale): string {
  const from = starts.slice(11, 16);
  if (starts.slice(0, 10) === ends.slice(0, 10)) return `${from}–${ends.slice(11, 16)}`;
  const { day, month, time } = shortDate(ends, locale);
  return `${from}\u00a0– ${day}\u00a0${month}\u00a0${time}`;
}

/** "Central European Summer Time". */
export function zoneInWords(zone: string, instant: number, locale: Locale): string {
  const format = new Intl.DateTimeFormat(regionalTags[locale], { timeZone: zone, timeZoneName: "long" });
  return format.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

export function startInWords(starts: number, zone: string, locale: Locale, t: Translate): string {
  return t("events:when.start", { date: fullDate(dateAt(starts, zone), locale), time: timeAt(starts, zone) });
}

export function fullDate(date: LocalDate, locale: Locale): string {
  return `${inUtc(date, locale, { weekday: "long" })} ${dateInWords(date, locale)}`;
}

export function dateInWords(date: LocalDate, locale: Locale): string {
  return inUtc(date, locale, { day: "numeric", month: "long", year: "numeric" });
}

/** "Thursday 3 December". */
export function weekdayAndDay(iso: string, locale: Locale): string {
  const date = iso.slice(0, 10);
  return `${inUtc(date, locale, { weekday: "long" })} ${dayAndMonth(date, locale)}`;
}

export function dayAndMonth(date: LocalDate, locale: Locale): string {
  return inUtc(date, locale, { day: "numeric", month: "long" });
}

export function monthAndYear(iso: string, locale: Locale): string {
  return inUtc(iso.slice(0, 10), locale, { month: "long", year: "numeric" });
}

export function monthName(month: number, locale: Locale): string {
  return inUtc(`2028-${String(month).padStart(2, "0")}-01`, locale, { month: "long" });
}

/** 0 is Monday, as 3 January 2028 was. */
export function weekdayName(day: number, locale: Locale): string {
  return inUtc(`2028-01-0${3 + day}`, locale, { weekday: "long" });
}

export function listInWords(items: readonly string[], locale: Locale): string {
  return new Intl.ListFormat(regionalTags[locale]).format(items);
}

function timeAt(instant: number, zone: string): string {
  return localAt(instant, zone).slice(11);
}

function inUtc(date: LocalDate, locale: Locale, options: Intl.DateTimeFormatOptions): string {
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(regionalTags[locale], { ...options, timeZone: "UTC" });
  formats.set(key, format);
  return format.format(new Date(date));
}

const formats = new Map<string, Intl.DateTimeFormat>();

export function moneyInWords(amount: number, currency: string, locale: Locale): string {
  const options = { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" } as const;
  return new Intl.NumberFormat(regionalTags[locale], options).format(amount);
}

export function percentInWords(percent: number, locale: Locale): string {
  return new Intl.NumberFormat(regionalTags[locale], { style: "percent", maximumFractionDigits: 2 }).format(
    percent / 100,
  );
}
