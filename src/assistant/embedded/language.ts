import type { Library } from "../../content/library.js";
import { wordsIn } from "../../search/words.js";
import { type Locale, locales } from "../../text/locale.js";
import { fold } from "../../text/spelling.js";
import { phraseFinder } from "./phrases.js";
import { type Reading, slotReader } from "./slots.js";

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
