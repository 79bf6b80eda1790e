import type { timeQuestions } from "../../content/dialogue-words.js";
import type { Concept } from "../../domain/concept.js";
import type { Event } from "../../domain/event.js";
import type { Slug } from "../../domain/slug.js";
import type { LocalDate } from "../../domain/wall-clock.js";
import type { Term } from "../language/lexicon.js";
import { OF_A_PHRASE } from "../language/meaning.js";
import { isOfDates, isParticular } from "../site/notions.js";
import type { Question, Reading, Said } from "../site/question.js";
import { eventsNamed, isInAReason, spoken } from "./event-names.js";
import { isDateName, type Period, periodIn } from "./periods.js";

type TimeQuestion = (typeof timeQuestions)[number];

/** What is asked of dates and places. */
export interface EventQuestion {
  readonly asks: ReadonlySet<TimeQuestion>;
  readonly concept: Concept["code"] | undefined;
  readonly city: Slug | undefined;
  readonly elsewhere: string | undefined;
  readonly period: Period | undefined;
  /** The events that are meant by name; none when any is. */
  readonly series: readonly Event[];
  /** Words of the question that may stand in the reason why a date was changed: the name of a holiday. */
  readonly reasonWords: readonly string[];
  /** How many times the one after that was asked for. */
  readonly later: number;
}

/** What only a part of a compound means is not sure enough: a website is no place. */
const SURE = 0.7;

/** What a question asks of dates and places; undefined when it is about something else. */
export function eventQuestionIn(
  question: Question,
  events: readonly Event[],
  today: LocalDate,
): EventQuestion | undefined {
  const heard = (said: Said) => ({
    ...said,
    asks: asksIn(said),
    period: periodIn(said, today),
    series: eventsNamed(said, events),
  });
  const last = heard(question.last);
  const before = question.before.map(({ said }) => heard(said));
  const turns = [last, ...before];
  const own = new Set([...last.asks].filter((asked) => asked !== "later"));
  const { concept, city, elsewhere, notions } = question;
  const { period } = last;
  const leans = question.isFollowUp && own.size === 0 && period === undefined;
  if (own.has("condition") || saysOtherwise(question, leans)) return undefined;
  // What takes place once may be named after its time of the year, which is not asked for again with something else.
  const mayLast = before.filter((said) => said.series.every(({ recurrence }) => recurrence !== null));
  const spokenOf = [last, ...mayLast].find((said) => said.period)?.period;
  // What was named before is still meant as far as it is of what is asked now: not with "and the Boardroom in Varberg?"
  const named = before.find((said) => said.series.length > 0)?.series ?? [];
  const isStillMeant = (event: Event) =>
    (concept ?? event.concept) === event.concept && (last.city ?? event.city) === event.city;
  const series = last.series.length > 0 ? last.series : named.filter(isStillMeant);
  const asksDates = period !== undefined || has(own, "next", "cities", "often", "status");
  const mayJoin = series.length > 0 && own.has("next");
  const others = otherWords(question, mayJoin, asksDates);
  const reasonWords = others.filter((word) => isInAReason(word, question.readings[0]!, events));
  if (others.length > reasonWords.length) return undefined;

  const earlier = before.flatMap((said) => [...said.asks]);
  const asks =
    own.size > 0 || period ? new Set([...own, ...(period?.isHabit ? ["often" as const] : [])]) : new Set(earlier);
  const speaksOf = (notion: string) => turns.some((said) => said.notions.has(notion));
  const isAbout = [concept, city, elsewhere].filter((one) => one !== undefined).length;
  const isAsked =
    period !== undefined ||
    has(asks, "next", "often", "status", "list", "cities") ||
    (asks.has("inCity") && (city ?? elsewhere) !== undefined);
  const isNamed =
    series.length > 0 ||
    ((city ?? elsewhere) !== undefined && (concept !== undefined || notions.has("event") || wordsLeft(question) === 1));
  const isEvent =
    isAbout > 0 || series.length > 0 || speaksOf("event") || speaksOf("next-date") || spokenOf !== undefined;

  if (!(isAsked && isEvent) && !(isNamed && wordsLeft(question) <= 4)) return undefined;
  if (notions.has("place") && !question.isFollowUp && !asksDates && !own.has("inCity")) return undefined;
  return {
    asks,
    concept,
    city,
    elsewhere,
    period: spokenOf,
    series,
    reasonWords,
    later: turns.slice(0, -1).filter((said) => said.asks.has("later") && !said.period).length,
  };
}

const has = (asks: ReadonlySet<TimeQuestion>, ...any: TimeQuestion[]) => any.some((one) => asks.has(one));

function asksIn({ readings }: Pick<Said, "readings">): ReadonlySet<TimeQuestion> {
  return new Set(
    spoken(readings).flatMap(({ language, terms }) =>
      language.findTimeQuestions(terms.map(({ word }) => word)).map(({ name }) => name as TimeQuestion),
    ),
  );
}

/**
 * Content words that a question about dates and places has no use for, in the language that has fewest. Where no date is
 * asked for, a word for the place, "parking", asks about that.
 */
function otherWords({ readings }: Pick<Said, "readings">, mayJoin: boolean, asksDates: boolean): string[] {
  const left = spoken(readings).map(({ language, terms }) => {
    const words = terms.map(({ word }) => word);
    const used = [
      ...[...language.findTimeQuestions(words), ...language.findPeriods(words), ...language.findPlaces(words)],
      ...language.findSmallTalk(words).filter(({ name }) => name === "insult"),
    ];
    const isUsed = (index: number) => used.some(({ from, to }) => from <= index && index < to);
    const saysDates = ({ meaning, word }: Term) =>
      (mayJoin && meaning.has("join")) ||
      (!meaning.has("membership") &&
        !meaning.has("join") &&
        [...meaning].some(
          ([notion, sure]) => sure >= SURE && isOfDates(notion) && (asksDates || notion !== "place"),
        )) ||
      /^\d/.test(word.written);
    return terms.filter(
      (term, index) =>
        term.kind === "content" && !isUsed(index) && !saysDates(term) && !isDateWord(term, language.locale),
    );
  });
  const fewest = left.sort((a, b) => a.length - b.length)[0] ?? [];
  return fewest.map(({ stem }) => stem);
}

/**
 * Whether a saying made of small words asks about something else: "what do we get from you", and where it leans on a
 * question about dates, "how much is it".
 */
function saysOtherwise({ readings }: Pick<Said, "readings">, leans: boolean): boolean {
  return spoken(readings).some(({ terms }) =>
    terms.some(({ kind, meaning }) =>
      [...meaning].some(
        ([notion, sure]) =>
          kind !== "content" && sure === OF_A_PHRASE && (leans || isParticular(notion)) && !isOfDates(notion),
      ),
    ),
  );
}

const wordsLeft = ({ readings }: Pick<Said, "readings">) =>
  Math.min(...spoken(readings).map(({ terms }) => terms.length));

function isDateWord({ word }: Term, locale: Reading["language"]["locale"]): boolean {
  return isDateName(word.folded, locale);
}
