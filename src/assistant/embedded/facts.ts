import { conceptOfCode, concepts } from "../../domain/concept.js";
import { dateInWords, listed } from "../../domain/dates-in-words.js";
import { isOff, type Occurrence } from "../../domain/event.js";
import type { Locale } from "../../domain/locale.js";
import { type Discount, discountedPrice, discountedPriceWithVat, priceWithVat } from "../../domain/membership.js";
import { moneyInWords, percentInWords } from "../../domain/money-in-words.js";
import type { Slug } from "../../domain/slug.js";
import { dateAt, daysAfter, weekdayOf } from "../../domain/wall-clock.js";
import { changeInWords } from "../../formats/event-record.js";
import { pageOfEvent } from "../../site/event-pages.js";
import { calendarPath, isPageName, type PageName } from "../../site/paths.js";
import type { Source } from "../answer.js";
import type { Dependencies } from "../dependencies.js";
import type { Period } from "./dates.js";
import type { Slots } from "./slots.js";

/** What records say to a question. */
export interface Fact {
  readonly text: string;
  readonly sources: readonly Source[];
}

export type EventQuestion = "next" | "list" | "status" | "often" | "cities";

const PRICES: Readonly<Record<Discount, string>> = {
  student: "assistant:prices.student",
  founder: "assistant:prices.founder",
  "non-profit": "assistant:prices.nonProfit",
  group: "assistant:prices.group",
};

const MAX_LISTED = 8;
/** Dates that are named after the next one. */
const MORE_DATES = 2;

type FactSources = Pick<Dependencies, "library" | "agenda" | "records" | "getFixedT" | "clock">;

export type Facts = ReturnType<typeof factsIn>;

