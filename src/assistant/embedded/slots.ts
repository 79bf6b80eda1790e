import { spellingsOf } from "../../addresses/cities.js";
import type { Concept } from "../../addresses/concepts.js";
import type { Library } from "../../content/library.js";
import { stemOf, wordsIn } from "../../search/words.js";
import type { Locale } from "../../text/locale.js";
import type { Slug } from "../../text/slug.js";
import { fold } from "../../text/spelling.js";
import type { LocalDate } from "../../text/wall-clock.js";
import { numberReader, type Period, periodFinder, weekWriter, withMonthNames } from "./dates.js";
import { phraseFinder } from "./phrases.js";

/** What a question names. */
export interface Slots {
  readonly concept?: Concept["code"] | undefined;
  readonly city?: Slug | undefined;
  /** A city without events. */
  readonly unknownCity?: string | undefined;
  /** Ids of discounts, also of those that are no longer given. "Two founders and a student" names two. */
  readonly audiences?: readonly string[] | undefined;
  readonly people?: number | undefined;
  /** How many dates are passed over: 1 for "and the one after that?" */
  readonly skip?: number | undefined;
  readonly period?: Period | undefined;
  /** Another country or a VAT number is named, on which the VAT depends. */
  readonly isAbroad?: boolean | undefined;
  /** Slugs of the events that are named. */
  readonly series?: readonly Slug[] | undefined;
  readonly cues: ReadonlySet<Cue>;
}

/** A word can ask for a date, for a price, for the date after, or for what is online. */
type Cue = "when" | "price" | "afterThat" | "online";

/** Returns whether a date or an event is named or asked for. */
export const isDated = ({ cues, period, series }: Slots): boolean =>
  (period ?? series) !== undefined || cues.has("when") || cues.has("online");

export type SlotsFound = ReturnType<ReturnType<typeof slotReader>>;

export function slotReader(locale: Locale, { cities, events, dialogue, membership }: Library) {
  const lists = dialogue.words[locale];
  const { when, online, price, afterThat } = lists;
  // Discounts without a list of words are found by their names: "Senior" too, where the name is "Seniors".
  const discountNames = membership.discounts[locale].map(({ id, name }) => [id, [name, stemOf(fold(name), locale)]]);
  const findPeriod = periodFinder(lists, locale);
  const findConcepts = phraseFinder(lists.concepts);
  const findAudiences = phraseFinder({ ...Object.fromEntries(discountNames), ...lists.audiences });
  const findCities = phraseFinder(Object.fromEntries(cities.map((city) => [city.slug, spellingsOf(city)])));
  const findOthers = phraseFinder(Object.fromEntries(dialogue.cities.map((name) => [name, [name]])));
  const findEvents = phraseFinder(lists.events);
  const findAbroad = phraseFinder({ abroad: lists.abroad }, false);
  const findCues = phraseFinder({ when, online, price, afterThat });
  const functionWords = new Set([...lists.function, ...lists.questions, ...lists.followUp, ...lists.joints].map(fold));
  const withWeeks = weekWriter(lists, locale);
  const numberOf = numberReader(lists);
  const findPeople = phraseFinder(lists.people);
  const findUnits = phraseFinder({ units: lists.units });

  return (written: string, today: LocalDate) => {
    const words = wordsIn(withMonthNames(withWeeks(written.replaceAll(/\d+\s*%/g, "")), locale));
    const time = findPeriod(words, today);
    const city = findCities(words).at(-1); // "I moved from Gothenburg to Stockholm" is about Stockholm
    const [otherCity] = city ? [] : findOthers(words);
    const eventsNamed = findEvents(words);
    const conceptsNamed = findConcepts(words);
    const cuesNamed = findCues(words);
    const otherCues = cuesNamed.filter(({ name }) => name !== "price");
    const spans = [time, city, otherCity, ...eventsNamed, ...conceptsNamed, ...otherCues];
    const unnamed = [...words.keys()].filter((at) => !spans.some((span) => span && at >= span.from && at < span.to));
    const isNoun = (at: number) =>
      at < words.length && at !== time?.from && at !== city?.from && !functionWords.has(words[at]!);
    const besidePeople = findPeople(words);
    const unitsAt = findUnits(words).map(({ from }) => from);
    // "4 students", "vi är sex" and "for 5?" count people; a day, a time, a sum or an age does not.
    const phraseBeside = (at: number) => {
      const after = besidePeople.find(({ name, from }) => name === "after" && from === at + 1);
      if (after || unitsAt.includes(at + 1)) return after;
      const names = isNoun(at + 1) ? ["before"] : ["before", "forHowMany"];
      return besidePeople.find(({ name, to }) => names.includes(name) && to === at);
    };
    const counted = unnamed.filter((at) => numberOf(words[at]!) > 0 && phraseBeside(at));
    const people = Math.max(0, ...counted.map((at) => numberOf(words[at]!)));

    const series = events.filter(({ slug }) => eventsNamed.some(({ name }) => name === slug));
    const audiences = [...new Set(findAudiences(words).map(({ name }) => name))];
    const cues = new Set(cuesNamed.map(({ name }) => name as Cue));
    const slots: Slots = {
      cues,
      ...withoutUndefined({
        concept: series[0]?.concept ?? (conceptsNamed[0]?.name as Concept["code"] | undefined),
        city: city?.name,
        unknownCity: otherCity && capitalised(otherCity.name),
        audiences: audiences.length > 0 ? audiences : undefined,
        people: people > 1 ? people : undefined,
        period: time?.period,
        skip: cues.has("afterThat") ? 1 : undefined,
        isAbroad: findAbroad(words).length > 0 ? true : undefined,
        series: series.length > 0 ? series.map(({ slug }) => slug) : undefined,
      }),
    };
    const contentWords = unnamed.filter((at) => !functionWords.has(words[at]!)).length;
    return { slots, words, contentWords };
  };
}

/** Drops keys whose value is undefined, so that they replace nothing when slots are merged. */
const withoutUndefined = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;

const capitalised = (name: string) => name.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toLocaleUpperCase());
