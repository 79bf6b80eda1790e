import type { Locale } from "../domain/locale.js";
import type { Resource } from "../http/resource.js";
import type { FormState } from "../presenters/form.js";
import type { SitePage } from "../presenters/site-page.js";
import type { Services } from "../services.js";
import { EVENT_QUERY, markdownPathOf } from "../site/paths.js";
import { htmlHeaders, markdownHeaders } from "./headers.js";

export type PageResources = ReturnType<typeof pageResources>;

/** `locale` is the language of the visitor. */
export function pageResources({ baseUrl, render: renderView }: Services) {
  const render = ({ view, model }: SitePage, locale: Locale, form?: FormState) => renderView(view, locale, model(form));

  return {
    render,

    /** With a date, one that its form begins with. */
    html: (page: SitePage, locale: Locale, date?: string): Resource => ({
      address: page.address + (date === undefined ? "" : EVENT_QUERY + date),
      headers: htmlHeaders(locale),
      body: () => render(page, locale, date === undefined ? undefined : { values: { date } }),
    }),

    markdown: (page: SitePage, locale: Locale): Resource => ({
      address: markdownPathOf(page.address),
      ignoresQuery: true,
      headers: markdownHeaders(locale, baseUrl + page.canonicalPath),
      body: () => page.text(),
    }),
  };
}
