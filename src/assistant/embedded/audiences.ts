import type { Discount } from "../../content/discounts.js";
import type { Locale } from "../../domain/locale.js";
import { stemOf, wordsIn } from "../../search/words.js";
import { phraseFinder } from "./phrases.js";

type Lists = Readonly<Record<string, readonly string[]>>;

/** Finds whom a text names: ids of discounts, by the words of their lists, or by their names if they have no list. */
export function audienceFinder(locale: Locale, lists: Lists, discounts: readonly Discount[]) {
  // "Senior" too, where the name is "Seniors".
  const stemmed = (name: string) => wordsIn(name).map((word) => stemOf(word, locale));
  const names = discounts.map(({ id, name, who }) => [id, [name, who].flatMap((one) => [one, stemmed(one).join(" ")])]);
  const find = phraseFinder({ ...Object.fromEntries(names), ...lists });
  const isGroup = (id: string) => discounts.find((discount) => discount.id === id)?.minPeople !== undefined;

  return (words: readonly string[]): string[] => {
    const found = new Set(find(words).map(({ name }) => name));
    // "A group of four students" are students.
    return [...found].filter((id) => found.size === 1 || !isGroup(id));
  };
}
