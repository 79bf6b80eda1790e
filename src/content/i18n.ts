import path from "node:path";
import { createInstance } from "i18next";
import FilesBackend from "i18next-fs-backend";
import { LanguageDetector } from "i18next-http-middleware";
import { defaultLocale, inEachLocale, type Locale, locales, type Translate } from "../text/locale.js";
import { ContentError } from "./problems.js";

export const namespaces = ["site", "events", "articles", "forms", "assistant", "dialogue", "errors"] as const;

export const englishNamespaces = ["llms"] as const;

/** Throws ContentError without one of the files; `t` throws for a key or a value that is missing. */
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
  for (const locale of locales)
    for (const name of locale === defaultLocale ? [...namespaces, ...englishNamespaces] : namespaces)
      if (!i18n.hasResourceBundle(locale, name))
        throw new ContentError([
          { file: `locales/${locale}/${name}.json`, field: "", message: "is missing, or cannot be read" },
        ]);
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

/** `/sv.md` is `/sv` as Markdown; in `cimode`, which i18next adds, texts are their keys. */
const localeOfSegment = (segment: string) => segment.replace(/\.md$/, "").replace(/^cimode$/, defaultLocale);
