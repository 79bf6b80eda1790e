import type { Library } from "../../content/library.js";
import { type Locale, locales } from "../../domain/locale.js";
import { sentencesIn, wordsIn } from "../../search/words.js";
import { fold } from "../../text/fold.js";
import { phraseFinder } from "./phrases.js";
import { type SlotsFound, slotReader } from "./slots.js";

export type Languages = Readonly<Record<Locale, LanguageTools>>;
export type LanguageTools = ReturnType<typeof languageTools>;

/** More are read as one with the last. */
const MAX_QUESTIONS = 4;

/** The clauses that ask, and what else is said; the whole text is a question where no clause is one. */
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
  // "And in Varberg?", "Does the December one clash?"
  if (findFollowUp(words).some(({ from, to }) => from === 0 || to - from > 1)) return true;
  const { concept, city, unknownCity, period, series } = slots;
  const namesSubject = (concept ?? city ?? unknownCity ?? period ?? series) !== undefined;
  // "Stockholm in March?" has no verb, and "Is anything on in March?" says all.
  return contentWords <= 1 && !(namesSubject && words.length > 3);
}

/** The language of a turn, which can differ from the page's. */
export function languageOf(text: string, locale: Locale, languages: Languages): LanguageTools {
  const words = wordsIn(text);
  const count = (of: Locale) => words.filter((word) => languages[of].common.has(word)).length;
  return languages[locales.reduce((best, of) => (count(of) > count(best) ? of : best), locale)];
}

export function languageTools(locale: Locale, library: Pick<Library, "cities" | "events" | "dialogue" | "membership">) {
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
    /** Before "and" and the like. */
    joints: new RegExp(`\\s(?=(?:${lists.joints.join("|")})\\s)`, "iu"),
    /** Its commonest words, to tell languages apart. */
    common: set([...lists.function, ...lists.questions]),
  };
}
