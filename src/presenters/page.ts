import { type Expiring, neverExpires } from "../domain/expiring.js";
import { type Locale, locales } from "../domain/locale.js";
import { markdownPage } from "../formats/markdown-page.js";
import { type PageKind, pageGraph } from "../formats/structured-data.js";
import type { Services } from "../services.js";
import { hreflangLinks } from "../site/addresses.js";
import { articlesListedOn, kindListedOn } from "../site/article-pages.js";
import { eventsListedOn } from "../site/event-pages.js";
import { formOn } from "../site/forms.js";
import { breadcrumbs, childrenOf, type PageName, themeOf } from "../site/paths.js";
import { articleRow } from "./article-row.js";
import { eventBoards } from "./event-board.js";
import { type FormState, formPresenter } from "./form.js";
import { formEvents } from "./form-event.js";

export function pagePresenter(
  services: Pick<Services, "agenda" | "articles" | "assets" | "clock" | "config" | "getFixedT" | "library" | "records">,
) {
  const { articles, assets, getFixedT, library } = services;
  const { baseUrl } = services.config;
  const { pathTo, markdownPathTo } = library.addresses;
  const boardOf = eventBoards(services);
  const forms = formPresenter(services);
  const { formOfLink, queryFor } = formEvents(services);

  const linkTo = (name: PageName, locale: Locale) => {
    const { label } = library.page(name, locale);
    return { label, path: pathTo(name, locale), url: baseUrl + pathTo(name, locale) };
  };

  const listsOn = (name: PageName, locale: Locale) => {
    const listed = eventsListedOn(name, library.cities);
    const board = listed && boardOf(listed, locale);
    const filter = articlesListedOn(name);
    const published = articles.current();
    const listedArticles = filter && published.list(locale, filter).map((article) => articleRow(article, library));
    const validUntil = Math.min(board?.validUntil ?? Infinity, filter ? published.validUntil : Infinity);
    return { value: { board: board?.value, listedArticles }, validUntil };
  };

  const formOf = (name: PageName, locale: Locale, state?: FormState) => {
    const form = library.page(name, locale).form ? formOn(name) : undefined;
    return form ? forms.present(form, locale, state) : neverExpires(undefined);
  };

  const linksOf = (name: PageName, locale: Locale) => {
    const { next } = library.page(name, locale);
    const children = childrenOf(name);
    const step = children.find((child) => formOn(child) && pathTo(child, locale) === next.href);
    return {
      step: step ? linkTo(step, locale) : null,
      children: children.filter((child) => child !== step).map((child) => linkTo(child, locale)),
      trail: breadcrumbs(name).map((above) => linkTo(above, locale)),
    };
  };

  return {
    present(name: PageName, locale: Locale, kind: PageKind, eventId?: string, formState?: FormState) {
      const page = library.page(name, locale);
      const { url } = linkTo(name, locale);
      const lists = listsOn(name, locale);
      const { board, listedArticles } = lists.value;
      const link = formOfLink(name, locale, eventId);
      const form = formOf(name, locale, formState ?? link.value);
      const query = queryFor(name, locale, eventId);
      const links = linksOf(name, locale);
      const isOverview = name === "home";
      const value = {
        name,
        page,
        board,
        isOverview,
        form: form.value ?? null,
        listedArticles,
        ...links,
        theme: themeOf(name),
        menuEntry: themeOf(name),
        canonical: url,
        alternates: locales.map((other) => ({ locale: other, path: pathTo(name, other) + query })),
        translations: hreflangLinks(locales, (other) => linkTo(name, other).url),
        textLanguage: locale,
        markdownPath: markdownPathTo(name, locale),
        shareImage: assets.find(`/share/${name}.${locale}.png`),
        structuredData: pageGraph({
          page,
          kind,
          locale,
          url,
          trail: links.trail,
          baseUrl,
          organisation: library.organisation,
          t: getFixedT(locale),
          articles: (listedArticles ?? []).map(({ title, path }) => ({ label: title, url: baseUrl + path })),
          events: [...(board?.upcoming ?? []), ...((!isOverview && board?.later) || [])].map(({ record }) => record),
        }),
      };
      return { value, validUntil: Math.min(lists.validUntil, link.validUntil, form.validUntil) };
    },

    markdown(name: PageName, locale: Locale): Expiring<string> & { readonly url: string } {
      const { url } = linkTo(name, locale);
      const lists = listsOn(name, locale);
      const form = formOf(name, locale);
      const value = markdownPage(library.page(name, locale), {
        locale,
        url,
        baseUrl,
        zone: library.organisation.timezone,
        mail: library.organisation.mail,
        ...lists.value,
        form: form.value,
        isList: kindListedOn(name) !== undefined,
        t: getFixedT(locale),
      });
      return { value, validUntil: Math.min(lists.validUntil, form.validUntil), url };
    },
  };
}
