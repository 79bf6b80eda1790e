import path from "node:path";
import { createInstance, type i18n } from "i18next";
import FilesBackend from "i18next-fs-backend";
import { LanguageDetector } from "i18next-http-middleware";
import { defaultLocale, inEachLocale, type Locale, locales, type Translate } from "../text/locale.js";
import { ContentError, type ContentProblem, textsIn } from "./problems.js";

export const namespaces = ["site", "events", "articles", "forms", "assistant", "dialogue", "errors"] as const;

export const englishNamespaces = ["llms"] as const;

/** Throws ContentError unless all languages have the same keys and placeholders; `t` throws for what is missing. */
export function createI18n(folder: string) {
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
      ns: [...namespaces, ...englishNamespaces],
      defaultNS: false,
      interpolation: { escapeValue: false },
      detection: {
        order: ["path"],
        lookupFromPathIndex: 0,
        convertDetectedLanguage: localeOfSegment,
        // originalUrl can be in absolute form (RFC 9112 §3.2.2), with a host before the path.
        getOriginalUrl: ({ path }: { path: string }) => path,
      },
      parseMissingKeyHandler(key) {
        throw new RangeError(`There is no translation for "${key}" in ${folder}`);
      },
      missingInterpolationHandler(text, [placeholder]) {
        throw new RangeError(`There is no value for ${placeholder} in "${text}"`);
      },
    });
  const problems: ContentProblem[] = [];
  for (const locale of locales)
    for (const name of locale === defaultLocale ? [...namespaces, ...englishNamespaces] : namespaces)
      if (!i18n.hasResourceBundle(locale, name))
        problems.push({ file: `locales/${locale}/${name}.json`, field: "", message: "is missing, or cannot be read" });
  if (problems.length === 0) problems.push(...namespaces.flatMap((namespace) => textProblems(i18n, namespace)));
  if (problems.length > 0) throw new ContentError(problems);
  const translators = inEachLocale((locale) => rememberTexts(i18n.getFixedT(locale) as Translate));
  return { i18n, getFixedT: (locale: Locale) => translators[locale] };
}

/** i18next takes 15 µs for a text, and a page shows a hundred: one without values is looked up once. */
function rememberTexts(t: Translate): Translate {
  const texts = new Map<string, string>();
  return (key, values) => {
    if (values) return t(key, values);
    const text = texts.get(key) ?? t(key);
    texts.set(key, text);
    return text;
  };
}

function textProblems(i18n: i18n, namespace: string): ContentProblem[] {
  const placeholders = inEachLocale((locale) => placeholdersOf(i18n.getResourceBundle(locale, namespace)));
  const english = placeholders[defaultLocale];
  const problems: ContentProblem[] = [];
  for (const locale of locales)
    for (const field of new Set([...english.keys(), ...placeholders[locale].keys()])) {
      const text = placeholders[locale].get(field) ?? "no text";
      const expected = english.get(field) ?? "no text";
      if (text === expected) continue;
      const message = `has ${text}, and English has ${expected}`;
      problems.push({ file: `locales/${locale}/${namespace}.json`, field, message });
    }
  return problems;
}

/** Returns the placeholders by key. Plural forms are keys of their own. */
function placeholdersOf(texts: object): Map<string, string> {
  return new Map(textsIn(texts).map(({ path, text }) => [path.join("."), placeholdersIn(text)]));
}

function placeholdersIn(text: string): string {
  const names = [...new Set(text.match(/\{\{[^}]*\}\}/g))].sort();
  return names.length > 0 ? `a text with ${names.join(", ")}` : "a text without placeholders";
}

/** `/sv.md` is `/sv` as Markdown; in `cimode`, which i18next adds, texts are their keys. */
const localeOfSegment = (segment: string) => segment.replace(/\.md$/, "").replace(/^cimode$/, defaultLocale);
