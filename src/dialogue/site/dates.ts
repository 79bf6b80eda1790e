import {
  type Concept,
  conceptOfCode,
  concepts,
  type EventFilter,
  formPages,
  pageOfEvent,
} from "../../addresses/pages.js";
import { changeInWords, isChanged, type Occurrence, takesPlace } from "../../events/agenda.js";
import { audienceInWords, hostInWords, labelledFact, recordOf, signUpInWords } from "../../events/record.js";
import type { Source } from "../../pages/sources.js";
import { paragraphs } from "../../search/words.js";
import { dateInWords, listInWords } from "../../text/in-words.js";
import { dateAt, daysAfter, type LocalDate, monthsAfter } from "../../text/wall-clock.js";
import { isIn, type Period } from "./periods.js";
import { type Reply, type Setting, sourceOf } from "./setting.js";
import { isDated, type Slots } from "./slots.js";
import type { DateQuestion } from "./topics.js";

const MAX_LISTED = 8;
/** So many dates are named after the next one. */
const MORE_DATES = 2;

/** Returns the coming dates of the city, concept, series or period that is named; none without such a name. */
export function namedDates(slots: Slots, contentWords: readonly string[], setting: Setting): Occurrence[] {
  const { city, concept, period, unknownCity } = slots;
  // "Cancel membership" names a concept, but looks for no date.
  const isNamed = isDated(slots) || (city ?? (contentWords.length === 0 ? concept : undefined)) !== undefined;
  if (unknownCity || !isNamed) return [];
  return comingDates(slots, setting).filter(
    (date) => date.event.texts[setting.locale] !== undefined && (!period || isOrWasIn(date, period)),
  );
}

/** Returns the concept and the city of the dates in a period, if they have the same. */
export function commonSubject(period: Period, setting: Setting): EventFilter {
  const events = comingDates({}, setting).flatMap((date) => (isOrWasIn(date, period) ? [date.event] : []));
  return { concept: onlyOne(events.map(({ concept }) => concept)), city: onlyOne(events.map(({ city }) => city)) };
}

const onlyOne = <Value>(values: readonly Value[]) =>
  values.every((value) => value === values[0]) ? values[0] : undefined;

/** Searches twelve months from today, or from the end of a period that is named, so that what comes next is found. */
function comingDates(slots: Partial<Slots>, { site }: Setting): Occurrence[] {
  const { concept, city, otherCities = [], series, cues, period } = slots;
  const { agenda } = site.snapshot();
  const begin = period && period.to > agenda.today ? period.to : agenda.today;
  return agenda
    .search({ concept }, { endsAfter: site.clock(), startsBefore: agenda.startOf(monthsAfter(begin, 12)) })
    .filter(({ event }) => !city || event.city === city || otherCities.includes(event.city))
    .filter(({ event }) => !series || series.includes(event.slug))
    .filter(({ event }) => !cues?.has("online") || event.attendance !== "in-person");
}

/** A date that was moved counts at its earlier time too. */
const isOrWasIn = ({ starts, previousStarts, event }: Occurrence, period: Period): boolean =>
  [starts, previousStarts].some((instant) => instant !== null && isIn(dateAt(instant, event.zone), period));

const dayOf = ({ starts, event }: Occurrence): LocalDate => dateAt(starts, event.zone);

/** Answers what is asked about dates. `isDayNamed`: unless the day is only that of the answer before. */
export function datesAnswer(asksFor: DateQuestion, slots: Slots, isDayNamed: boolean, setting: Setting): Reply {
  const { city, unknownCity, home, period, concept, series, cues } = slots;
  if (unknownCity && !city) return notThere(unknownCity, slots, setting);
  const isAnywhere = !city && !period && !series && !slots.isUnknownTime && !cues.has("online");
  if (isAnywhere && home && !concept) return notThere(home, slots, setting);
  if (isAnywhere && asksFor === "cities") return citiesAnswer(concept, setting);

  const all = comingDates(slots, setting);
  if (all.length === 0 && city && concept) return notThere(cityName(city, setting), slots, setting);
  if (all.length === 0) return citiesAnswer(concept, setting);
  if (slots.isUnknownTime && asksFor !== "status")
    return allDates(all, setting, setting.t("assistant:events.unknownTime"));
  if (period) return datesInPeriod(period, all, asksFor, slots, isDayNamed, setting);

  const dates = slots.isNoMember ? datesForNonMembers(all) : all;
  if (cues.has("afterThat")) return nextDate(dates, setting);
  if (asksFor === "status") return changesAnswer(dates, setting);
  return asksFor === "list" ? allDates(dates, setting) : nextDate(dates, setting);
}

