import type { Library } from "../../content/library.js";
import { sentencesIn, wordsIn } from "../../search/words.js";
import { type Locale, locales } from "../../text/locale.js";
import { fold } from "../../text/spelling.js";
import { phraseFinder } from "./phrases.js";
import { type SlotsFound, slotReader } from "./slots.js";

export type Languages = Readonly<Record<Locale, LanguageTools>>;
export type LanguageTools = ReturnType<typeof languageTools>;

/** If a turn has more questions, the rest is read as one. */
const MAX_QUESTIONS = 4;

/** Returns the clauses that ask, and the rest as background. If no clause asks, the whole text is the question. */
export function clausesIn(text: string, language: LanguageTools) {
  const [background, questions]: [string[], string[]] = [[], []];
  for (const sentence of sentencesIn(text)) {
    const pieces = sentence.split(/,\s+/).flatMap((part) => part.split(language.joints));
    // "I run a shop and have never been. When …?" asks in one of its sentences.
    const isStatement = text.includes("?") && sentence.endsWith(".");
    const starts = isStatement ? [] : [...pieces.keys()].filter((at) => asks(pieces[at]!, language));
    if (starts.length === 0) (sentence.endsWith("?") ? questions : background).push(sentence);
    starts.forEach((start, nth) => {
      questions.push(pieces.slice(nth === 0 ? 0 : start, starts[nth + 1]).join(" "));
    });
  }
  if (questions.length === 0) return { background: "", questions: [text] };
  const rest = questions.splice(MAX_QUESTIONS - 1).join(" ");
  return { background: background.join(" "), questions: [...questions, rest].filter(Boolean) };
}

/** Whether a clause begins as a question does, after words such as "and", or asks indirectly. */
function asks(piece: string, { questions, indirect, joinWords }: LanguageTools): boolean {
  const words = wordsIn(piece);
  const first = words.find((word) => !joinWords.has(word)) ?? "";
  return words.length > 1 && (questions.has(first) || words.some((word) => indirect.has(word)));
}

/** Whether a question needs those before it, or the page, to be understood. */
export function refersBack({ words, contentWords, slots }: SlotsFound, { findFollowUp }: LanguageTools): boolean {
  // "And in Varberg?" begins with such a phrase, and "Does the December one clash?" has a long one.
  if (findFollowUp(words).some(({ from, to }) => from === 0 || to - from > 1)) return true;
  const { concept, city, unknownCity, period, series } = slots;
  const namesSubject = (concept ?? city ?? unknownCity ?? period ?? series) !== undefined;
  // "Stockholm in March?" has no verb, and "Is anything on in March?" says all.
  return contentWords <= 1 && !(namesSubject && words.length > 3);
}

/** Returns the language of a turn, which can differ from the page's. */
export function languageOf(text: string, locale: Locale, languages: Languages): LanguageTools {
  const words = wordsIn(text);
  const count = (candidate: Locale) => words.filter((word) => languages[candidate].common.has(word)).length;
  return languages[locales.reduce((best, other) => (count(other) > count(best) ? other : best), locale)];
}

export function languageTools(locale: Locale, library: Library) {
  const lists = library.dialogue.words[locale];
  const set = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(fold));
  return {
    locale,
    slots: slotReader(locale, library),
    questions: set(lists.questions),
    indirect: set(lists.indirect),
    findFollowUp: phraseFinder({ followUp: lists.followUp }),
    findHere: phraseFinder({ here: lists.here }),
    joinWords: set(lists.joints),
    /** The space before a word such as "and". */
    joints: new RegExp(`\\s(?=(?:${lists.joints.join("|")})\\s)`, "iu"),
    /** The commonest words tell languages apart. */
    common: set([...lists.function, ...lists.questions, ...lists.weeks.before]),
  };
}
