import type { Locale } from "./locale.js";
import type { Slug } from "./slug.js";

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

export function cityBySpelling(cities: readonly City[], text: string): City | undefined {
  if (text.length > MAX_SPELLING) return undefined;
  const meant = text.normalize("NFC").toLowerCase();
  return cities.find((city) => spellingsOf(city).includes(meant));
}

export function spellingsOf({ slug, names, spellings }: City): string[] {
  return [slug, ...Object.values(names), ...spellings].map((text) => text.toLowerCase());
}
