import type { Locale } from "../domain/locale.js";
import { queryOf } from "../http/paths.js";
import type { FindResource } from "../http/resource.js";
import type { FormState } from "../presenters/form.js";
import { formEvents } from "../presenters/form-event.js";
import { pagePresenter } from "../presenters/page.js";
import type { Services } from "../services.js";
import { eventIdInQuery } from "../site/form-queries.js";
import { formOn } from "../site/forms.js";
import { type PageName, viewOf } from "../site/paths.js";
import { htmlHeaders, markdownHeaders } from "./page-headers.js";

export function pagesController(services: Services) {
  const { addresses } = services.library;
  const { queryFor } = formEvents(services);
  const { markdown, present, urlOf } = pagePresenter(services);
  const render = (name: PageName, locale: Locale, eventId?: string, formState?: FormState) =>
    services.render(`pages/${viewOf(name)}.njk`, locale, present(name, locale, eventId, formState));

  return {
    show:
      (name: PageName, locale: Locale): FindResource =>
      (request) => {
        const eventId = eventIdInQuery(queryOf(request));
        return {
          address: addresses.pathTo(name, locale) + queryFor(name, locale, eventId),
          ignoresQuery: formOn(name) === undefined,
          headers: htmlHeaders(locale),
          body: () => render(name, locale, eventId),
        };
      },

    markdown: (name: PageName, locale: Locale): FindResource => {
      const headers = markdownHeaders(locale, urlOf(name, locale));
      return () => ({
        address: addresses.markdownPathTo(name, locale),
        ignoresQuery: true,
        headers,
        body: () => markdown(name, locale),
      });
    },

    /** The page of a form that was rejected. */
    showAgain: (name: PageName, locale: Locale, eventId: string | undefined, formState: FormState): string =>
      render(name, locale, eventId, formState),
  };
}
