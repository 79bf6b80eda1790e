import { spellingsOf } from "../../addresses/cities.js";
import type { Concept } from "../../addresses/concepts.js";
import type { DialogueWords } from "../../content/dialogue.js";
import type { Library } from "../../content/library.js";
import { stemOf, wordsIn } from "../../search/words.js";
import { type Locale, locales } from "../../text/locale.js";
import type { Slug } from "../../text/slug.js";
import { fold } from "../../text/spelling.js";
import type { LocalDate } from "../../text/wall-clock.js";
import { numberReader, timeFinder, weekWriter, withMonthNames } from "./dates.js";
import type { Period } from "./periods.js";
import { phraseFinder } from "./phrases.js";

/** What a question names. */
export interface Slots {
  readonly concept?: Concept["code"] | undefined;
  readonly city?: Slug | undefined;
  /** A city without events. */
  readonly unknownCity?: string | undefined;
  /** A city without events that the visitor comes from, which is not where an event is wanted. */
  readonly home?: string | undefined;
  /** Ids of discounts, also of those that are no longer given; none for somebody who gets no discount named before. */
  readonly audiences?: readonly string[] | undefined;
  /** Those of the visitor, also where a question is not about them: "I study logistics." */
  readonly visitor?: readonly string[] | undefined;
  /** Names of the sections that say whether somebody like the visitor can come. */
  readonly roles?: readonly string[] | undefined;
  readonly people?: number | undefined;
  /** Somebody is no member, and can't come to what is for members. */
  readonly isNoMember?: boolean | undefined;
  readonly period?: Period | undefined;
  /** A time is named of which the days are not known: "midsummer". */
  readonly isUnknownTime?: boolean | undefined;
  /** Another country, a company of one or a VAT number is named, on which the VAT depends. */
  readonly isAbroad?: boolean | undefined;
  /** Slugs of the events that are named. */
  readonly series?: readonly Slug[] | undefined;
  readonly cues: ReadonlySet<Cue>;
}

/** A word can ask for a date, a price, what is online, who may come along, or for what is after the answer before. */
type Cue = "when" | "price" | "online" | "along" | "afterThat" | "weekAfter" | "next";

/** Returns whether a date or an event is named or asked for. */
export const isDated = ({ cues, period, isUnknownTime, series }: Slots): boolean =>
  (period ?? isUnknownTime ?? series) !== undefined || cues.has("when") || cues.has("online");

/** What was read in a text. */
export interface Reading {
  readonly words: readonly string[];
  readonly slots: Slots;
  /** The words that are neither part of a slot nor function words. */
  readonly contentWords: readonly string[];
}

/** What is known of the words of a language. */
export type Language = ReturnType<typeof languageTools>;
export type Languages = Readonly<Record<Locale, Language>>;

/** Returns the language of a turn, which can differ from the page's. */
export function languageOf(text: string, locale: Locale, languages: Languages): Language {
  const words = wordsIn(text);
  const count = (candidate: Locale) => words.filter((word) => languages[candidate].common.has(word)).length;
  return languages[locales.reduce((best, other) => (count(other) > count(best) ? other : best), locale)];
}

/** Whether a question needs those before it, or the page, to be understood. Its turn has `statedWords` beside it. */
export function refersBack(
  { words, contentWords, slots }: Reading,
  { findFollowUp }: Language,
  statedWords: number,
): boolean {
  // "And in Varberg?" begins with such a phrase, and "Does the December one clash?" has a long one.
  if (findFollowUp(words).some(({ from, to }) => from === 0 || to - from > 1 || to === words.length)) return true;
  const { concept, city, unknownCity, period, series } = slots;
  const namesSubject = (concept ?? city ?? unknownCity ?? period ?? series) !== undefined;
  // "Stockholm in March?" has no verb, and "Is anything on in March?" says all.
  return contentWords.length + statedWords <= 1 && !(namesSubject && words.length > 3);
}

export function languageTools(locale: Locale, library: Library) {
  const lists = library.dialogue.words[locale];
  return {
    locale,
    read: slotReader(locale, library),
    findFollowUp: phraseFinder({ followUp: lists.followUp }),
    findHere: phraseFinder({ here: lists.here }),
    /** "… and how …": where a sentence goes on with a second question. */
    betweenQuestions: new RegExp(
      `,?\\s+(?=(?:${lists.joints.join("|")}),?\\s+(?:${lists.questions.join("|")})(?!\\p{L}))`,
      "iu",
    ),
    /** The commonest words tell languages apart. */
    common: new Set([...lists.function, ...lists.questions, ...lists.weeks.before].map(fold)),
  };
}

