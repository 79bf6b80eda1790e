import type { Locale } from "../text/locale.js";
import type { Slug } from "../text/slug.js";

export interface City {
  readonly slug: Slug;
  readonly names: Readonly<Record<Locale, string>>;
  /** Other spellings in addresses, in lower case. */
  readonly spellings: readonly string[];
  readonly zone: string;
  /** An ISO 3166-1 alpha-2 code. */
  readonly country: string;
}
