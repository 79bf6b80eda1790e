import type { Locale } from "./locale.js";
import type { Slug } from "./slug.js";

/** A city where something happens: the list is content and open-ended (specification §2). */
export interface City {
  readonly slug: Slug;
  readonly names: Readonly<Record<Locale, string>>;
  /** How else people write it in an address, lower case. */
  readonly spellings: readonly string[];
  /** IANA name of its time zone. */
  readonly zone: string;
  /** ISO 3166-1 alpha-2 code. */
  readonly country: string;
}

/** Longer than any name of a city; normalising is slow for long runs of combining marks. */
const MAX_SPELLING = 100;

/** The city that a text means, by its slug, one of its names or another spelling, in capitals or not. */
export function cityMeant(cities: readonly City[], text: string): City | undefined {
  if (text.length > MAX_SPELLING) return undefined;
  const meant = text.normalize("NFC").toLowerCase();
  return cities.find((city) => spellingsOf(city).includes(meant));
}

/** Everything that means a city, in lower case. */
export function spellingsOf({ slug, names, spellings }: City): string[] {
  return [slug, ...Object.values(names), ...spellings].map((text) => text.toLowerCase());
}
