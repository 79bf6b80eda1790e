import type { RequestHandler } from "express";
import { type Locale, locales } from "../domain/locale.js";
import { queryOf } from "../http/paths.js";
import { renderView } from "../http/render-view.js";
import { formEvents } from "../presenters/form-event.js";
import type { Services } from "../services.js";
import { confirmationQuery, eventIdInQuery, isConfirmationQuery } from "../site/form-queries.js";
import { type FormName, forms } from "../site/forms.js";
import { eventFilePath, parentOf, themeOf } from "../site/paths.js";

export function confirmationsController(
  services: Pick<Services, "agenda" | "clock" | "getFixedT" | "library" | "records">,
) {
  const { addresses, page } = services.library;
  const { eventOf } = formEvents(services);

  return (form: FormName, locale: Locale): RequestHandler => {
    const cache = new Map<string, string>(); // by query
    const { page: name } = forms[form];
    return async (request, response, next) => {
      if (!isConfirmationQuery(queryOf(request))) return next();
      response.set({ "Cache-Control": "no-store", "X-Robots-Tag": "noindex" });
      const event = eventOf(name, locale, eventIdInQuery(queryOf(request)));
      const query = confirmationQuery(event);
      const model = {
        event,
        eventFile: event ? eventFilePath(event.id, locale) : null,
        page: page(name, locale),
        path: addresses.pathTo(name, locale),
        theme: themeOf(name),
        menuEntry: themeOf(name),
        parentPages: new Set([parentOf(name), themeOf(name)]),
        alternates: locales.map((other) => ({ locale: other, path: addresses.pathTo(name, other) + query })),
      };
      const html = cache.get(query) ?? (await renderView(response, "pages/form/sent.njk", model));
      cache.set(query, html);
      response.type("html").send(html);
    };
  };
}
