import { fold } from "./fold.js";
import { withoutInvisible } from "./invisible.js";
import type { Locale } from "./locale.js";
import { isSlug, type Slug } from "./slug.js";

export interface City {
  readonly slug: Slug;
  readonly names: Readonly<Record<Locale, string>>;
  /** Other spellings in addresses, in lower case. */
  readonly spellings: readonly string[];
  readonly zone: string;
  /** ISO 3166-1 alpha-2 code. */
  readonly country: string;
}

/** Normalising long runs of combining marks is slow. */
const MAX_SPELLING = 100;

/** In any case, with or without accents. */
export function cityBySpelling(cities: readonly City[], text: string): City | undefined {
  if (text.length > MAX_SPELLING) return undefined;
  const meant = fold(withoutInvisible(text).trim());
  return cities.find((city) => spellingsOf(city).some((spelling) => fold(spelling) === meant));
}

/** A well-formed slug of no city is returned too; undefined for any other text. */
export function citySlugOf(cities: readonly City[], text: string): Slug | undefined {
  return cityBySpelling(cities, text)?.slug ?? (isSlug(text) ? text : undefined);
}

export function spellingsOf({ slug, names, spellings }: City): string[] {
  return [slug, ...Object.values(names), ...spellings].map((text) => text.toLowerCase());
}
