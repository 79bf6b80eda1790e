import { type Concept, conceptOfCode, concepts } from "../../addresses/concepts.js";
import { formPages } from "../../addresses/forms.js";
import type { EventFilter } from "../../addresses/paths.js";
import { pageOfEvent } from "../../addresses/site-map.js";
import { type Occurrence, takesPlace } from "../../events/event.js";
import { recordOf } from "../../events/record.js";
import { audienceInWords, changeInWords, factInWords, hostInWords, signUpInWords } from "../../events/words.js";
import { paragraphs } from "../../search/words.js";
import type { Site } from "../../site.js";
import { dateInWords, listInWords } from "../../text/in-words.js";
import type { Locale } from "../../text/locale.js";
import type { Slug } from "../../text/slug.js";
import { dateAt, daysAfter, type LocalDate, monthsAfter } from "../../text/wall-clock.js";
import { isIn, type Period } from "./periods.js";
import { type Fact, sourceFinder } from "./replies.js";
import { isDated, type Reading, type Slots } from "./slots.js";

const MAX_LISTED = 8;
/** So many dates are named after the next one. */
const MORE_DATES = 2;

const dayOf = ({ starts, event }: Occurrence): LocalDate => dateAt(starts, event.zone);

export function eventFactsIn(locale: Locale, site: Site) {
  const { library, snapshot, clock, getFixedT } = site;
  const t = getFixedT(locale);
  const sourceOf = sourceFinder(locale, library);
  const cityName = (slug: Slug) => library.cities.find((city) => city.slug === slug)?.names[locale] ?? slug;

  /** Returns the page of the events. If they have several, the list of all dates comes first. */
  const sourcesOf = (occurrences: readonly Occurrence[]) => {
    const pages = [...new Set(occurrences.map(({ event }) => pageOfEvent(event.concept, event.city)))];
    return (pages.length > 1 ? ["dates" as const, ...pages] : pages).map(sourceOf);
  };

  /** Says when and where a date is, for whom, and what has changed. */
  const sentenceOf = (occurrence: Occurrence, key: "next" | "is" | "listed" = "is"): string => {
    const record = recordOf(occurrence, locale, site);
    const where = record.venue === null ? t("events:board.online") : `${record.venue.name}, ${record.cityName}`;
    const title = `[${record.title}](${record.path})`;
    const reason = occurrence.reason?.[locale] ?? "";
    const { status } = occurrence;
    const isOff = status === "cancelled" || status === "postponed";
    if (isOff && key !== "listed") return t(`assistant:events.${status}`, { title, date: record.dateText, reason });
    const forWhom = isOff ? [] : [audienceInWords(record, t), signUpInWords(record, t)].filter(Boolean);
    const sentence = t(`assistant:events.${key}`, { title, date: record.dateText, where });
    const change = changeInWords(occurrence, locale, t);
    const subject = isOff ? "" : factInWords("theme", record.theme, t);
    const host = key === "listed" ? "" : hostInWords(record, t);
    return [sentence, subject, host, ...forWhom.map((text) => `${text}.`), change].filter(Boolean).join(" ");
  };
  const linesOf = (occurrences: readonly Occurrence[]) =>
    occurrences.map((one) => `- ${sentenceOf(one, "listed")}`).join("\n");

  const allDates = (occurrences: readonly Occurrence[], opening?: string): Fact => {
    const sources = sourcesOf(occurrences);
    const [first] = occurrences;
    if (first && occurrences.length === 1)
      return { text: paragraphs([opening, sentenceOf(first)]), sources, day: dayOf(first) };
    const count = occurrences.length - MAX_LISTED;
    const more = count > 0 ? t("assistant:events.more", { count }) : "";
    const lines = linesOf(occurrences.slice(0, MAX_LISTED));
    return { text: paragraphs([opening ?? t("assistant:events.these"), lines, more]), sources };
  };

  /** Names the first that takes place, those cancelled before it, and some after it. */
  const nextDate = (matching: readonly Occurrence[]): Fact => {
    const index = matching.findIndex(takesPlace);
    const first = matching[index];
    if (!first) return allDates(matching);
    const later = matching.slice(index + 1, index + 1 + MORE_DATES);
    const { recurrence } = recordOf(first, locale, site);
    const rhythm = recurrence ? t("assistant:events.rhythm", { often: recurrence.text }) : "";
    const texts = [
      [sentenceOf(first, "next"), rhythm].filter(Boolean).join(" "),
      ...matching.slice(0, index).map((one) => sentenceOf(one)),
      later.length > 0 ? `${t("assistant:events.after")}\n\n${linesOf(later)}` : "",
    ];
    const sources = [...sourcesOf([first]), ...sourcesOf([first, ...later])];
    return { text: paragraphs(texts), sources, day: dayOf(first) };
  };

  /** Searches twelve months from today, or from the end of a period that is named, so that what comes next is found. */
  const coming = ({ concept, city, series, cues, period }: Partial<Slots>) => {
    const current = snapshot().agenda;
    const begin = period && period.to > current.today ? period.to : current.today;
    return current
      .search({ concept, city }, current.window(clock(), undefined, monthsAfter(begin, 12))!)
      .filter(({ event }) => !series || series.includes(event.slug))
      .filter(({ event }) => !cues?.has("online") || event.attendance !== "in-person");
  };

  /** Names the cities where one concept or all meet regularly, and how to begin in another. */
  const cities = (code: Concept["code"] | undefined): Fact => {
    const wanted = concepts.filter((concept) => concept.code === (code ?? concept.code));
    const sentences = wanted.flatMap(({ code, name }) => {
      const inPerson = coming({ concept: code }).filter(({ event }) => event.attendance !== "online");
      const names = [...new Set(inPerson.map(({ event }) => cityName(event.city)))];
      const key = code === "COMMONS" ? "assistant:events.membership" : "assistant:events.cities";
      return names.length > 0 ? [t(key, { concept: name, cities: listInWords(names, locale) })] : [];
    });
    const start = sourceOf(formPages[code === "BOARDROOM" ? "start-boardroom" : "start-after-commerce"]);
    const howToStart = t("assistant:events.start", { page: `[${start.title}](${start.path})` });
    return {
      text: paragraphs([sentences.join(" "), howToStart]),
      sources: [...wanted.slice(0, code ? 1 : 2).map(({ slug }) => sourceOf(slug)), start],
    };
  };

  /** Says that the city has nothing, and what other cities have in a period that is named, or how to begin there. */
  const notThere = (city: string, { concept, period }: Slots): Fact => {
    const key = concept ? "assistant:events.notThat" : "assistant:events.notThere";
    const nothing = t(key, { city, concept: concept ? conceptOfCode(concept).name : "" });
    const otherDates = period ? coming({ concept, period }).filter((one) => isIn(dayOf(one), period)) : [];
    return preceded(nothing, otherDates.length > 0 ? allDates(otherDates) : cities(concept));
  };

  const inWords = (key: string, { from, to, weeks = "" }: Period) =>
    t(`assistant:events.${key}`, {
      weeks,
      year: from.slice(0, 4),
      from: dateInWords(from, locale),
      to: dateInWords(daysAfter(to, -1), locale),
      count: weeks.split("–").length,
    });

  /** Says that the period has nothing, and names what was moved out of it, else what comes after it, else all. */
  const notThen = (period: Period, slots: Slots, all: readonly Occurrence[], moved: readonly Occurrence[]): Fact => {
    const { concept, city, series } = slots;
    const { today } = snapshot().agenda;
    const isUnderWay = !period.weeks && period.from < today && today < period.to;
    const nothing = inWords(nothingKey(period), isUnderWay ? { ...period, from: today } : period);
    const names = [concept && conceptOfCode(concept).name, city && cityName(city)].filter(Boolean).join(", ");
    const subject = series ? recordOf(all[0]!, locale, site).title : names;
    const later = all.filter((one) => dayOf(one) >= period.to);
    const instead = moved.length > 0 ? allDates(moved) : nextDate(later.some(takesPlace) ? later : all);
    return preceded(subject ? `${subject}: ${nothing}` : nothing, instead);
  };

  return {
    /** `question` is what stands after "events:" in a class of phrases. */
    answer(question: string, slots: Slots, isDayNamed: boolean): Fact {
      const { city, unknownCity, home, period, concept, series, cues } = slots;
      if (unknownCity && !city) return notThere(unknownCity, slots);
      const isAnywhere = !city && !period && !series && !cues.has("online");
      if (home && isAnywhere && !concept) return notThere(home, slots);
      if (question === "cities" && isAnywhere) return cities(concept);
      const all = coming(slots);
      if (all.length === 0) return city && concept ? notThere(cityName(city), slots) : cities(concept);
      if (slots.isUnknownTime) return allDates(all, t("assistant:events.unknownTime"));
      // What was moved to an earlier day does not come after it.
      const isWanted = cues.has("afterThat") ? (one: Occurrence, of: Period) => isIn(dayOf(one), of) : isOrWasIn;
      const inPeriod = period ? all.filter((one) => isWanted(one, period)) : all;
      const open = inPeriod.filter(({ event }) => event.audience !== "members");
      const matching = slots.isNoMember && period?.weekday === undefined && open.length > 0 ? open : inPeriod;
      if (period?.weekday !== undefined) return nextDate(matching.length > 0 ? matching : all);
      if (period && !matching.some((one) => isIn(dayOf(one), period))) return notThen(period, slots, all, matching);
      if (cues.has("afterThat")) return nextDate(matching);
      if (period?.weeks) return preceded(inWords("week", period), allDates(matching));
      if (question === "status") {
        const isChanged = (one: Occurrence) => !takesPlace(one) || one.previousStarts !== null;
        const changed = matching.filter(isChanged);
        if (changed.length === 0 && !isDayNamed && all.some(isChanged)) return allDates(all.filter(isChanged));
        if (changed.length > 0) return allDates(period ? matching : changed);
        const unchanged = t(period ? "assistant:events.asPlanned" : "assistant:events.unchanged");
        return preceded(unchanged, period ? allDates(matching) : nextDate(matching));
      }
      return period || question === "list" ? allDates(matching) : nextDate(matching);
    },

    /** Returns the concept and the city of the events in a period, if they have the same. */
    subjectOf(period: Period): EventFilter {
      const [first, ...others] = coming({}).filter((one) => isOrWasIn(one, period));
      if (!first) return {};
      const { concept, city } = first.event;
      const isOnly = (isSame: (one: Occurrence) => boolean) => others.every(isSame);
      return {
        ...(isOnly(({ event }) => event.concept === concept) && { concept }),
        ...(isOnly(({ event }) => event.city === city) && { city }),
      };
    },

    /** Returns the coming events of the city, concept, series or period that is named; none without such a name. */
    named({ slots, contentWords }: Pick<Reading, "slots" | "contentWords">): readonly Occurrence[] {
      const { city, concept, period, unknownCity } = slots;
      // "Cancel membership" names a concept, but looks for no date.
      const isNamed = isDated(slots) || (city ?? (contentWords.length === 0 ? concept : undefined)) !== undefined;
      if (unknownCity || !isNamed) return [];
      return coming(slots).filter(
        (one) => one.event.texts[locale] !== undefined && (!period || isOrWasIn(one, period)),
      );
    },
  };
}

/** A date that was moved counts at its earlier time too. */
const isOrWasIn = ({ starts, previousStarts, event }: Occurrence, period: Period): boolean =>
  [starts, previousStarts].some((instant) => instant !== null && isIn(dateAt(instant, event.zone), period));

function nothingKey({ from, to, weeks }: Period) {
  if (from === to) return "noSuchWeek";
  if (weeks) return "nothingInWeek";
  return daysAfter(from, 1) === to ? "nothingOn" : "nothingThen";
}

const preceded = (sentence: string, fact: Fact): Fact => ({ ...fact, text: `${sentence} ${fact.text}` });
