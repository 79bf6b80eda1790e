import type { City } from "../addresses/cities.js";
import { concepts } from "../addresses/concepts.js";
import type { Event } from "../content/events.js";
import type { Rule } from "../content/recurrence.js";
import type { Facts } from "../content/references.js";
import {
  dateInWords,
  dayAndMonth,
  listInWords,
  monthName,
  startInWords,
  weekdayName,
  zoneInWords,
} from "../text/in-words.js";
import type { Locale, Translate } from "../text/locale.js";
import { daysAfter, isLocalDate, type LocalDate, weekdayOf } from "../text/wall-clock.js";
import { type Occurrence, takesPlace } from "./agenda.js";

/** Empty for a date in person: only who joins online can be in another zone. */
export function onlineZoneInWords({ event, starts }: Occurrence, locale: Locale): string {
  return event.attendance === "in-person" ? "" : zoneInWords(event.zone, starts, locale);
}

/** Subjects are announced this many days before, at the latest. */
const SUBJECT_DAYS_BEFORE = 14;

/** The day by which the subject of a coming date is announced, or that it is not yet, after that day. */
export function missingSubjectInWords(startsAt: string, today: LocalDate, locale: Locale, t: Translate): string {
  const lastDay = daysAfter(startsAt.slice(0, 10), -SUBJECT_DAYS_BEFORE);
  if (today > lastDay) return t("events:date.notAnnounced");
  return t("events:date.announcedBy", { date: dayAndMonth(lastDay, locale) });
}

/** "Language: Swedish."; empty if it is not known. */
export function labelledFact(name: "theme" | "host" | "language", fact: string | undefined | null, t: Translate) {
  if (!fact) return "";
  return `${t(`events:date.${name}`)}: ${fact}${/[.?!]$/.test(fact) ? "" : "."}`;
}

/** That the date was moved, cancelled or postponed, and why; empty if it was not. */
export function changeInWords(occurrence: Occurrence, locale: Locale, t: Translate): string {
  const { event, status, previousStarts } = occurrence;
  const reason = occurrence.reason?.[locale] ?? "";
  if (previousStarts === null) return takesPlace(occurrence) ? "" : t(`events:change.${status}`, { reason });
  return t("events:change.moved", { date: startInWords(previousStarts, event.zone, locale, t), reason });
}

const ALL_MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** "first Thursday of every month, except January and July" */
export function recurrenceInWords(rule: Rule, start: LocalDate, locale: Locale, t: Translate): string {
  const text = ruleWithoutEnd(rule, start, locale, t);
  if (rule.UNTIL) return t("events:rule.until", { rule: text, date: dateInWords(rule.UNTIL, locale) });
  return rule.COUNT ? t("events:rule.count", { rule: text, count: rule.COUNT }) : text;
}

function ruleWithoutEnd(rule: Rule, start: LocalDate, locale: Locale, t: Translate): string {
  const { FREQ, INTERVAL, BYMONTH, BYDAY } = rule;
  const step = ["one", "two"][INTERVAL - 1] ?? "more";
  const every = (days: string) => t(`events:every.${FREQ}.${step}`, { interval: INTERVAL, days });
  const namesOf = (months: readonly number[]) => {
    const names = months.map((month) => monthName(month, locale));
    return listInWords(names, locale);
  };
  const days = listInWords(daysInWords(rule, start, locale, t), locale);
  const months = monthsOf(rule, start);
  const otherMonths = ALL_MONTHS.filter((month) => !months.includes(month));
  const daysOfMonths = t("events:rule.daysOfMonths", { days, months: namesOf(months) });

  if (FREQ === "YEARLY") return every(BYDAY ? daysOfMonths : days);
  if (!BYMONTH || otherMonths.length === 0) return every(days);
  if (otherMonths.length <= 5) return t("events:rule.except", { rule: every(days), months: namesOf(otherMonths) });
  if (FREQ === "MONTHLY" && INTERVAL === 1) return daysOfMonths;
  return t("events:rule.only", { rule: every(days), months: namesOf(months) });
}

function daysInWords(rule: Rule, start: LocalDate, locale: Locale, t: Translate): string[] {
  const { FREQ, BYDAY, BYMONTHDAY } = rule;
  const positioned = (position: number, weekday: string) => {
    const side = position > 0 ? "fromStart" : "fromEnd";
    const number = Math.abs(position);
    return t(`events:position.${side}.${number}`, { weekday });
  };
  const lastDay = (day: number) => positioned(day, t("events:rule.dayNoun"));

  if (FREQ === "WEEKLY") return weekdaysOf(rule, start).map((day) => weekdayName(day, locale));
  if (BYDAY) return BYDAY.map((day) => positioned(day.position, weekdayName(day.weekday, locale)));
  const days = BYMONTHDAY ?? [Number(start.slice(8))];
  if (FREQ !== "YEARLY") return days.map((day) => (day > 0 ? t("events:rule.day", { day }) : lastDay(day)));
  return monthsOf(rule, start).flatMap((month) =>
    days.flatMap((day) => {
      if (day < 0) return t("events:rule.daysOfMonths", { days: lastDay(day), months: monthName(month, locale) });
      const date = `2028-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
      return isLocalDate(date) ? dayAndMonth(date, locale) : []; // not 30 February
    }),
  );
}

/** 0 is Monday. */
function weekdaysOf({ BYDAY }: Rule, start: LocalDate): number[] {
  const days = BYDAY?.map(({ weekday }) => weekday) ?? [weekdayOf(start)];
  return days.sort((a, b) => a - b);
}

function monthsOf({ BYMONTH }: Rule, start: LocalDate): number[] {
  return [...(BYMONTH ?? [Number(start.slice(5, 7))])].sort((a, b) => a - b);
}

/** What texts can name of an event. */
export function eventFacts({ slug, starts, ends, venue, recurrence }: Event, locale: Locale, t: Translate): Facts {
  const often = recurrence ? recurrenceInWords(recurrence.rule, starts.slice(0, 10), locale, t) : undefined;
  return new Map([
    [`event.${slug}.starts`, starts.slice(11)],
    [`event.${slug}.ends`, ends.slice(11)],
    [`event.${slug}.venue`, venue?.name[locale]],
    [`event.${slug}.recurrence`, often],
  ]);
}

/** `cities.all` names the cities that have events, and `cities.<concept>` those where it is held regularly. */
export function cityFacts(cities: readonly City[], events: readonly Event[], locale: Locale): Facts {
  const meetings = events.filter(({ attendance }) => attendance !== "online");
  const namesOf = (held: readonly Event[]) => {
    const hosting = cities.filter(({ slug }) => held.some(({ city }) => city === slug));
    const names = hosting.map(({ names }) => names[locale]);
    return names.length > 0 ? listInWords(names, locale) : undefined;
  };
  const facts = new Map([["cities.all", namesOf(meetings)]]);
  for (const { code, slug } of concepts)
    facts.set(`cities.${slug}`, namesOf(meetings.filter(({ concept, recurrence }) => concept === code && recurrence)));
  return facts;
}
