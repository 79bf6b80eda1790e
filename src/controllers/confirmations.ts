import type { Locale } from "../domain/locale.js";
import { queryOf } from "../http/paths.js";
import type { FindResource } from "../http/resource.js";
import { presentConfirmation } from "../presenters/confirmation.js";
import { formEvents } from "../presenters/form-event.js";
import type { Services } from "../services.js";
import { confirmationQuery, eventIdInQuery, isConfirmationQuery } from "../site/form-queries.js";
import type { PageName } from "../site/paths.js";
import { htmlHeaders } from "./page-headers.js";

/** The confirmation of a form at `?sent`, else `page`. */
export function confirmationsController(services: Services) {
  const { eventOf } = formEvents(services);

  return (name: PageName, locale: Locale, page: FindResource): FindResource =>
    (request) => {
      const query = queryOf(request);
      if (!isConfirmationQuery(query)) return page(request);
      const event = eventOf(name, locale, eventIdInQuery(query));
      return {
        address: services.library.addresses.pathTo(name, locale) + confirmationQuery(event),
        headers: { ...htmlHeaders(locale), "Cache-Control": "no-store", "X-Robots-Tag": "noindex" },
        body: () => services.render("pages/form/sent.njk", locale, presentConfirmation(name, locale, event, services)),
      };
    };
}