function datesInPeriod(
  period: Period,
  all: readonly Occurrence[],
  asksFor: DateQuestion,
  slots: Slots,
  isDayNamed: boolean,
  setting: Setting,
): Reply {
  const isAfter = slots.cues.has("afterThat");
  // What was moved to an earlier day comes neither after that nor "after Christmas".
  const isLong = period.to > monthsAfter(period.from, 1);
  const inPeriod = all.filter((date) => (isAfter || isLong ? isIn(dayOf(date), period) : isOrWasIn(date, period)));
  if (period.weekday !== undefined) return nextDate(inPeriod.length > 0 ? inPeriod : all, setting);
  const dates = slots.isNoMember ? datesForNonMembers(inPeriod) : inPeriod;
  if (!dates.some((date) => isIn(dayOf(date), period))) return notThen(period, slots, all, dates, setting);
  if (isAfter) return nextDate(dates, setting);
  if (period.weeks) return preceded(periodInWords("week", period, setting), allDates(dates, setting));
  if (asksFor !== "status" || dates.some(isChanged)) return allDates(dates, setting);
  // "Why was it moved?" can be about another date than that of the answer before, if that one was not.
  if (!isDayNamed && all.some(isChanged)) return changesAnswer(all, setting);
  return preceded(setting.t("assistant:events.asPlanned"), allDates(dates, setting));
}

/** Leaves out what is for members, unless nothing else is there. */
function datesForNonMembers(dates: readonly Occurrence[]): readonly Occurrence[] {
  const open = dates.filter(({ event }) => event.audience !== "members");
  return open.length > 0 ? open : dates;
}

function changesAnswer(dates: readonly Occurrence[], setting: Setting): Reply {
  const changed = dates.filter(isChanged);
  if (changed.length > 1) return allDates(changed, setting, setting.t("assistant:events.changed"));
  if (changed.length > 0) return allDates(changed, setting);
  return preceded(setting.t("assistant:events.unchanged"), nextDate(dates, setting));
}

function allDates(dates: readonly Occurrence[], setting: Setting, opening?: string): Reply {
  const { t } = setting;
  const sources = sourcesOf(dates, setting);
  const [first] = dates;
  if (first && dates.length === 1)
    return { text: paragraphs([opening, sentenceOf(first, "is", setting)]), sources, day: dayOf(first) };
  const count = dates.length - MAX_LISTED;
  const more = count > 0 ? t("assistant:events.more", { count }) : "";
  const lines = linesOf(dates.slice(0, MAX_LISTED), setting);
  return { text: paragraphs([opening ?? t("assistant:events.these"), lines, more]), sources };
}

/** Names the first that takes place, those cancelled before it, and some after it. */
function nextDate(dates: readonly Occurrence[], setting: Setting): Reply {
  const { t, locale, site } = setting;
  const index = dates.findIndex(takesPlace);
  const first = dates[index];
  if (!first) return allDates(dates, setting);
  const later = dates.slice(index + 1, index + 1 + MORE_DATES);
  const { recurrence } = recordOf(first, locale, site);
  const rhythm = recurrence ? t("assistant:events.rhythm", { often: recurrence.text }) : "";
  const texts = [
    [sentenceOf(first, "next", setting), rhythm].filter(Boolean).join(" "),
    ...dates.slice(0, index).map((date) => sentenceOf(date, "is", setting)),
    later.length > 0 ? `${t("assistant:events.after")}\n\n${linesOf(later, setting)}` : "",
  ];
  const sources = [...sourcesOf([first], setting), ...sourcesOf([first, ...later], setting)];
  return { text: paragraphs(texts), sources, day: dayOf(first) };
}

/** Says that the city has nothing, and what other cities have in a period that is named, or how to begin there. */
function notThere(city: string, { concept, period }: Slots, setting: Setting): Reply {
  const key = concept ? "assistant:events.notThat" : "assistant:events.notThere";
  const nothing = setting.t(key, { city, concept: concept ? conceptOfCode(concept).name : "" });
  const dates = period ? comingDates({ concept, period }, setting).filter((date) => isIn(dayOf(date), period)) : [];
  return preceded(nothing, dates.length > 0 ? allDates(dates, setting) : citiesAnswer(concept, setting));
}

/** Says that the period has nothing, and what there is instead. */
function notThen(
  period: Period,
  { concept, city, otherCities = [], series }: Slots,
  all: readonly Occurrence[],
  moved: readonly Occurrence[],
  setting: Setting,
): Reply {
  const { today, locale, site } = setting;
  const isUnderWay = !period.weeks && period.from < today && today < period.to;
  const rest = isUnderWay ? { ...period, from: today } : period;
  const nothing = periodInWords(nothingKey(rest), rest, setting);
  const cities = city ? [...otherCities, city].map((slug) => cityName(slug, setting)) : [];
  const names = [concept ? conceptOfCode(concept).name : "", listInWords(cities, locale)].filter(Boolean).join(", ");
  const subject = series ? recordOf(all[0]!, locale, site).title : names;
  return preceded(subject ? `${subject}: ${nothing}` : nothing, insteadOf(period, all, moved, setting));
}

