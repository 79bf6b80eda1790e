import { type Concept, concepts } from "../../domain/concept.js";
import type { Turn } from "../../domain/conversation.js";
import type { Slug } from "../../domain/slug.js";
import type { Term } from "../language/lexicon.js";
import { wordsInText } from "../language/words-in-text.js";
import type { Language } from "./languages.js";

/** One turn of a visitor as one language understands it. */
export interface Reading {
  readonly language: Language;
  /** How much it is of that language, from 0 to 1. */
  readonly share: number;
  readonly terms: readonly Term[];
}

/** What a visitor's turn says, in every language. */
export interface Said {
  readonly text: string;
  readonly readings: readonly Reading[];
  readonly concept: Concept["code"] | undefined;
  readonly city: Slug | undefined;
  /** A place that is no city of the site, as it was written. */
  readonly elsewhere: string | undefined;
  readonly notions: ReadonlySet<string>;
  /** How like the questions for each page it is, in standard deviations from the mean of all. */
  readonly likeness: ReadonlyMap<string, number>;
}

/** What is asked: the last turn, with what it leaves to be understood from those before. */
export interface Question extends Said {
  /** The last turn by itself. */
  readonly last: Said;
  /** The turns it leans on, the nearest first, and how much each counts. */
  readonly before: readonly { readonly said: Said; readonly weight: number }[];
  readonly isFollowUp: boolean;
}

/** A language that a text has less of than this, compared with the one it has most of, is not its own. */
const SPOKEN = 0.45;
/** The language of the page is more likely than another. */
const OF_THE_PAGE = 0.12;
/** What is read of a long turn: how it begins and how it ends. */
const MOST_READ = 400;
const MOST_WORDS = 60;
/** Earlier turns further back are forgotten. */
const MOST_TURNS = 4;
/** How much the turn before counts beside the last one. */
const EARLIER = 0.45;

/** What the last turn asks. Only what the visitor said is listened to, never what is given out as an answer. */
export function questionIn(turns: readonly Turn[], languages: readonly Language[]): Question {
  const [last = said("", languages), ...earlier] = turns
    .filter(({ role }) => role === "user")
    .slice(-MOST_TURNS)
    .reverse()
    .map(({ content }) => said(content, languages));

  const isFollowUp = earlier.length > 0 && leansOnEarlier(last);
  const before: { said: Said; weight: number }[] = [];
  let weight = EARLIER;
  for (const turn of isFollowUp ? earlier : []) {
    before.push({ said: turn, weight });
    if (!leansOnEarlier(turn)) break;
    if (turn.notions.size > 0) weight /= 2;
  }
  const cities = [last, ...before.map(({ said }) => said)].map(({ city }) => city);

  return {
    ...last,
    last,
    before,
    isFollowUp,
    likeness: together([
      { likeness: last.likeness, weight: 1 },
      ...before.map(({ said, weight }) => ({ likeness: said.likeness, weight })),
    ]),
    city: last.elsewhere === undefined ? cities.find((city) => city !== undefined) : undefined,
  };
}

export function said(content: string, languages: readonly Language[]): Said {
  const text = shortened(content);
  const apart = languages.reduce((written, { lexicon }) => lexicon.apart(written), text);
  const words = wordsInText(apart, languages[0]!.locale);
  const shares = languages.map(
    ({ lexicon }, index) => lexicon.share(wordsInText(apart, lexicon.locale)) + (index === 0 ? OF_THE_PAGE : 0),
  );
  const most = Math.max(...shares, 0.01);
  const readings = languages
    .map((language, index) => ({ language, share: shares[index]! / most }))
    .filter(({ share }, index) => share >= SPOKEN || index === 0)
    .map(({ language, share }) => ({
      language,
      share,
      terms: language.lexicon
        .read(apart, (written) => languages.some((other) => other !== language && other.lexicon.has(written)))
        .slice(0, MOST_WORDS),
    }));

  const notions = new Set(readings.flatMap(({ terms }) => terms.flatMap((term) => term.notions)));
  const places = readings.flatMap(({ language, terms }) =>
    language.findPlaces(terms.map(({ word }) => word)).map((place) => ({ ...place, terms })),
  );
  const city = places.find(({ name }) => name !== "elsewhere")?.name;
  const other = places.find(({ name }) => name === "elsewhere");
  return {
    text,
    readings,
    notions,
    concept: conceptNamed(notions, words.map(({ folded }) => folded).join(" ")),
    city,
    elsewhere: other?.terms
      .slice(other.from, other.to)
      .map(({ word }) => word.written)
      .join(" "),
    likeness: likenessOf(text, readings),
  };
}

/** What every language it may be of says, the likelier the more. */
function likenessOf(text: string, readings: readonly Reading[]): Said["likeness"] {
  const all = readings.reduce((sum, { share }) => sum + share ** 2, 0);
  return together(
    readings.map(({ language, share }) => ({
      likeness: language.classifier.likeness(text),
      weight: share ** 2 / all,
    })),
  );
}

function together(parts: readonly { likeness: Said["likeness"]; weight: number }[]): Said["likeness"] {
  const sums = new Map<string, number>();
  for (const { likeness, weight } of parts)
    for (const [name, value] of likeness) sums.set(name, (sums.get(name) ?? 0) + weight * value);
  return sums;
}

/** The concept that is named; where several are, the one named in full, and none when all are alike. */
function conceptNamed(notions: ReadonlySet<string>, text: string): Concept["code"] | undefined {
  const named = concepts.filter(({ code }) => notions.has(code));
  const inFull = named.filter(({ name }) => text.includes(name.toLowerCase()));
  const [first, second] = inFull.length > 0 ? inFull : named;
  return second ? undefined : first?.code;
}

/** Whether a turn can only be understood from those before it: it begins like one, or says too little by itself. */
function leansOnEarlier({ readings, concept, city }: Said): boolean {
  return readings.some(({ language, terms, share }) => {
    if (share < 0.9) return false;
    const content = terms.filter(({ kind }) => kind === "content").length;
    const marks = language.findFollowUp(terms.map(({ word }) => word));
    if (marks.some(({ from }) => from === 0)) return content <= 5;
    if (marks.some(({ to }) => to === terms.length)) return content <= 4;
    if (marks.length > 0) return content <= 3 && concept === undefined;
    return content <= 2 && (concept === undefined || terms.length <= 2) && (city === undefined || terms.length <= 3);
  });
}

function shortened(text: string): string {
  return text.length <= 2 * MOST_READ ? text : `${text.slice(0, MOST_READ)} ${text.slice(-MOST_READ)}`;
}
