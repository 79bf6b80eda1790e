import type { RequestHandler } from "express";
import type { Locale } from "../domain/locale.js";
import { queryOf } from "../http/paths.js";
import { renderView } from "../http/render-view.js";
import { presentConfirmation } from "../presenters/confirmation.js";
import { formEvents } from "../presenters/form-event.js";
import type { Services } from "../services.js";
import { confirmationQuery, eventIdInQuery, isConfirmationQuery } from "../site/form-queries.js";
import { type FormName, forms } from "../site/forms.js";

export function confirmationsController(
  services: Pick<Services, "agenda" | "clock" | "getFixedT" | "library" | "records">,
) {
  const { eventOf } = formEvents(services);

  return (form: FormName, locale: Locale): RequestHandler => {
    const cache = new Map<string, string>(); // by query
    const { page: name } = forms[form];
    return async (request, response, next) => {
      if (!isConfirmationQuery(queryOf(request))) return next();
      response.set({ "Cache-Control": "no-store", "X-Robots-Tag": "noindex" });
      const event = eventOf(name, locale, eventIdInQuery(queryOf(request)));
      const query = confirmationQuery(event);
      const html =
        cache.get(query) ??
        (await renderView(response, "pages/form/sent.njk", presentConfirmation(name, locale, event, services)));
      cache.set(query, html);
      response.type("html").send(html);
    };
  };
}
