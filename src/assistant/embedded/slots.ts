import type { Library } from "../../content/library.js";
import type { Concept } from "../../domain/concept.js";
import type { Locale } from "../../domain/locale.js";
import type { Slug } from "../../domain/slug.js";
import type { LocalDate } from "../../domain/wall-clock.js";
import { wordsIn } from "../../search/words.js";
import { spellingsOf } from "../../text/city-spelling.js";
import { fold } from "../../text/fold.js";
import { audienceFinder } from "./audiences.js";
import { joinDates } from "./date-words.js";
import { periodFinder } from "./dates.js";
import type { Period } from "./periods.js";
import { type Found, phraseFinder, type Span } from "./phrases.js";

export interface Slots {
  readonly concept?: Concept["code"] | undefined;
  readonly city?: Slug | undefined;
  /** A place without events. */
  readonly unknownCity?: string | undefined;
  /** Ids of discounts, also of those that are no longer given: two in "two founders and a student". */
  readonly audiences?: readonly string[] | undefined;
  readonly people?: number | undefined;
  readonly period?: Period | undefined;
  /** How many dates are passed over: 1 for "and the one after that?" */
  readonly skip?: number | undefined;
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
  const findPeriod = periodFinder(lists, locale);
  const findConcepts = phraseFinder(lists.concepts);
  const findAudiences = audienceFinder(locale, lists.audiences, membership.discounts[locale]);
  const findCities = phraseFinder(Object.fromEntries(cities.map((city) => [city.slug, inGenitive(spellingsOf(city))])));
  const findOthers = phraseFinder(Object.fromEntries(dialogue.cities.map((name) => [name, inGenitive([name])])));
  const findEvents = phraseFinder(lists.events);
  const { afterThat, when, online, price } = lists;
  const findCues = phraseFinder({ afterThat, when, online, price });
  const functionWords = new Set([...lists.function, ...lists.questions, ...lists.followUp, ...lists.joints].map(fold));
  const numbers = lists.numbers.map(fold);
  const units = new Set(lists.units.map(fold));
  const findAges = phraseFinder({ ages: lists.ages });

  /** "4 students", "vi är sex": the largest number that is no age, date, time or sum. */
  const peopleIn = (words: readonly string[], used: ReadonlySet<number>): number | undefined => {
    const ages = new Set(findAges(words).map(({ to }) => to));
    // "In year three"; but the Swedish year, "år", is folded to the same letters as "är" of "vi är sex".
    const isNumbered = (before = "") => units.has(before) && !functionWords.has(before);
    const counts = words
      .filter(
        (_, at) => !used.has(at) && !ages.has(at) && !isNumbered(words[at - 1]) && !units.has(words[at + 1] ?? ""),
      )
      .map((word) => (/^\d{1,3}$/.test(word) ? Number(word) : numbers.indexOf(word) + 1));
    const most = Math.max(0, ...counts);
    return most > 1 ? most : undefined;
  };

  return (written: string, today: LocalDate) => {
    const words = wordsIn(joinDates(written.replaceAll(/\d+\s*%/g, ""), today)); // a share is no number of people
    const time = findPeriod(words, today);
    const city = findCities(words).at(-1); // "I moved from Gothenburg to Stockholm" is about Stockholm
    const [otherCity] = city ? [] : findOthers(words);
    const eventsNamed = findEvents(words);
    const conceptsNamed = findConcepts(words);
    const cuesNamed = findCues(words);
    const named = [time, city, otherCity, ...eventsNamed, ...conceptsNamed];
    const used = new Set(
      [...named, ...cuesNamed.filter(({ name }) => name !== "price")].flatMap((found) =>
        found ? indexesOf(found) : [],
      ),
    );

    const series = events.filter(
      ({ slug, city: held }) => eventsNamed.some(({ name }) => name === slug) && (!city || held === city.name),
    );
    const ofSeries = new Set(series.map(({ concept }) => concept));
    const audiences = findAudiences(words);
    const cues = new Set(cuesNamed.map(({ name }) => name as Cue));
    const slots: Slots = {
      cues,
      ...withoutUndefined({
        concept: ofSeries.size === 1 ? [...ofSeries][0] : conceptNamed(conceptsNamed),
        city: city?.name,
        unknownCity: otherCity && capitalised(otherCity.name),
        audiences: audiences.length > 0 ? audiences : undefined,
        people: peopleIn(words, used),
        period: time?.period,
        skip: cues.has("afterThat") ? 1 : undefined,
        series: series.length > 0 ? series.map(({ slug }) => slug) : undefined,
      }),
    };
    /** The words that are no part of a slot. */
    const rest = words.filter((_, index) => !used.has(index));
    /** How many say something, and do not only hold a sentence together. */
    const contentWords = rest.filter((word) => !functionWords.has(word) && word.length > 1).length;
    return { slots, words, rest, contentWords };
  };
}

const indexesOf = ({ from, to }: Span) => Array.from({ length: to - from }, (_, offset) => from + offset);

/** Without what is undefined, so that it replaces nothing when slots are merged. */
const withoutUndefined = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;

/** The concept of the longest name; undefined where two are named alike, as in a comparison. */
function conceptNamed(found: readonly Found[]): Concept["code"] | undefined {
  const longest = Math.max(0, ...found.map(({ from, to }) => to - from));
  const named = new Set(found.filter(({ from, to }) => to - from === longest).map(({ name }) => name));
  return named.size === 1 ? ([...named][0] as Concept["code"]) : undefined;
}

/** Swedes and Norwegians add an s, English writers an apostrophe and an s, which are one word here. */
const inGenitive = (names: readonly string[]) => names.flatMap((name) => [name, `${name}s`]);

const capitalised = (name: string) => name.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toLocaleUpperCase());
