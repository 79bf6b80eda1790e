import type { Locale } from "../../domain/locale.js";
import { stemOf, wordsIn } from "../../search/words.js";
import type { Discount } from "../../site/membership.js";
import { phraseFinder } from "./phrases.js";

type Lists = Readonly<Record<string, readonly string[]>>;

/** Finds whom a text names: ids of discounts, by the words of their lists, or by their names if they have no list. */
export function audienceFinder(locale: Locale, lists: Lists, discounts: readonly Discount[]) {
  // Twice: the Swedish stem of "seniorer" is "senior", and that of "senior" is "seni".
  const stemsOf = (words: readonly string[]) => words.map((word) => stemOf(stemOf(word, locale), locale));
  const namesOf = ({ name, who }: Discount) => [name, who].map((text) => stemsOf(wordsIn(text[locale])).join(" "));
  const unlisted = discounts.filter(({ id }) => !lists[id]).map((discount) => [discount.id, namesOf(discount)]);
  const groups = new Set(discounts.filter(({ minPeople }) => minPeople).map(({ id }) => id));
  const findWords = phraseFinder(lists);
  const findNames = phraseFinder(Object.fromEntries(unlisted));

  return (words: readonly string[]): string[] => {
    const found = new Set([...findWords(words), ...findNames(stemsOf(words))].map(({ name }) => name));
    // "A group of four students" are students.
    return [...found].filter((id) => found.size === 1 || !groups.has(id));
  };
}
