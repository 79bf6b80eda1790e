/** The languages of the site, as BCP 47 tags; the first is the default. */
export const locales = ["en", "sv", "nb"] as const;

export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = "en";

/** Each language under its own name, as a language menu shows it. */
export const languageNames: Readonly<Record<Locale, string>> = { en: "English", sv: "Svenska", nb: "Norsk" };

/** Each language with the country whose spelling, dates and numbers the site follows, as a BCP 47 tag. */
export const regionalTags: Readonly<Record<Locale, string>> = { en: "en-GB", sv: "sv-SE", nb: "nb-NO" };

/** What `make` gives for each language. */
export function inEachLocale<Made>(make: (locale: Locale) => Made): Record<Locale, Made> {
  return Object.fromEntries(locales.map((locale) => [locale, make(locale)])) as Record<Locale, Made>;
}

export function isLocale(text: string | undefined): text is Locale {
  return locales.some((locale) => locale === text);
}

/**
 * The locale a BCP 47 tag asks for, as far as the site has it: `sv-SE` is `sv`; Norwegian of any kind (`no`, `nn`,
 * `nb-NO`) is `nb`. Any other tag comes back as its primary language, lower case ("de-AT" is "de").
 */
export function localeOfTag(tag: string): string {
  const language = tag.toLowerCase().split("-")[0]!;
  return language === "no" || language === "nn" ? "nb" : language;
}
