import type { Request } from "express";
import { eventLocaleQuery } from "../contracts/event-query.js";
import { localesOf } from "../domain/event.js";
import { defaultLocale } from "../domain/locale.js";
import { isSlug } from "../domain/slug.js";
import { HttpError } from "../http/http-error.js";
import { parseQuery, queryError } from "../http/parse-query.js";
import type { Services } from "../services.js";

/** Throws HttpError 400 for an invalid id or query, 404 for an unknown event or language. */
export function findOccurrence(request: Request<{ id: string }>, { agenda }: Pick<Services, "agenda">) {
  const { id } = request.params;
  if (!isSlug(id)) throw queryError({ id: ["errors:query.slug"] });
  const { locale } = parseQuery(request, eventLocaleQuery);
  const occurrence = agenda.current().find(id);
  if (!occurrence) throw new HttpError(404, { messageKey: "errors:unknownEvent", values: { id } });

  const available = localesOf(occurrence.event);
  if (locale && !available.includes(locale)) {
    const values = { id, languages: available.join(", ") };
    throw new HttpError(404, { messageKey: "errors:eventNotInLanguage", values });
  }
  return { occurrence, locale: locale ?? defaultLocale };
}