/** What was moved out of the period, else what is last before it and first after it. */
function insteadOf(period: Period, all: readonly Occurrence[], moved: readonly Occurrence[], setting: Setting): Reply {
  if (moved.length > 0) return allDates(moved, setting);
  const earlier = all.filter((date) => takesPlace(date) && dayOf(date) < period.from);
  const later = all.filter((date) => dayOf(date) >= period.to);
  if (earlier.length === 0) return nextDate(later.some(takesPlace) ? later : all, setting);
  const nearest = [...earlier.slice(-1), ...later.slice(0, MORE_DATES)];
  return allDates(nearest, setting, setting.t("assistant:events.around"));
}

function nothingKey({ from, to, weeks }: Period) {
  if (from === to) return "noSuchWeek";
  if (weeks) return "nothingInWeek";
  return daysAfter(from, 1) === to ? "nothingOn" : "nothingThen";
}

/** Names the cities where one concept or all meet regularly, and how to begin in another. */
function citiesAnswer(code: Concept["code"] | undefined, setting: Setting): Reply {
  const { t, locale } = setting;
  const wanted = concepts.filter((concept) => concept.code === (code ?? concept.code));
  const sentences = wanted.flatMap(({ code, name }) => {
    const inPerson = comingDates({ concept: code }, setting).filter(({ event }) => event.attendance !== "online");
    const names = [...new Set(inPerson.map(({ event }) => cityName(event.city, setting)))];
    const key = code === "COMMONS" ? "assistant:events.membership" : "assistant:events.cities";
    return names.length > 0 ? [t(key, { concept: name, cities: listInWords(names, locale) })] : [];
  });
  const start = sourceOf(formPages[code === "BOARDROOM" ? "start-boardroom" : "start-after-commerce"], setting);
  const howToStart = t("assistant:events.start", { page: `[${start.title}](${start.path})` });
  return {
    text: paragraphs([sentences.join(" "), howToStart]),
    sources: [...wanted.slice(0, code ? 1 : 2).map(({ slug }) => sourceOf(slug, setting)), start],
  };
}

/** Says when and where a date is, for whom, and what has changed. */
function sentenceOf(occurrence: Occurrence, key: "next" | "is" | "listed", { t, locale, site }: Setting): string {
  const record = recordOf(occurrence, locale, site);
  const place = record.venue === null ? t("events:board.online") : `${record.venue.name}, ${record.cityName}`;
  const where = record.attendance === "hybrid" ? `${place}, ${t("events:board.hybrid")}` : place;
  const title = `[${record.title}](${record.path})`;
  const reason = occurrence.reason?.[locale] ?? "";
  const { status } = occurrence;
  const isOff = !takesPlace(occurrence);
  if (isOff && key !== "listed") return t(`assistant:events.${status}`, { title, date: record.dateText, reason });
  const forWhom = isOff ? [] : [audienceInWords(record, t), signUpInWords(record, t)].filter(Boolean);
  const sentence = t(`assistant:events.${key}`, { title, date: record.dateText, where });
  const tentative = status === "tentative" ? t("events:board.tentative") : "";
  const change = changeInWords(occurrence, locale, t);
  const subject = isOff ? "" : labelledFact("theme", record.theme, t);
  const host = key === "listed" ? "" : hostInWords(record, t);
  return [sentence, subject, host, ...forWhom.map((text) => `${text}.`), tentative, change].filter(Boolean).join(" ");
}

const linesOf = (dates: readonly Occurrence[], setting: Setting) =>
  dates.map((date) => `- ${sentenceOf(date, "listed", setting)}`).join("\n");

/** Returns the page of the dates. If they have several, the list of all dates comes first. */
function sourcesOf(dates: readonly Occurrence[], setting: Setting): Source[] {
  const pages = [...new Set(dates.map(({ event }) => pageOfEvent(event.concept, event.city)))];
  return (pages.length > 1 ? ["dates" as const, ...pages] : pages).map((page) => sourceOf(page, setting));
}

const cityName = (slug: string, { site, locale }: Setting) =>
  site.library.cities.find((city) => city.slug === slug)?.names[locale] ?? slug;

const periodInWords = (key: string, { from, to, weeks = [] }: Period, { t, locale }: Setting) =>
  t(`assistant:events.${key}`, {
    weeks: weeks.join("–"),
    year: from.slice(0, 4),
    from: dateInWords(from, locale),
    to: dateInWords(daysAfter(to, -1), locale),
    count: weeks.length,
  });

const preceded = (sentence: string, fact: Reply): Reply => ({ ...fact, text: `${sentence} ${fact.text}` });
