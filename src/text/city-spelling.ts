import type { City } from "../addresses/cities.js";
import { fold } from "./fold.js";
import { withoutInvisible } from "./invisible.js";

/** Normalising long runs of combining marks is slow. */
const MAX_SPELLING = 100;

/** Ignores case and accents. */
export function cityBySpelling(cities: readonly City[], text: string): City | undefined {
  if (text.length > MAX_SPELLING) return undefined;
  const meant = fold(withoutInvisible(text).trim());
  return cities.find((city) => spellingsOf(city).some((spelling) => fold(spelling) === meant));
}

export function spellingsOf({ slug, names, spellings }: City): string[] {
  return [slug, ...Object.values(names), ...spellings].map((text) => text.toLowerCase());
}
