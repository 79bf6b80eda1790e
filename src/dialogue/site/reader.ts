import { spellingsOf } from "../../addresses/cities.js";
import type { Concept } from "../../addresses/pages.js";
import type { DialogueWords } from "../../content/dialogue.js";
import type { Library } from "../../content/library.js";
import { stemOf, wordsIn } from "../../search/words.js";
import { monthName } from "../../text/in-words.js";
import { type ByLocale, type Locale, locales } from "../../text/locale.js";
import { fold } from "../../text/spelling.js";
import type { LocalDate } from "../../text/wall-clock.js";
import { masked, type NamedSpan, PhraseFinder, type Span } from "./phrases.js";
import { type Cue, namesAny, type Reading, withoutUndefined } from "./slots.js";
import { TimeReader } from "./times.js";

export type Readers = ByLocale<Reader>;

/** Returns the reader of a turn's language, which can differ from the page's. */
export function readerOf(text: string, locale: Locale, readers: Readers): Reader {
  let best = readers[locale];
  for (const other of locales)
    if (readers[other].countCommonWords(text) > best.countCommonWords(text)) best = readers[other];
  return best;
}

/** Reads what texts of a language name, by the lists of words in content/dialogue. */
export class Reader {
  readonly locale: Locale;
  /** "… and how …": where a sentence goes on with a second question. */
  readonly betweenQuestions: RegExp;
  /** "I run a shop, what …": where a question begins after what is told before it. */
  readonly afterStatement: RegExp;
  readonly #lists: DialogueWords;
  readonly #events: Library["events"];
  readonly #functionWords: ReadonlySet<string>;
  /** They tell languages apart. */
  readonly #commonWords: ReadonlySet<string>;
  readonly #times: TimeReader;
  readonly #phrases: ReturnType<typeof phrasesIn>;

  constructor(locale: Locale, library: Library) {
    const lists = library.dialogue.words[locale];
    const { joints, questions } = lists;
    this.locale = locale;
    this.betweenQuestions = new RegExp(
      `,?\\s+(?=(?:${joints.join("|")}),?\\s+(?:${questions.join("|")})(?!\\p{L}))`,
      "iu",
    );
    const question = `(?:${questions.join("|")})(?!\\p{L})`;
    this.afterStatement = new RegExp(`(?<=^(?!${question}).*)(?:,|\\s[–—-])\\s+(?=${question})`, "iu");
    this.#lists = lists;
    this.#events = library.events;
    this.#functionWords = new Set([...lists.function, ...questions].map(fold));
    this.#commonWords = new Set([...lists.function, ...lists.weeks.before].map(fold));
    this.#times = new TimeReader(lists, this.#functionWords, locale);
    this.#phrases = phrasesIn(lists, locale, library);
  }

