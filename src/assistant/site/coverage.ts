import { isParticular, saysSubject } from "./notions.js";
import type { Question } from "./question.js";
import type { Ranked } from "./ranking.js";
import { tokensOfTerm } from "./search.js";

export interface Coverage {
  /** Of the question's words that tell something, how many the site knows, each by how telling it is. */
  readonly known: number;
  /** How many of them the best page has, in any of the languages they may be of. */
  readonly found: number;
  /** How many there are. */
  readonly words: number;
  /** How sure it is that the best page is about something particular that was asked for; 0 when it is not. */
  readonly subject: number;
}

/** A word that is only guessed, or only known as part of another, counts for less than one that stands there. */
const GUESSED = 0.7;
/** How telling a word is that no text of the site has. */
const UNKNOWN = 7;
/** How telling the name of a city is where there are events. */
const PLACE = 2;
/** What only a part of a word means is not sure enough to be what is asked. */
const SURE = 0.8;

/** Which of a question's words, by where they stand, are no business of the site. */
export interface Outside {
  /**
   * Those of subjects that are not the site's. What a visitor sells, or where one works, counts as such only where the
   * rest of the question is on no subject of the site.
   */
  readonly foreign: ReadonlySet<number>;
  /** Those that would be foreign in another question and tell nothing in this one. */
  readonly told: ReadonlySet<number>;
  /** Whether nothing but a detail is foreign: a dog, a child, what is on the table. */
  readonly isDetailOnly: boolean;
}

export function outsideOf(question: Question): Outside {
  const trades = tradesIn(question);
  const details = refusedWords(question, "detail");
  const others = new Set([...refusedWords(question, "elsewhere"), ...details]);
  const all = new Set([...trades, ...others]);
  const isOurs = isOnSubject(question, all);
  const foreign = isOurs ? others : all;
  return {
    foreign,
    told: isOurs ? new Set([...trades].filter((index) => !others.has(index))) : new Set<number>(),
    isDetailOnly: details.size > 0 && [...foreign].every((index) => details.has(index)),
  };
}

/** Whether the words apart from these name what the site is about, or what one may want of it. */
function isOnSubject({ readings }: Question, apart: ReadonlySet<number>): boolean {
  return spokenOf(readings).some(({ terms }) =>
    terms.some(
      ({ meaning }, index) =>
        !apart.has(index) && [...meaning].some(([notion, sure]) => sure >= SURE && saysSubject(notion)),
    ),
  );
}

function tradesIn(question: Question): ReadonlySet<number> {
  const compounds = spokenOf(question.readings).flatMap(({ language, terms }) =>
    terms.flatMap(({ word, isKnown }, index) => (!isKnown && language.lexicon.beginsElsewhere(word) ? [index] : [])),
  );
  return new Set([...refusedWords(question, "trade"), ...compounds]);
}

/** Where the words of a list stand. */
function refusedWords({ readings }: Question, list: "elsewhere" | "trade" | "detail"): ReadonlySet<number> {
  const at = spokenOf(readings)
    .flatMap(({ language, terms }) =>
      language
        .findRefused(terms.map(({ word }) => word))
        .filter(({ name, from, to }) => name === list && (to - from > 1 || terms[from]!.kind !== "function")),
    )
    .flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index));
  return new Set(at);
}

const spokenOf = (readings: Question["readings"]) => readings.filter(({ share }) => share > 0.8);

/** How much of what was asked the site speaks of at all, and how much of it the best page does. */
export function coverageOf(question: Question, ranked: readonly Ranked[], { foreign, told }: Outside): Coverage {
  const best = ranked[0]?.passage;
  const onPage = ranked.filter(({ passage }) => passage.page === best?.page).slice(0, 4);
  const length = Math.max(...question.readings.map(({ terms }) => terms.length), 0);
  let [all, known, found, words] = [0, 0, 0, 0];

  for (let at = 0; at < length; at++) {
    const terms = question.readings.flatMap(({ language, terms, share }) => {
      const term = terms[at];
      return term && share > 0.4 ? [{ language, term }] : [];
    });
    if (foreign.has(at)) {
      all += UNKNOWN;
      words++;
      continue;
    }
    if (told.has(at)) continue;
    if (terms.some(({ term }) => term.kind === "function") || terms.length === 0) continue;
    if (terms.every(({ term }) => term.word.written.length === 1)) continue;
    if (terms.some(({ term }) => term.kind === "common" && term.notions.length === 0)) continue;

    const place = terms.flatMap(({ language, term }) => language.findPlaces([term.word]))[0]?.name;
    if (place === "elsewhere") continue;
    words++;
    if (place !== undefined) {
      all += PLACE;
      known += PLACE;
      found += PLACE;
      continue;
    }
    const sure = terms.map(({ language, term }) => {
      const tokens = tokensOfTerm(term);
      const trust = term.isCorrected ? GUESSED : 1;
      const evidence = term.notions.length > 0 ? 1 : Math.max(...tokens.map((token) => language.index.evidence(token)));
      const inBest = onPage.some(({ passage }) => tokens.some((token) => language.index.isIn(token, passage.key)));
      const telling = Math.min(UNKNOWN, Math.max(2, language.index.weightOf(term.stem)));
      return {
        weight: evidence > 0 ? telling : UNKNOWN,
        known: evidence * trust,
        found: inBest ? evidence * trust : 0,
      };
    });
    const weight = Math.min(...sure.map((one) => one.weight));
    all += weight;
    known += weight * Math.max(...sure.map((one) => one.known));
    found += weight * Math.max(...sure.map((one) => one.found));
  }
  const subject = subjectOf(question, onPage.slice(0, 2));
  return all === 0
    ? { known: 0, found: 0, words, subject }
    : { known: known / all, found: found / all, words, subject };
}

function subjectOf({ readings, elsewhere }: Question, best: readonly Ranked[]): number {
  const asked = new Map<string, number>(elsewhere === undefined ? [] : [["start-city", 1]]);
  for (const { terms } of readings)
    for (const { meaning } of terms)
      for (const [notion, sure] of meaning) asked.set(notion, Math.max(sure, asked.get(notion) ?? 0));
  const subjects = best.flatMap(({ passage }) => passage.subjects).filter(isParticular);
  return Math.max(0, ...subjects.map((notion) => asked.get(notion) ?? 0));
}
