import type { RequestHandler } from "express";
import { defaultLocale, isLocale, localeOfTag } from "../domain/locale.js";
import { queryOf } from "../http/paths.js";
import type { Services } from "../services.js";

/** Only `/` depends on Accept-Language (RFC 9110 §12.5.4). */
export function redirectToLocale({ library }: Services): RequestHandler {
  return (request, response) => {
    const locale = request.acceptsLanguages().map(localeOfTag).find(isLocale) ?? defaultLocale;
    response.vary("Accept-Language").set("Cache-Control", "public, max-age=60");
    response
      .status(302)
      .location(library.addresses.pathTo("home", locale) + queryOf(request))
      .end();
  };
}