  /** `since` is the first day that the conversation is about. */
  read(text: string, today: LocalDate, since?: LocalDate): Reading {
    const find = this.#phrases;
    const plain = text.replaceAll(/\d+\s*%|(?<=day|night|morrow|evening)['’]s\b/gi, ""); // "tonight's evening"
    const prepared = withTimesInWords(plain, this.#lists, this.locale);
    const words = wordsIn(prepared);
    const events = find.events.find(words);
    // "The Christmas party" names an event and no time.
    const time = this.#times.find(masked(words, events), today, since);
    // "Black Friday" is no weekday.
    const unknownTime = time && time.period.weekday === undefined ? undefined : find.unknownTimes.find(words)[0];
    const denials = find.denials.find(words);
    const concepts = find.concepts.find(masked(words, denials));
    const { city, otherCities, unknownCity, home, spans: spansOfCities } = this.#citiesIn(words);
    const cues = find.cues.find(words);
    const spansOfCues = cues.filter(({ name }) => name !== "price" && name !== "along");
    const spans = [time, unknownTime, ...spansOfCities, ...denials, ...events, ...concepts, ...spansOfCues];
    const unnamed = masked(words, spans);

    const series = this.#events.filter(({ slug }) => events.some(({ name }) => name === slug));
    const discounts = [...new Set(find.discounts.find(masked(words, denials)).map(({ name }) => name))];
    const roles = find.roles.find(words).map(({ name }) => name);
    const people = this.#peopleIn(prepared, unnamed, time?.from);
    const isDenied = (name: string) => denials.some((denial) => denial.name === name);
    const slots = withoutUndefined({
      concept: series[0]?.concept ?? (concepts[0]?.name as Concept["code"] | undefined),
      city: city?.name,
      otherCities: city && otherCities,
      unknownCity: unknownCity && capitalised(unknownCity.name),
      home: home && capitalised(home.name),
      discounts: discounts.length > 0 || isDenied("noDiscount") ? discounts : undefined,
      roles: roles.length > 0 ? roles : undefined,
      people: people > 1 ? people : undefined,
      period: unknownTime ? undefined : time?.period,
      isNoMember: isDenied("notMember") || undefined,
      isUnknownTime: unknownTime !== undefined || undefined,
      isAbroad: this.#namesAbroad(words) || undefined,
      series: series.length > 0 ? series.map(({ slug }) => slug) : undefined,
    });
    const contentWords = unnamed.filter((word) => word !== "" && !this.#functionWords.has(word));
    const number = contentWords.length === 1 ? this.#times.numberOf(contentWords[0]!) : 0;
    return {
      slots: { cues: new Set(cues.map(({ name }) => name as Cue)), ...slots },
      words,
      contentWords,
      loneNumber: number || undefined,
    };
  }

  /** "I come from Gothenburg. Is there anything in Stockholm?" wants a date in Stockholm. */
  #citiesIn(words: readonly string[]) {
    const homes = this.#phrases.homes.find(words);
    const known = this.#phrases.cities.find(words);
    const unknown = this.#phrases.otherCities.find(words);
    const isHome = ({ from }: Span) => homes.some(({ to }) => to === from);
    const wanted = known.filter((city) => !isHome(city));
    const city = wanted.at(-1) ?? known.at(-1);
    return {
      city,
      otherCities: wanted.map(({ name }) => name).filter((name) => name !== city?.name),
      unknownCity: unknown.find((other) => !isHome(other)),
      home: unknown.find(isHome),
      spans: [...homes, ...known, ...unknown],
    };
  }

  /** "A company in Norway" and "a Norwegian company" are abroad, "Norwegian kroner" are not. */
  #namesAbroad(words: readonly string[]): boolean {
    const found = this.#phrases.abroad.find(words);
    const isOfCompany = ({ to }: Span) => found.some(({ name, from }) => name === "companies" && from === to);
    return found.some((span) => span.name === "abroad" || (span.name === "adjectives" && isOfCompany(span)));
  }

  /**
   * "4 students", "vi är sex" and "for 5?" count people; a day, a time, a sum or an age does not. `unnamed` are the
   * words of no slot, and at `timeAt` a time begins.
   */
  #peopleIn(text: string, unnamed: readonly string[], timeAt: number | undefined): number {
    // Without its ring, "år" would be "är": "vad betalar vi år två" counts nobody.
    const words = wordsIn(text.replaceAll(/(?<!\p{L})år(?!\p{L})/giu, "året"));
    const phrases = this.#phrases.people.find(words);
    const isNoun = (at: number) => at < words.length && at !== timeAt && !this.#functionWords.has(words[at] ?? "");
    const countsPeople = (at: number) => {
      if (phrases.some(({ name, from }) => name === "after" && from === at + 1)) return true;
      if (phrases.some(({ name, from }) => name === "units" && from === at + 1)) return false;
      const before = phrases.filter(({ to }) => to === at);
      return before.some(({ name }) => name === "before" || (name === "forHowMany" && !isNoun(at + 1)));
    };
    let people = 0;
    for (const [at, word] of unnamed.entries()) {
      const number = this.#times.numberOf(word);
      if (countsPeople(at)) people = Math.max(people, number);
      // "We are four in sales and one in finance": nobody knows what else is to be added.
      else if (people && number && this.#lists.joints.includes(words[at - 1]!)) return 0;
    }
    return people;
  }

  /** Whether a question needs those before it, or the page, to be understood. */
  refersBack({ words, contentWords, slots }: Reading): boolean {
    // "And in Varberg?" begins with such a phrase, and "Does the December one clash?" has a long one.
    const isReference = ({ from, to }: NamedSpan) => from === 0 || to - from > 1;
    if (this.#phrases.followUp.find(words).some(isReference)) return true;
    const namesSubject = namesAny(slots, "concept", "city", "unknownCity", "period", "series");
    // "Stockholm in March?" has no verb, and "Is anything on in March?" says all.
    return contentWords.length <= 1 && !(namesSubject && words.length > 3);
  }

  /** "What does it cost here?" is about the page that the visitor reads. */
  isHere(text: string): boolean {
    return this.#phrases.here.find(wordsIn(text)).length > 0;
  }

  countCommonWords(text: string): number {
    return wordsIn(text).filter((word) => this.#commonWords.has(word)).length;
  }
}

function phrasesIn(lists: DialogueWords, locale: Locale, { cities, dialogue, membership }: Library) {
  const { when, online, price, along, afterThat, sameWeek, weekAfter, next, notMember, noDiscount } = lists;
  // Discounts without a list of words are found by their names: "Senior" too, where the name is "Seniors".
  const discountNames = membership.discounts[locale].map(({ id, name }) => [id, [name, stemOf(fold(name), locale)]]);
  const withTypos = { allowsTypo: true };
  return {
    concepts: new PhraseFinder(lists.concepts, withTypos),
    events: new PhraseFinder(lists.events),
    cities: new PhraseFinder(Object.fromEntries(cities.map((city) => [city.slug, spellingsOf(city)])), withTypos),
    otherCities: new PhraseFinder(Object.fromEntries(dialogue.cities.map((name) => [name, [name]])), withTypos),
    homes: new PhraseFinder({ home: lists.home }),
    discounts: new PhraseFinder({ ...Object.fromEntries(discountNames), ...lists.discounts }, withTypos),
    roles: new PhraseFinder(lists.roles),
    denials: new PhraseFinder({ notMember, noDiscount }),
    abroad: new PhraseFinder({ ...lists.foreignCompany, abroad: lists.abroad }),
    people: new PhraseFinder({ ...lists.people, units: lists.units }),
    unknownTimes: new PhraseFinder({ unknownTimes: lists.unknownTimes }),
    cues: new PhraseFinder({ when, online, price, along, afterThat, sameWeek, weekAfter, next }),
    followUp: new PhraseFinder({ followUp: lists.followUp }),
    here: new PhraseFinder({ here: lists.here }),
  };
}

/** Matches "9/12" and "9.12.", with a year or without, but not "24/7", "1.5" or "kl. 18.10". */
const IN_FIGURES =
  /(?<![\d.:/]|\bkl\w*\.? )(?!24\/7)(\d{1,2})(?:\/|\.(?=\d\d|\d\.))(0?[1-9]|1[0-2])(?![\d:])(?:[./](20\d\d))?/gi;

/**
 * Writes times in figures as words: "v.5" and "v5/6" as "v 5 6", "9/12" and "9.12." as "9 December", "2026-12-09" as
 * "9 December 2026".
 */
function withTimesInWords(text: string, { weeks }: DialogueWords, locale: Locale): string {
  const week = new RegExp(`(?<!\\p{L})(${weeks.before.join("|")})[\\s.:#-]*(\\d{1,3})(?!\\d|[.:]\\d)/?`, "giu");
  return text
    .replaceAll(week, " $1 $2 ")
    .replaceAll(/(20\d\d)-(\d\d)-(\d\d)/g, "$3/$2/$1")
    .replaceAll(IN_FIGURES, (_, day, month, year = "") => `${day} ${monthName(Number(month), locale)} ${year}`);
}

const capitalised = (name: string) => name.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toLocaleUpperCase());
