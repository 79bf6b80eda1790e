import type { Locale } from "../domain/locale.js";
import type { Resource } from "../http/resource.js";
import type { FormState } from "../presenters/form.js";
import type { LinkedEvent } from "../presenters/form-event.js";
import { pagePresenter } from "../presenters/page.js";
import type { Services } from "../services.js";
import { type PageName, viewOf } from "../site/paths.js";
import { htmlHeaders, markdownHeaders } from "./headers.js";

export function pagesController(services: Services) {
  const { addresses } = services.library;
  const { markdown, presentPage, urlOf } = pagePresenter(services);
  const render = (name: PageName, locale: Locale, state?: FormState): string =>
    services.render(`pages/${viewOf(name)}.njk`, locale, presentPage(name, locale, state));

  return {
    render,

    /** `event` is that of the query; only pages with a form read it. */
    show: (name: PageName, locale: Locale, event?: LinkedEvent): Resource => ({
      address: addresses.pathTo(name, locale) + (event?.query ?? ""),
      ignoresQuery: event === undefined,
      headers: htmlHeaders(locale),
      body: () => render(name, locale, event && { event }),
    }),

    markdown: (name: PageName, locale: Locale): Resource => ({
      address: addresses.markdownPathTo(name, locale),
      ignoresQuery: true,
      headers: markdownHeaders(locale, urlOf(name, locale)),
      body: () => markdown(name, locale),
    }),
  };
}
