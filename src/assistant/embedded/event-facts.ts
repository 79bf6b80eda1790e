import { conceptOfCode, concepts } from "../../domain/concept.js";
import { dateInWords, listed } from "../../domain/dates-in-words.js";
import { isOff, type Occurrence } from "../../domain/event.js";
import type { Locale } from "../../domain/locale.js";
import type { Slug } from "../../domain/slug.js";
import { dateAt, daysAfter, weekdayOf } from "../../domain/wall-clock.js";
import { changeInWords } from "../../formats/event-record.js";
import { pageOfEvent } from "../../site/event-pages.js";
import { calendarPath, isPageName, type PageName } from "../../site/paths.js";
import type { Dependencies } from "../dependencies.js";
import { type Fact, linksIn } from "./links.js";
import type { Period } from "./periods.js";
import type { Slots } from "./slots.js";

export type EventQuestion = "next" | "list" | "status" | "often" | "cities";

const MAX_LISTED = 8;
/** Dates that are named after the next one. */
const MORE_DATES = 2;

type EventSources = Pick<Dependencies, "library" | "agenda" | "records" | "getFixedT" | "clock">;

export type EventFacts = ReturnType<typeof eventFactsIn>;

/** Answers from the event records, in one language. */
export function eventFactsIn(locale: Locale, sources: EventSources) {
  const { library, agenda, records, clock } = sources;
  const t = sources.getFixedT(locale);
  const { sourceOf, linkTo } = linksIn(locale, library);
  const recordOf = (occurrence: Occurrence) => records.of(occurrence, locale);
  const cityName = (slug: Slug) => library.cities.find((city) => city.slug === slug)?.names[locale] ?? slug;
  /** The page of the events; of several, the home page first, which lists all. */
  const sourcesOf = (shown: readonly Occurrence[]) => {
    const pages = [...new Set(shown.map(({ event }) => pageOfEvent(event.concept, event.city)))];
    return (pages.length > 1 ? ["home" as const, ...pages] : pages).map(sourceOf);
  };

  const valuesOf = (occurrence: Occurrence) => {
    const record = recordOf(occurrence);
    const place = record.venue === null ? t("events:board.online") : `${record.venue.name}, ${record.cityName}`;
    const title = `[${record.title}](${record.path})`;
    return { title, date: record.dateText, place, reason: occurrence.reason?.[locale] ?? "" };
  };
  const withChange = (text: string, occurrence: Occurrence) =>
    [text, changeInWords(occurrence, locale, t)].filter(Boolean).join(" ");
  const linesOf = (shown: readonly Occurrence[]) =>
    shown
      .map((occurrence) => {
        const { title, date, place } = valuesOf(occurrence);
        return withChange(`- ${date}: ${title}. ${place}.`, occurrence);
      })
      .join("\n");
  const sentenceOf = (occurrence: Occurrence, key = "assistant:events.is") => {
    if (!isOff(occurrence)) return withChange(t(key, valuesOf(occurrence)), occurrence);
    const isCancelled = occurrence.status === "cancelled";
    return t(isCancelled ? "assistant:events.cancelled" : "assistant:events.postponed", valuesOf(occurrence));
  };

  const coming = ({ concept, city, series, isOnline }: Slots) =>
    agenda
      .current()
      .search({ concept, city }, { endsAfter: clock(), startsBefore: Infinity })
      .occurrences.filter(
        ({ event }) => (!series || series.includes(event.slug)) && (!isOnline || event.attendance !== "in-person"),
      );

  /** How to come to it. */
  const stepOf = (occurrence: Occurrence): string => {
    const { actionPath, summary } = recordOf(occurrence);
    const { action, concept } = occurrence.event;
    if (concept === "COMMONS") return t("assistant:events.join", { summary, page: linkTo("commerce-commons-join") });
    if (action === null || !isPageName(action) || actionPath === null) return "";
    const key = action.endsWith("-attend") ? "assistant:events.apply" : "assistant:events.write";
    return t(key, { page: linkTo(action, actionPath) });
  };

  /** The first that takes place, those cancelled before it, and those after it. */
  const next = (matching: readonly Occurrence[]): Fact => {
    const index = matching.findIndex((one) => !isOff(one));
    const first = matching[index];
    if (!first) return list(matching);
    const later = matching.slice(index + 1, index + 1 + MORE_DATES);
    const { recurrence } = recordOf(first);
    const isSeries = matching.every(({ event }) => event === first.event);
    const rhythm = recurrence ? t("assistant:events.rhythm", { often: recurrence.text }) : "";
    // Of one series, the dates are enough.
    const dates = isSeries
      ? ` ${later.map((one) => withChange(recordOf(one).dateText, one)).join("; ")}.`
      : `\n\n${linesOf(later)}`;
    const parts = [
      [sentenceOf(first, "assistant:events.next"), rhythm].filter(Boolean).join(" "),
      ...matching.slice(0, index).map((one) => sentenceOf(one)),
      later.length > 0 ? `${t("assistant:events.after")}${dates}` : "",
      stepOf(first),
    ];
    return { text: paragraphs(parts), sources: sourcesOf([first, ...later]) };
  };

  const one = (occurrence: Occurrence, key?: string): Fact => ({
    text: paragraphs([sentenceOf(occurrence, key), isOff(occurrence) ? "" : stepOf(occurrence)]),
    sources: sourcesOf([occurrence]),
  });

  const list = (shown: readonly Occurrence[]): Fact => {
    const [only, ...others] = shown;
    if (only && others.length === 0) return one(only);
    const text = `${t("assistant:events.these")}\n\n${linesOf(shown.slice(0, MAX_LISTED))}`;
    return { text, sources: sourcesOf(shown) };
  };

  /** The rhythm of each series. */
  const often = (matching: readonly Occurrence[]): Fact => {
    const firsts = [...new Map([...matching].reverse().map((one) => [one.event, one])).values()].reverse();
    const series = firsts.filter(({ event }) => event.recurrence);
    if (series.length < 2)
      return next(series.length === 0 ? matching : matching.filter(({ event }) => event.recurrence));
    const lines = series.map((one) => {
      const { startsAt, endsAt, recurrence } = recordOf(one);
      const hours = { from: startsAt.slice(11, 16), to: endsAt.slice(11, 16) };
      return `- ${t("assistant:events.often", { title: valuesOf(one).title, often: recurrence?.text ?? "", ...hours })}`;
    });
    return { text: lines.join("\n"), sources: sourcesOf(series) };
  };

  /** The cities where a concept meets, or all of them do; what takes place once is named with its date. */
  const cities = ({ concept }: Slots): Fact => {
    const wanted = concepts.filter(({ code }) => (concept ?? code) === code);
    const text = wanted.flatMap(({ code, name }) => {
      const matching = coming({ concept: code });
      const regular = new Set(matching.filter(({ event }) => event.recurrence).map(({ event }) => event.city));
      const once = matching.filter((one) => !one.event.recurrence && !isOff(one) && !regular.has(one.event.city));
      const names = listed([...regular].map(cityName), locale);
      return [
        ...(regular.size > 0 ? [t("assistant:events.cities", { concept: name, cities: names })] : []),
        ...once.map((one) => t("assistant:events.once", valuesOf(one))),
      ];
    });
    const start = startPage(concept);
    return {
      text: paragraphs([text.join(" "), t("assistant:events.start", { page: linkTo(start) })]),
      sources: [...wanted.slice(0, concept ? 1 : 2).map(({ slug }) => sourceOf(slug)), sourceOf(start)],
    };
  };

  /** Nothing is in the place that was named: what is nearest, open evenings first, and how to begin there. */
  const notThere = (place: string, nearest: Slug | undefined, concept: Slots["concept"]): Fact => {
    const { name, slug } = conceptOfCode(concept ?? "AFTER");
    const candidates = [...(nearest ? coming({ concept, city: nearest }) : []), ...coming({ concept })];
    // Who asks what there is elsewhere is seldom a member.
    const first = candidates.find((one) => !isOff(one) && (concept === "COMMONS" || one.event.concept !== "COMMONS"));
    const start = startPage(concept);
    const parts = [
      t(nearest ? "assistant:events.notThere" : "assistant:events.notThat", { place, concept: name }),
      first ? t("assistant:events.nearest", { city: recordOf(first).cityName, ...valuesOf(first) }) : "",
      t("assistant:events.start", { page: linkTo(start) }),
    ];
    const how = [sourceOf(start), ...(first ? sourcesOf([first]) : [])];
    // The Commons has no page about starting it elsewhere.
    const pages = concept === "COMMONS" ? [sourceOf(slug), ...how] : [...how, sourceOf(slug)];
    return { text: parts.filter(Boolean).join(" "), sources: pages };
  };

  /** Nothing is on in the period: what comes after it, or at all. */
  const notThen = (period: Period, { concept, city }: Slots, all: readonly Occurrence[]): Fact => {
    const isDay = period.to === daysAfter(period.from, 1);
    const nothing = isDay
      ? t("assistant:events.nothingOn", { date: dateInWords(period.from, locale) })
      : t("assistant:events.nothingThen", {
          from: dateInWords(period.from, locale),
          to: dateInWords(daysAfter(period.to, -1), locale),
        });
    const later = all.filter(({ starts, event }) => dateAt(starts, event.zone) >= period.to);
    const subject = [concept && conceptOfCode(concept).name, city && cityName(city)].filter(Boolean).join(", ");
    return preceded(subject ? `${subject}: ${nothing}` : nothing, next(later.some((one) => !isOff(one)) ? later : all));
  };

  return {
    /** Dates, places and changes of events. */
    of(question: EventQuestion, slots: Slots): Fact {
      const { city, unknownCity, period, concept, isLast, isOnline, skip = 0 } = slots;
      if (unknownCity) return notThere(unknownCity.name, unknownCity.nearest, concept);
      if (question === "cities" && city === undefined && !period && !isOnline) return cities(slots);
      const all = coming(slots);
      if (all.length === 0) {
        if (city === undefined || concept === undefined) return cities(slots);
        return notThere(cityName(city), undefined, concept);
      }
      const within = period ? all.filter((one) => isWithin(one, period)) : all;
      const matching = within.filter((one) => !isOff(one)).length > skip ? passedOver(within, skip) : within;
      if (period && matching.length === 0) return notThen(period, slots, all);
      const last = isLast && period?.weekday === undefined && matching.findLast((one) => !isOff(one));
      if (last) return one(last, "assistant:events.last");
      if (question === "status") {
        const changed = matching.filter((one) => isOff(one) || one.previousStarts !== null);
        if (changed.length > 0) return list(changed);
        const unchanged = t(period ? "assistant:events.asPlanned" : "assistant:events.unchanged");
        return preceded(unchanged, period ? list(matching) : next(matching));
      }
      if (period) return list(matching);
      if (question === "often") return often(matching);
      return question === "list" ? list(matching) : next(matching);
    },

    /** Calendars to subscribe to: of the city that was named, or of all. */
    calendars({ city }: Slots): Fact {
      const slugs = city ? [city] : library.cities.map(({ slug }) => slug);
      const links = slugs.map(
        (slug) => `[${t("events:subscribe.city", { city: cityName(slug) })}](${calendarPath(slug, { locale })})`,
      );
      return { text: t("assistant:events.calendars", { calendars: listed(links, locale) }), sources: [] };
    },
  };
}

/** Without so many of the dates that are held. */
function passedOver(all: readonly Occurrence[], skip: number): readonly Occurrence[] {
  const held = all.filter((one) => !isOff(one));
  return all.slice(all.indexOf(held[skip]!));
}

const paragraphs = (parts: readonly string[]) => parts.filter(Boolean).join("\n\n");
const preceded = (sentence: string, { text, sources }: Fact): Fact => ({ text: `${sentence} ${text}`, sources });

function startPage(concept: Slots["concept"]): PageName {
  const ofConcept = concept && `${conceptOfCode(concept).slug}-start-city`;
  return ofConcept && isPageName(ofConcept) ? ofConcept : "after-commerce-start-city";
}

/** Where it is, or was before it was moved. */
function isWithin({ starts, previousStarts, event }: Occurrence, { from, to, weekday }: Period): boolean {
  return [starts, previousStarts].some((instant) => {
    if (instant === null) return false;
    const date = dateAt(instant, event.zone);
    return date >= from && date < to && (weekday === undefined || weekdayOf(date) === weekday);
  });
}
