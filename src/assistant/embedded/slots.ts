import type { Discount } from "../../content/discounts.js";
import type { Library } from "../../content/library.js";
import type { Concept } from "../../domain/concept.js";
import type { Locale } from "../../domain/locale.js";
import type { Slug } from "../../domain/slug.js";
import type { LocalDate } from "../../domain/wall-clock.js";
import { stemOf, wordsIn } from "../../search/words.js";
import { spellingsOf } from "../../text/city-spelling.js";
import { fold } from "../../text/fold.js";
import { joinDates, periodFinder } from "./dates.js";
import type { Period } from "./periods.js";
import { type Found, phraseFinder } from "./phrases.js";

export interface Slots {
  readonly concept?: Concept["code"] | undefined;
  readonly city?: Slug | undefined;
  /** A place without events. */
  readonly unknownCity?: string | undefined;
  /** Ids of discounts, also of those that are no longer given: two in "two founders and a student". */
  readonly audiences?: readonly string[] | undefined;
  readonly people?: number | undefined;
  /** How many dates are passed over: 1 for "and the one after that?" */
  readonly skip?: number | undefined;
  readonly period?: Period | undefined;
  /** Slugs of the events that are named. */
  readonly series?: readonly Slug[] | undefined;
  readonly cues: ReadonlySet<Cue>;
}

/** Whether a date or an event is named, or asked for. */
export const isDated = ({ cues, period, series }: Slots): boolean =>
  (period ?? series) !== undefined || cues.has("when") || cues.has("online");

/** Words that say what is asked: a date, a price, the date after, what is online. */
type Cue = "when" | "price" | "afterThat" | "online";

export type SlotsFound = ReturnType<ReturnType<typeof slotReader>>;

export function slotReader(
  locale: Locale,
  { cities, events, dialogue, membership }: Pick<Library, "cities" | "events" | "dialogue" | "membership">,
) {
  const lists = dialogue.words[locale];
  const { when, online, price, afterThat } = lists;
  const findPeriod = periodFinder(lists, locale);
  const findConcepts = phraseFinder(lists.concepts);
  const findAudiences = phraseFinder({ ...discountNames(membership.discounts[locale], locale), ...lists.audiences });
  const findCities = phraseFinder(Object.fromEntries(cities.map((city) => [city.slug, inGenitive(spellingsOf(city))])));
  const findOthers = phraseFinder(Object.fromEntries(dialogue.cities.map((name) => [name, inGenitive([name])])));
  const findEvents = phraseFinder(lists.events);
  const findCues = phraseFinder({ when, online, price, afterThat });
  const functionWords = new Set([...lists.function, ...lists.questions, ...lists.followUp, ...lists.joints].map(fold));

  const findAges = phraseFinder({ ages: lists.ages });
  const numbers = lists.numbers.map(fold);
  const units = new Set(lists.units.map(fold));

  /** "4 students", "vi är sex": the largest number that is no age, date, time or sum. */
  const peopleIn = (words: readonly string[], isUsed: (index: number) => boolean): number | undefined => {
    const ages = new Set(findAges(words).map(({ to }) => to));
    const counts = words
      .filter((_, at) => !isUsed(at) && !ages.has(at) && !units.has(words[at + 1] ?? ""))
      .map((word) => (/^\d{1,3}$/.test(word) ? Number(word) : numbers.indexOf(word) + 1));
    const most = Math.max(0, ...counts);
    return most > 1 ? most : undefined;
  };

  return (written: string, today: LocalDate) => {
    const words = wordsIn(joinDates(written.replaceAll(/\d+\s*%/g, ""), today));
    const time = findPeriod(words, today);
    const city = findCities(words).at(-1); // "I moved from Gothenburg to Stockholm" is about Stockholm
    const [otherCity] = city ? [] : findOthers(words);
    const eventsNamed = findEvents(words);
    const conceptsNamed = findConcepts(words);
    const cuesNamed = findCues(words);
    const spans = [time, city, otherCity, ...eventsNamed, ...conceptsNamed, ...cuesNamed.filter(isNoPrice)];
    const isUsed = (index: number) => spans.some((span) => span && index >= span.from && index < span.to);

    const series = events.filter(({ slug }) => eventsNamed.some(({ name }) => name === slug));
    const audiences = [...new Set(findAudiences(words).map(({ name }) => name))];
    const cues = new Set(cuesNamed.map(({ name }) => name as Cue));
    const slots: Slots = {
      cues,
      ...withoutUndefined({
        concept: onlyOne(series.map(({ concept }) => concept)) ?? onlyOne(conceptsNamed.map(({ name }) => name)),
        city: city?.name,
        unknownCity: otherCity && capitalised(otherCity.name),
        audiences: audiences.length > 0 ? audiences : undefined,
        people: peopleIn(words, isUsed),
        period: time?.period,
        skip: cues.has("afterThat") ? 1 : undefined,
        series: series.length > 0 ? series.map(({ slug }) => slug) : undefined,
      }),
    };
    /** The words that are no part of a slot. */
    const rest = words.filter((_, index) => !isUsed(index));
    /** How many say something, and do not only hold a sentence together. */
    const contentWords = rest.filter((word) => !functionWords.has(word) && word.length > 1).length;
    return { slots, words, rest, contentWords };
  };
}

const isNoPrice = ({ name }: Found) => name !== "price";

/** The names of discounts, for those without a list of words; "Senior" too, where the name is "Seniors". */
function discountNames(discounts: readonly Discount[], locale: Locale): Record<string, readonly string[]> {
  const stemmed = (name: string) =>
    wordsIn(name)
      .map((word) => stemOf(word, locale))
      .join(" ");
  return Object.fromEntries(discounts.map(({ id, name, who }) => [id, [name, who, stemmed(name), stemmed(who)]]));
}

/** Without what is undefined, so that it replaces nothing when slots are merged. */
const withoutUndefined = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;

/** Undefined where two concepts are named, as in a comparison. */
const onlyOne = (codes: readonly string[]) => (new Set(codes).size === 1 ? (codes[0] as Concept["code"]) : undefined);

/** Swedes and Norwegians add an s, English writers an apostrophe and an s, which are one word here. */
const inGenitive = (names: readonly string[]) => names.flatMap((name) => [name, `${name}s`]);

const capitalised = (name: string) => name.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toLocaleUpperCase());
