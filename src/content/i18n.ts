import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { createInstance, type i18n } from "i18next";
import FilesBackend from "i18next-fs-backend";
import { LanguageDetector } from "i18next-http-middleware";
import { articleKinds } from "../domain/article.js";
import { conceptCodes } from "../domain/concept.js";
import { audiences } from "../domain/event.js";
import { defaultLocale, type Locale, locales } from "../domain/locale.js";
import type { Translate } from "../domain/translate.js";

import { ContentError, lineOfJsonError, type Problem } from "./problems.js";

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

/**
 * Throws ContentError unless all languages have the same keys with the same placeholders; `t` throws RangeError for a
 * missing key or value.
 */
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
  const unread = locales.flatMap((locale) =>
    [...namespaces, ...(locale === defaultLocale ? englishNamespaces : [])]
      .filter((namespace) => !i18n.hasResourceBundle(locale, namespace))
      .map((namespace) => unreadProblem(folder, `${locale}/${namespace}.json`)),
  );
  const problems = unread.length > 0 ? unread : namespaces.flatMap((namespace) => textProblems(i18n, namespace));
  if (problems.length > 0) throw new ContentError(problems);
  return { i18n, getFixedT: (locale) => i18n.getFixedT(locale) as Translate };
}

/** i18next passes over a file that it cannot read. */
function unreadProblem(folder: string, name: string): Problem {
  const file = `locales/${name}`;
  const place = path.join(folder, name);
  if (!existsSync(place)) return { file, field: "", message: "is missing" };
  const text = readFileSync(place, "utf8");
  try {
    JSON.parse(text);
    return { file, field: "", message: "cannot be read" };
  } catch (error) {
    const { message } = error as Error;
    return { file, field: "", message: `is not JSON: ${message}`, line: lineOfJsonError(error as Error, text) };
  }
}

/** What one language has and the others have not, or the other way round. */
function textProblems(i18n: i18n, namespace: string): Problem[] {
  const texts = locales.map((locale) => [locale, textsOf(i18n.getResourceBundle(locale, namespace))] as const);
  return [...new Set(texts.flatMap(([, own]) => [...own.keys()]))].flatMap((field) => {
    const problem = (locale: Locale, message: string) => ({
      file: `locales/${locale}/${namespace}.json`,
      field,
      message,
    });
    const having = texts.filter(([, own]) => own.has(field));
    if (having.length === 1) return problem(having[0]![0], "is in no other language");
    const found = having.map(([locale, own]) => [locale, placeholdersIn(own.get(field)!)] as const);
    const countOf = (names: string) => found.filter(([, others]) => others === names).length;
    const [usual] = found.map(([, names]) => names).sort((a, b) => countOf(b) - countOf(a));
    return [
      ...texts.filter(([, own]) => !own.has(field)).map(([locale]) => problem(locale, "is missing")),
      ...found
        .filter(([, names]) => names !== usual)
        .map(([locale, names]) =>
          problem(
            locale,
            `must have ${usual || "no placeholder"}, as in the other languages (found ${names || "none"})`,
          ),
        ),
    ];
  });
}

/** By key; plural forms are keys of their own. */
function textsOf(texts: object, above = ""): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === "object" ? [...textsOf(value, `${above}${key}.`)] : [[above + key, String(value)]],
    ),
  );
}

const placeholdersIn = (text: string) => [...new Set(text.match(/\{\{[^}]*\}\}/g))].sort().join(", ");

/** `/sv.md` is `/sv` as Markdown; in `cimode`, which i18next adds, texts are their keys. */
const localeOfSegment = (segment: string) => segment.replace(/\.md$/, "").replace(/^cimode$/, defaultLocale);
