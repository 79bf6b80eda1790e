import path from "node:path";
import { createInstance, type i18n } from "i18next";
import FilesBackend from "i18next-fs-backend";
import { LanguageDetector } from "i18next-http-middleware";
import { concepts } from "../domain/concept.js";
import { defaultLocale, inEachLocale, type Locale, locales, regionalTags } from "../domain/locale.js";
import type { Translate } from "../domain/translate.js";
import { ContentError, type Problem } from "./problems.js";

/** Interface texts, one file for each namespace: locales/<locale>/<namespace>.json. */
export const namespaces = ["site", "events", "articles", "forms", "assistant", "dialogue", "errors"] as const;

/** What may be filled in anywhere. */
const always: Readonly<Record<string, string>> = {
  concepts: concepts.map(({ code }) => code).join(", "),
  locales: locales.join(", "),
};

/**
 * Reads all interface texts at once. A key is always written in full, `site:menu.open`, so that a search finds it.
 * A request's language is the first segment of its path; only the front door asks what the browser prefers.
 *
 * Errors  one ContentError for every file that cannot be read and every key that a language lacks or has alone;
 *         later, a key that does not exist throws: no visitor is shown a raw key.
 */
export function createI18n(folder: string): i18n {
  const i18n = createInstance();
  void i18n
    .use(FilesBackend)
    .use(LanguageDetector)
    .init({
      initAsync: false,
      backend: { loadPath: path.join(folder, "{{lng}}", "{{ns}}.json") },
      preload: [...locales],
      supportedLngs: [...locales],
      fallbackLng: defaultLocale,
      ns: [...namespaces],
      defaultNS: false,
      interpolation: { escapeValue: false, defaultVariables: always },
      detection: {
        order: ["path"],
        lookupFromPathIndex: 0,
        caches: false,
        convertDetectedLanguage: localeOfSegment,
        // The path that routes see; originalUrl may be in absolute form (RFC 9112 §3.2.2), with a host before the path.
        getOriginalUrl: ({ path }: { path: string }) => path,
      },
      parseMissingKeyHandler(key) {
        throw new RangeError(`There is no translation for "${key}" in ${folder}`);
      },
    });
  const problems = locales.flatMap((locale) =>
    namespaces.flatMap((namespace) => unlikeEnglish(i18n, locale, namespace)),
  );
  if (problems.length > 0) throw new ContentError(problems);
  return i18n;
}

/** The texts of each language. Each text is asked of i18next once, as that takes its time, and filled in here. */
export function fixedTranslations(i18n: i18n): (locale: Locale) => Translate {
  const translations = inEachLocale((locale) => fixedTranslator(i18n, locale));
  return (locale) => translations[locale];
}

function fixedTranslator(i18n: i18n, locale: Locale): Translate {
  const t = i18n.getFixedT(locale);
  const plurals = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(regionalTags[locale]);
  const written = (value: string | number) => (typeof value === "number" ? numbers.format(value) : value);
  const texts = new Map<string, string>();
  return (key, values = {}) => {
    const form = "count" in values ? `${key} ${plurals.select(Number(values.count))}` : key;
    const text = texts.get(form) ?? t(key, { ...values, skipInterpolation: true });
    texts.set(form, text);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => written(values[name] ?? always[name] ?? ""));
  };
}

function unlikeEnglish(i18n: i18n, locale: Locale, namespace: string): Problem[] {
  const file = `locales/${locale}/${namespace}.json`;
  if (!i18n.hasResourceBundle(locale, namespace)) return [{ file, field: "", message: "is missing, or no JSON" }];

  const own = keysOf(i18n.getResourceBundle(locale, namespace));
  const english = keysOf(i18n.getResourceBundle(defaultLocale, namespace) ?? {});
  return [
    ...english.filter((key) => !own.includes(key)).map((field) => ({ file, field, message: "is missing" })),
    ...own
      .filter((key) => !english.includes(key))
      .map((field) => ({ file, field, message: "is in no other language" })),
  ];
}

function keysOf(words: object, above = ""): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === "object" ? keysOf(value, `${above}${key}.`) : [above + key],
  );
}

/** `/sv.md` is the home page of `/sv` as Markdown. */
const localeOfSegment = (segment: string) => segment.replace(/\.md$/, "");
