import type { RequestHandler } from "express";
import { cityBySpelling } from "../domain/city.js";
import { isSlug } from "../domain/slug.js";
import { queryError } from "../http/parse-query.js";
import { redirect } from "../http/paths.js";
import type { Services } from "../services.js";
import { calendarPath } from "../site/paths.js";
import { extensionOf } from "./calendars.js";

export function redirectToCity({ library: { cities } }: Pick<Services, "library">): RequestHandler<{ city: string }> {
  return (request, response, next) => {
    const { city: text } = request.params;
    const city = cityBySpelling(cities, text);
    if (city && city.slug !== text) redirect(request, response, calendarPath(city.slug, {}, extensionOf(request)));
    else if (isSlug(text)) next();
    else throw queryError({ city: ["errors:query.slug"] });
  };
}
