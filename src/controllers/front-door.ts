import type { Request, Response } from "express";
import type { LanguageDetector } from "i18next-http-middleware";
import type { Translator } from "../content/translator.js";
import type { Locale } from "../domain/locale.js";
import { pathTo } from "../site/paths.js";

/** `/`, the only address that asks what language the browser prefers (Accept-Language, RFC 9110 §12.5.4). */
export function frontDoorController({ translator }: { translator: Translator }) {
  const detector = translator.services.languageDetector as LanguageDetector;

  return {
    show(request: Request, response: Response) {
      const locale = detector.detect(request, response, ["header"]) as unknown as Locale;
      const query = request.originalUrl.slice(1);

      response.vary("Accept-Language").set("Cache-Control", "public, max-age=60");
      response
        .status(302)
        .location(pathTo("home", locale) + query)
        .end();
    },
  };
}
