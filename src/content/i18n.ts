import path from "node:path";
import { createInstance, type i18n } from "i18next";
import FilesBackend from "i18next-fs-backend";
import { LanguageDetector } from "i18next-http-middleware";
import { articleKinds } from "../domain/article.js";
import { conceptCodes } from "../domain/concept.js";
import { audiences } from "../domain/event.js";
import { defaultLocale, type Locale, locales } from "../domain/locale.js";
import type { Translate } from "../domain/translate.js";
import { ContentError, type Problem } from "./problems.js";

/** One file each: locales/<locale>/<namespace>.json. */
export const namespaces = ["site", "events", "articles", "forms", "assistant", "dialogue", "errors"] as const;

export const englishNamespaces = ["llms"] as const;

export interface Translations {
  readonly i18n: i18n;
  readonly getFixedT: (locale: Locale) => Translate;
}

const defaultVariables = {
  audiences: audiences.join(", "),
  concepts: conceptCodes.join(", "),
  kinds: articleKinds.join(", "),
  locales: locales.join(", "),
};

/** Throws ContentError unless all languages have the same keys; `t` throws RangeError for a missing key or value. */
export function createI18n(folder: string): Translations {
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
      interpolation: { escapeValue: false, defaultVariables },
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
  const problems = [
    ...locales.flatMap((locale) => namespaces.flatMap((namespace) => keyProblems(i18n, locale, namespace))),
    ...englishNamespaces.flatMap((namespace) => keyProblems(i18n, defaultLocale, namespace)),
  ];
  if (problems.length > 0) throw new ContentError(problems);
  return { i18n, getFixedT: (locale) => i18n.getFixedT(locale) as Translate };
}

function keyProblems(i18n: i18n, locale: Locale, namespace: string): Problem[] {
  const file = `locales/${locale}/${namespace}.json`;
  if (!i18n.hasResourceBundle(locale, namespace)) return [{ file, field: "", message: "is missing or is not JSON" }];

  const own = keysOf(i18n.getResourceBundle(locale, namespace));
  const english = keysOf(i18n.getResourceBundle(defaultLocale, namespace) ?? {});
  const onlyIn = (keys: readonly string[], others: readonly string[], message: string) =>
    keys.filter((key) => !others.includes(key)).map((field) => ({ file, field, message }));
  return [...onlyIn(english, own, "is missing"), ...onlyIn(own, english, "is in no other language")];
}

function keysOf(texts: object, above = ""): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "object" ? keysOf(value, `${above}${key}.`) : [above + key],
  );
}

/** `/sv.md` is `/sv` as Markdown; in `cimode`, which i18next adds, texts are their keys. */
const localeOfSegment = (segment: string) => segment.replace(/\.md$/, "").replace(/^cimode$/, defaultLocale);
