import type { Occurrence } from "../domain/event.js";
import type { Locale } from "../domain/locale.js";
import type { Resource } from "../http/resource.js";
import { type FormState, formPresenter } from "../presenters/form.js";
import { pagePresenter } from "../presenters/page.js";
import type { Services } from "../services.js";
import type { FormName } from "../site/forms.js";
import { EVENT_QUERY, markdownPathOf, type PageName, viewOf } from "../site/paths.js";
import { confirmationHeaders, htmlHeaders, markdownHeaders } from "./headers.js";

export function pagesController(services: Services) {
  const { addresses } = services.library;
  const { markdown, presentPage, urlOf } = pagePresenter(services);
  const { presentConfirmation } = formPresenter(services);
  const render = (name: PageName, locale: Locale, state?: FormState): string =>
    services.render(`pages/${viewOf(name)}.njk`, locale, presentPage(name, locale, state));

  return {
    render,

    show: (name: PageName, locale: Locale): Resource => ({
      address: addresses.pathTo(name, locale),
      ignoresQuery: true,
      headers: htmlHeaders(locale),
      body: () => render(name, locale),
    }),

    /** A page with a form, for the date of its query. */
    showForm: (name: PageName, locale: Locale, date?: string): Resource => ({
      address: addresses.pathTo(name, locale) + (date ? EVENT_QUERY + date : ""),
      headers: htmlHeaders(locale),
      body: () => render(name, locale, date === undefined ? {} : { values: { date } }),
    }),

    /** Without an address: a cached one would be shown before `redirectShared`. */
    confirmation: (form: FormName, locale: Locale, occurrence?: Occurrence): Resource => ({
      headers: confirmationHeaders(locale),
      body: () => services.render("pages/form/sent.njk", locale, presentConfirmation(form, locale, occurrence)),
    }),

    markdown: (name: PageName, locale: Locale): Resource => ({
      address: markdownPathOf(addresses.pathTo(name, locale)),
      ignoresQuery: true,
      headers: markdownHeaders(locale, urlOf(name, locale)),
      body: () => markdown(name, locale),
    }),
  };
}
