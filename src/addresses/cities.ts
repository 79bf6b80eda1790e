import type { ByLocale } from "../text/locale.js";
import type { Slug } from "../text/slug.js";
import { fold, withoutInvisible } from "../text/spelling.js";

export interface City {
  readonly slug: Slug;
  readonly names: ByLocale<string>;
  /** Other spellings in addresses, in lower case. */
  readonly spellings: readonly string[];
  readonly zone: string;
  /** An ISO 3166-1 alpha-2 code. */
  readonly country: string;
  /** The host of its events that name no other, by the id in content/hosts.json. */
  readonly host?: string | undefined;
}

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
