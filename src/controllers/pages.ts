import { EVENT_QUERY, markdownPathOf } from "../addresses/paths.js";
import type { FormState } from "../forms/present.js";
import { htmlHeaders, markdownHeaders } from "../http/cache-control.js";
import type { Resource } from "../http/resource.js";
import type { SitePage } from "../pages/links.js";
import type { Site } from "../site.js";
import type { Locale } from "../text/locale.js";

export type PageResources = ReturnType<typeof pageResources>;

/** `locale` is the language of the visitor. */
export function pageResources({ baseUrl, render: renderView }: Site) {
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