/** Answers from the event records and the price list, in one language. */
export function factsIn(locale: Locale, sources: FactSources) {
  const { library, agenda, records, clock } = sources;
  const t = sources.getFixedT(locale);
  const recordOf = (occurrence: Occurrence) => records.of(occurrence, locale);
  const cityName = (slug: Slug) => library.cities.find((city) => city.slug === slug)?.names[locale] ?? slug;
  const sourceOf = (page: PageName): Source => ({
    path: library.addresses.pathTo(page, locale),
    title: library.page(page, locale).title,
  });
  const pageLink = (page: PageName, path = sourceOf(page).path) => `[${sourceOf(page).title}](${path})`;
  const sourcesOf = (shown: readonly Occurrence[]) =>
    [...new Set(shown.map(({ event }) => pageOfEvent(event.concept, event.city)))].map(sourceOf);
  const money = (amount: number) => moneyInWords(amount, library.membership.currency, locale);

  const valuesOf = (occurrence: Occurrence) => {
    const record = recordOf(occurrence);
    const place = record.venue === null ? t("events:board.online") : `${record.venue.name}, ${record.cityName}`;
    const title = `[${record.title}](${record.path})`;
    return { title, date: record.dateText, place, reason: occurrence.reason?.[locale] ?? "" };
  };
  const withChange = (text: string, occurrence: Occurrence) =>
    [text, changeInWords(occurrence, locale, t)].filter(Boolean).join(" ");
  const lineOf = (occurrence: Occurrence) => {
    const { title, date, place } = valuesOf(occurrence);
    return withChange(`- ${date}: ${title}. ${place}.`, occurrence);
  };
  const linesOf = (shown: readonly Occurrence[]) => shown.map(lineOf).join("\n");
  const sentenceOf = (occurrence: Occurrence, key = "assistant:events.is") =>
    isOff(occurrence)
      ? t(
          occurrence.status === "cancelled" ? "assistant:events.cancelled" : "assistant:events.postponed",
          valuesOf(occurrence),
        )
      : withChange(t(key, valuesOf(occurrence)), occurrence);

  const coming = ({ concept, city, series }: Pick<Slots, "concept" | "city" | "series">) =>
    agenda
      .current()
      .search({ concept, city }, { endsAfter: clock(), startsBefore: Infinity })
      .occurrences.filter(({ event }) => !series || series.includes(event.slug));

  /** The first that takes place, those cancelled before it, and those after it. */
  const next = (matching: readonly Occurrence[]): Fact => {
    const index = matching.findIndex((one) => !isOff(one));
    const first = matching[index];
    if (!first) return list(matching);
    const later = matching.slice(index + 1, index + 1 + MORE_DATES);
    const { recurrence } = recordOf(first);
    const isSeries = recurrence !== null && matching.every(({ event }) => event === first.event);
    const rhythm = isSeries ? ` ${t("assistant:events.rhythm", { often: recurrence.text })}` : "";
    // Of one series, the dates are enough.
    const dates = later.map((one) => withChange(recordOf(one).dateText, one)).join("; ");
    const after = `${t("assistant:events.after")}${isSeries ? ` ${dates}.` : `\n\n${linesOf(later)}`}`;
    const cancelled = matching.slice(0, index).map((one) => sentenceOf(one));
    const parts = [sentenceOf(first, "assistant:events.next") + rhythm, cancelled.join(" ")];
    return {
      text: paragraphs([...parts, later.length > 0 ? after : "", stepOf(first)]),
      sources: sourcesOf([first, ...later]),
    };
  };

  /** How to come to it. */
  const stepOf = (occurrence: Occurrence): string => {
    const { actionPath } = recordOf(occurrence);
    const { action, concept } = occurrence.event;
    if (concept === "COMMONS") {
      const { summary } = recordOf(occurrence);
      return t("assistant:events.join", { summary, page: pageLink("commerce-commons-join") });
    }
    if (action === null || !isPageName(action) || actionPath === null) return "";
    const key = action.endsWith("-attend") ? "assistant:events.apply" : "assistant:events.write";
    return t(key, { page: pageLink(action, actionPath) });
  };

  const list = (shown: readonly Occurrence[]): Fact => {
    const [only] = shown;
    const text =
      shown.length === 1 && only
        ? paragraphs([sentenceOf(only), isOff(only) ? "" : stepOf(only)])
        : `${t("assistant:events.these")}\n\n${linesOf(shown.slice(0, MAX_LISTED))}`;
    return { text, sources: sourcesOf(shown) };
  };

  const often = (matching: readonly Occurrence[]): Fact => {
    const series = [...new Map(matching.map((one) => [one.event.slug, one])).values()].filter(
      ({ event }) => event.recurrence,
    );
    if (series.length === 0) return next(matching);
    const lines = series.map((one) => {
      const { startsAt, endsAt, recurrence } = recordOf(one);
      const hours = { from: startsAt.slice(11, 16), to: endsAt.slice(11, 16) };
      return t("assistant:events.often", { title: valuesOf(one).title, often: recurrence?.text ?? "", ...hours });
    });
    const first = matching.find((one) => !isOff(one) && series.some(({ event }) => event === one.event));
    const text = lines.length === 1 ? lines[0]! : lines.map((line) => `- ${line}`).join("\n");
    return {
      text: paragraphs([text, first ? sentenceOf(first, "assistant:events.next") : ""]),
      sources: sourcesOf(series),
    };
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
      text: paragraphs([text.join(" "), t("assistant:events.start", { page: pageLink(start) })]),
      sources: [...wanted.slice(0, concept ? 1 : 2).map(({ slug }) => sourceOf(slug)), sourceOf(start)],
    };
  };

  /** Nothing is in the place that was named: what is nearest, and how to begin there. */
  const notThere = (name: string, nearest: Slug | undefined, slots: Slots): Fact => {
    const { concept } = slots;
    const near = nearest === undefined ? [] : coming({ concept, city: nearest });
    const first = [...near, ...coming({ concept })].find((one) => !isOff(one));
    const start = startPage(concept);
    const parts = [
      t(nearest ? "assistant:events.notThere" : "assistant:events.notThat", {
        place: name,
        concept: conceptOfCode(concept ?? "AFTER").name,
      }),
      first ? t("assistant:events.nearest", { city: recordOf(first).cityName, ...valuesOf(first) }) : "",
      t("assistant:events.start", { page: pageLink(start) }),
    ];
    const pages = [
      sourceOf(start),
      ...(first ? sourcesOf([first]) : []),
      sourceOf(conceptOfCode(concept ?? "AFTER").slug),
    ];
    return { text: parts.filter(Boolean).join(" "), sources: pages };
  };

  /** Nothing is on in the period: what comes after it, or at all. */
  const notThen = (period: Period, all: readonly Occurrence[]): Fact => {
    const isDay = period.to === daysAfter(period.from, 1);
    const nothing = isDay
      ? t("assistant:events.nothingOn", { date: dateInWords(period.from, locale) })
      : t("assistant:events.nothingThen");
    const later = all.filter(({ starts, event }) => dateAt(starts, event.zone) >= period.to);
    return preceded(nothing, next(later.some((one) => !isOff(one)) ? later : all));
  };
  const preceded = (sentence: string, { text, sources }: Fact): Fact => ({ text: `${sentence} ${text}`, sources });

  return {
    sourceOf,
    pageLink,

    /** Dates, places and changes of events. */
    events(question: EventQuestion, slots: Slots): Fact {
      const { city, unknownCity, period, concept } = slots;
      if (unknownCity) return notThere(unknownCity.name, unknownCity.nearest, slots);
      if (question === "cities" && city === undefined && !period) return cities(slots);
      const all = coming(slots);
      if (all.length === 0) {
        if (city === undefined || concept === undefined) return cities(slots);
        return notThere(cityName(city), undefined, slots);
      }
      const matching = period ? all.filter((one) => isWithin(one, period)) : all;
      if (period && matching.length === 0) return notThen(period, all);
      if (question === "status") {
        const changed = matching.filter(isChanged);
        if (changed.length > 0) return list(changed);
        const unchanged = t(period ? "assistant:events.asPlanned" : "assistant:events.unchanged");
        return preceded(unchanged, period ? list(matching) : next(matching));
      }
      if (period) return list(matching);
      if (question === "often") return often(matching);
      if (question === "list" && matching.length > 1) return list(matching);
      return next(matching);
    },

    /** What a membership costs: the full price, or that of an audience, and the sum for so many. */
    membership({ audience, people }: Slots): Fact {
      const { membership } = library;
      const { groupSize } = membership;
      const isGroup = audience === undefined && people !== undefined && people >= groupSize;
      const discount: Discount | undefined = isGroup ? "group" : audience;
      const [price, withVat] = discount
        ? [discountedPrice(membership, discount), discountedPriceWithVat(membership, discount)]
        : [membership.price, priceWithVat(membership)];
      const prices = { price: money(price), withVat: money(withVat) };
      const percent = discount ? percentInWords(membership.discounts[discount], locale) : "";
      const sums = people
        ? { people, price: money(round(people * price)), withVat: money(round(people * withVat)) }
        : {};
      const text = [
        t(discount ? PRICES[discount] : "assistant:prices.full", { ...prices, percent, size: groupSize }),
        people ? t("assistant:prices.sum", sums) : "",
      ];
      const pages: PageName[] = [
        ...(discount === "student" ? (["commerce-commons-student"] as const) : []),
        ...(discount ? (["commerce-commons-discounts"] as const) : []),
        "commerce-commons-join",
      ];
      return { text: text.filter(Boolean).join(" "), sources: pages.map(sourceOf) };
    },

    /** What it costs to take part in a concept's events; undefined where records do not say it in one sentence. */
    admission({ concept, city, series }: Slots): Fact | undefined {
      if (concept === undefined || concept === "COMMONS") return undefined;
      const matching = coming({ concept, city, series });
      if (matching.length === 0 || matching.some(({ event }) => event.price !== null)) return undefined;
      const { name, slug } = conceptOfCode(concept);
      return { text: t("assistant:prices.free", { concept: name }), sources: [sourceOf(`${slug}-faq`)] };
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

const isChanged = (one: Occurrence) => isOff(one) || one.previousStarts !== null;
const paragraphs = (parts: readonly string[]) => parts.filter(Boolean).join("\n\n");
const round = (amount: number) => Math.round(amount * 100) / 100;

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
