import path from "node:path";
import { createInstance, type i18n } from "i18next";
import FilesBackend from "i18next-fs-backend";
import { LanguageDetector } from "i18next-http-middleware";
import { defaultLocale, localeOfTag, locales } from "../domain/locale.js";

/** The interface's words, a file a namespace: locales/<locale>/<namespace>.json. */
export const namespaces = ["site", "pages", "errors"] as const;

export type Translator = i18n;

/**
 * Reads all interface words at once. A key is always written in full, `site:menu.open`, so that a search finds it.
 * A request's language is the first segment of its path; only the front door asks what the browser prefers.
 *
 * Errors  throws when a key is asked for that does not exist: no visitor is shown a raw key.
 */
export function openTranslator(folder: string): Translator {
  const translator = createInstance();
  void translator
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
      interpolation: { escapeValue: false },
      detection: { order: ["path"], lookupFromPathIndex: 0, caches: false, convertDetectedLanguage: localeOfSegment },
      parseMissingKeyHandler(key) {
        throw new RangeError(`There are no words for "${key}" in ${folder}`);
      },
    });
  return translator;
}

/** `/sv.md` is the home page of `/sv` as Markdown. */
const localeOfSegment = (segment: string) => localeOfTag(segment.replace(/\.md$/, ""));
