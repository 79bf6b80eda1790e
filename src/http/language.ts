import type { RequestHandler } from "express";
import type { i18n, TFunction } from "i18next";
import { defaultLocale, isLocale, type Locale } from "../domain/locale.js";
import type { Translate } from "../domain/translate.js";

/**
 * Finds the language of a request and gives views its words. i18next's own middleware would make an instance of i18next
 * for each request, which costs as much as ten requests for a page that is kept.
 */
export function setLanguage({ services }: i18n, getFixedT: (locale: Locale) => Translate): RequestHandler {
  return (request, response, next) => {
    const found = services.languageDetector.detect(request, response);
    const language = isLocale(found) ? found : defaultLocale; // i18next itself knows of one more, cimode
    const t = getFixedT(language);
    request.language = language;
    request.t = t as TFunction;
    Object.assign(response.locals, { language, t });
    response.set("Content-Language", language);
    next();
  };
}
