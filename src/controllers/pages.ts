import { EVENT_QUERY, markdownPathOf } from "../addresses/paths.js";
import type { Resource } from "../http/resource.js";
import type { FormState } from "../presenters/form.js";
import type { SitePage } from "../presenters/site-page.js";
import type { Services } from "../services.js";
import type { Locale } from "../text/locale.js";
import { htmlHeaders, markdownHeaders } from "./headers.js";

export type PageResources = ReturnType<typeof pageResources>;

/** `locale` is the language of the visitor. */
export function pageResources({ baseUrl, render: renderView }: Services) {
  const render = ({ view, model }: SitePage, locale: Locale, form?: FormState) => renderView(view, locale, model(form));

  return {
    render,

    /** `chosen` is the id of the occurrence that its form begins with. */
    html: (page: SitePage, locale: Locale, chosen?: string): Resource => ({
      address: page.address + (chosen === undefined ? "" : EVENT_QUERY + chosen),
      headers: htmlHeaders(locale),
      body: () => render(page, locale, chosen === undefined ? undefined : { values: { date: chosen } }),
    }),

    markdown: (page: SitePage, locale: Locale): Resource => ({
      address: markdownPathOf(page.address),
      ignoresQuery: true,
      headers: markdownHeaders(locale, baseUrl + page.canonicalPath),
      body: () => page.text(),
    }),
  };
}
