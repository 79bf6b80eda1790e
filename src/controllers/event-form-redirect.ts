import type { RequestHandler } from "express";
import type { Locale } from "../domain/locale.js";
import { queryOf } from "../http/paths.js";
import { formEvents } from "../presenters/form-event.js";
import type { Services } from "../services.js";
import { eventIdInQuery } from "../site/form-queries.js";
import type { PageName } from "../site/paths.js";

export function redirectToEventForm(
  services: Pick<Services, "agenda" | "clock" | "getFixedT" | "library" | "records">,
) {
  const { otherForm } = formEvents(services);
  return (name: PageName, locale: Locale): RequestHandler => {
    return (request, response, next) => {
      const query = queryOf(request);
      const page = otherForm(name, locale, eventIdInQuery(query));
      if (!page) return next();
      const path = services.library.addresses.pathTo(page, locale);
      response.set("Cache-Control", "no-store").redirect(`${path}${query}#form`);
    };
  };
}
