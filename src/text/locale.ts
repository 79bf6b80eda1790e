export const locales = ["en", "sv", "nb"] as const;

export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = "en";

/** A value for each language. */
export type ByLocale<Value> = Readonly<Record<Locale, Value>>;

export const languageNames: ByLocale<string> = { en: "English", sv: "Svenska", nb: "Norsk" };

export const regionalTags: ByLocale<string> = { en: "en-GB", sv: "sv-SE", nb: "nb-NO" };

export function inEachLocale<Made>(make: (locale: Locale) => Made): Record<Locale, Made> {
  return Object.fromEntries(locales.map((locale) => [locale, make(locale)])) as Record<Locale, Made>;
}

export function isLocale(text: unknown): text is Locale {
  return locales.some((locale) => locale === text);
}

/** The locale of a BCP 47 tag: `nb` for every kind of Norwegian (`no`, `nn`). Some clients write `sv_SE`. */
export function localeOfTag(tag: string): Locale | undefined {
  const [language] = tag.trim().toLowerCase().split(/[-_]/);
  const meant = language === "no" || language === "nn" ? "nb" : language;
  return isLocale(meant) ? meant : undefined;
}

/** Throws for a key that does not exist. */
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string;