export function slotReader(locale: Locale, { cities, events, dialogue, membership }: Library) {
  const lists = dialogue.words[locale];
  const { when, online, price, along, afterThat, weekAfter, next } = lists;
  // Discounts without a list of words are found by their names: "Senior" too, where the name is "Seniors".
  const discountNames = membership.discounts[locale].map(({ id, name }) => [id, [name, stemOf(fold(name), locale)]]);
  const functionWords = new Set([...lists.function, ...lists.questions, ...lists.followUp, ...lists.joints].map(fold));
  const findTime = timeFinder(lists, functionWords, locale);
  const findUnknownTimes = phraseFinder({ unknownTimes: lists.unknownTimes }, false);
  const findConcepts = phraseFinder(lists.concepts);
  const findDenials = phraseFinder({ notMember: lists.notMember, notAudience: lists.notAudience }, false);
  const findAudiences = phraseFinder({ ...Object.fromEntries(discountNames), ...lists.audiences });
  const findRoles = phraseFinder(lists.roles);
  const findCities = phraseFinder(Object.fromEntries(cities.map((city) => [city.slug, spellingsOf(city)])));
  const findOtherCities = phraseFinder(Object.fromEntries(dialogue.cities.map((name) => [name, [name]])));
  const findHomes = phraseFinder({ home: lists.home }, false);
  const findEvents = phraseFinder(lists.events);
  const findAbroad = phraseFinder({ ...lists.foreignCompany, abroad: lists.abroad }, false);
  const findCues = phraseFinder({ when, online, price, along, afterThat, weekAfter, next });
  const withWeeks = weekWriter(lists, locale);
  const countPeople = peopleCounter(lists, functionWords);

  /** `since` is the first day that the conversation is about. */
  return (text: string, today: LocalDate, since?: LocalDate): Reading => {
    const prepared = withMonthNames(withWeeks(text.replaceAll(/\d+\s*%/g, "")), locale);
    const words = wordsIn(prepared);
    const namedEvents = findEvents(words);
    // "The Christmas party" names an event and no time.
    const time = findTime(masked(words, namedEvents), today, since);
    // "Black Friday" is no weekday.
    const [unknownTime] = time && time.period.weekday === undefined ? [] : findUnknownTimes(words);
    const homes = findHomes(words);
    const isHome = ({ from }: { from: number }) => homes.some(({ to }) => to === from);
    const knownCities = findCities(words);
    const otherCities = findOtherCities(words);
    // "I come from Gothenburg. Is there anything in Stockholm?" is about Stockholm.
    const city = knownCities.findLast((one) => !isHome(one)) ?? knownCities.at(-1);
    const otherCity = city ? undefined : otherCities.find((one) => !isHome(one));
    const home = otherCities.find(isHome);
    const denials = findDenials(words);
    const namedConcepts = findConcepts(masked(words, denials));
    const namedCues = findCues(words);
    const namedAbroad = findAbroad(words);
    const spans = [
      time,
      unknownTime,
      ...homes,
      ...knownCities,
      ...otherCities,
      ...denials,
      ...namedEvents,
      ...namedConcepts,
    ];
    const spansOfCues = namedCues.filter(({ name }) => name !== "price" && name !== "along");
    const unnamed = masked(words, [...spans, ...spansOfCues]);

    const cues = new Set(namedCues.map(({ name }) => name as Cue));
    const series = events.filter(({ slug }) => namedEvents.some(({ name }) => name === slug));
    const audiences = [...new Set(findAudiences(masked(words, denials)).map(({ name }) => name))];
    const roles = findRoles(words).map(({ name }) => name);
    // Without its ring, "år" would be "är": "vad betalar vi år två" counts nobody.
    const wordsOfPeople = wordsIn(prepared.replaceAll(/(?<!\p{L})år(?!\p{L})/giu, "året"));
    const people = countPeople(wordsOfPeople, unnamed, [time?.from, city?.from]);
    // "A company in Norway" and "a Norwegian company", but not "Norwegian kroner".
    const isAbroad = namedAbroad.some(
      ({ name, to }) =>
        name === "abroad" ||
        (name === "adjectives" && namedAbroad.some((company) => company.name === "companies" && company.from === to)),
    );
    const contentWords = unnamed.filter((word) => word !== "" && !functionWords.has(word));
    const slots: Slots = {
      cues,
      ...withoutUndefined({
        concept: series[0]?.concept ?? (namedConcepts[0]?.name as Concept["code"] | undefined),
        city: city?.name,
        unknownCity: otherCity && capitalised(otherCity.name),
        home: home && capitalised(home.name),
        audiences: audiences.length > 0 || denials.some(({ name }) => name === "notAudience") ? audiences : undefined,
        roles: roles.length > 0 ? roles : undefined,
        people: people > 1 ? people : undefined,
        period: time?.period,
        isNoMember: denials.some(({ name }) => name === "notMember") ? true : undefined,
        isUnknownTime: unknownTime ? true : undefined,
        isAbroad: isAbroad ? true : undefined,
        series: series.length > 0 ? series.map(({ slug }) => slug) : undefined,
      }),
    };
    return { slots, words, contentWords };
  };
}

type Span = { readonly from: number; readonly to: number } | undefined;

/** Replaces words that are part of a span with nothing. */
const masked = (words: readonly string[], spans: readonly Span[]): string[] =>
  words.map((word, at) => (spans.some((span) => span && at >= span.from && at < span.to) ? "" : word));

/** "4 students", "vi är sex" and "for 5?" count people; a day, a time, a sum or an age does not. */
function peopleCounter(lists: DialogueWords, functionWords: ReadonlySet<string>) {
  const findPeople = phraseFinder(lists.people);
  const findUnits = phraseFinder({ units: lists.units });
  const numberOf = numberReader(lists);

  /** `unnamed` are the words of no other slot, and at `others` a time or a city begins. */
  return (words: readonly string[], unnamed: readonly string[], others: readonly (number | undefined)[]): number => {
    const phrases = findPeople(words);
    const unitsAt = findUnits(words).map(({ from }) => from);
    const isNoun = (at: number) => at < words.length && !others.includes(at) && !functionWords.has(words[at] ?? "");
    const countsPeople = (at: number) => {
      if (phrases.some(({ name, from }) => name === "after" && from === at + 1)) return true;
      if (unitsAt.includes(at + 1)) return false;
      return phrases.some(
        ({ name, to }) => to === at && (name === "before" || (name === "forHowMany" && !isNoun(at + 1))),
      );
    };
    return Math.max(0, ...unnamed.map((word, at) => (countsPeople(at) ? numberOf(word) : 0)));
  };
}

/** Drops keys whose value is undefined, so that they replace nothing when slots are merged. */
export const withoutUndefined = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;

const capitalised = (name: string) => name.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toLocaleUpperCase());
