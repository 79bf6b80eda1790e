import type { Library } from "../../content/library.js";
import { type Locale, locales } from "../../domain/locale.js";
import { sentencesIn, wordsIn } from "../../search/words.js";
import { fold } from "../../text/fold.js";
import { phraseFinder } from "./phrases.js";
import { type SlotsFound, slotReader } from "./slots.js";

export type Languages = Readonly<Record<Locale, LanguageTools>>;
export type LanguageTools = ReturnType<typeof languageTools>;

/** The clauses that ask, and what else is said; the whole text is a question where no clause is one. */
export function clausesIn(text: string, language: LanguageTools) {
  const isMarked = text.includes("?");
  const [background, questions]: [string[], string[]] = [[], []];
  for (const sentence of sentencesIn(text)) {
    // "I run a shop and have never been. When …?" asks in one of its sentences.
    const isStatement = isMarked && sentence.endsWith(".");
    const pieces = isStatement ? [sentence] : sentence.split(/,\s+/).flatMap((part) => part.split(language.joints));
    const starts = pieces.flatMap((piece, index) => (!isStatement && asks(piece, language) ? [index] : []));
    if (starts.length === 0) (sentence.endsWith("?") ? questions : background).push(sentence);
    starts.forEach((_, nth) => {
      questions.push(pieces.slice(nth === 0 ? 0 : starts[nth], starts[nth + 1]).join(" "));
    });
  }
  return questions.length > 0 ? { background: background.join(" "), questions } : { background: "", questions: [text] };
}

/** Whether a clause begins as a question does, after words such as "and", or asks indirectly. */
function asks(piece: string, { questions, indirect, joinWords }: LanguageTools): boolean {
  const words = wordsIn(piece);
  const first = words.find((word) => !joinWords.has(word)) ?? "";
  return words.length > 1 && (questions.has(first) || words.some((word) => indirect.has(word)));
}

/** Whether a question needs those before it, or the page, to be understood. */
export function refersBack({ words, rest, contentWords, slots }: SlotsFound, language: LanguageTools): boolean {
  const { followUp, findHere } = language;
  const phrases = rest.flatMap((_, at) => [2, 3, 4].map((length) => rest.slice(at, at + length).join(" ")));
  // "What about …", "Does the December one clash?"
  const isMarked = [words[0] ?? "", ...phrases].some((phrase) => followUp.has(phrase));
  if (isMarked || findHere(words).length > 0) return contentWords <= 5;
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
    followUp: set(lists.followUp),
    findHere: phraseFinder({ here: lists.here }),
    joinWords: set(lists.joints),
    /** Before "and" and the like. */
    joints: new RegExp(`\\s(?=(?:${lists.joints.join("|")})\\s)`, "iu"),
    /** Its commonest words, to tell languages apart. */
    common: set([...lists.function, ...lists.questions]),
  };
}

/** The beginning and the end of a long text. */
export function shortened(text: string, maxCharacters: number): string {
  const half = maxCharacters / 2;
  return text.length <= maxCharacters ? text : `${text.slice(0, half)}\n${text.slice(-half)}`;
}
