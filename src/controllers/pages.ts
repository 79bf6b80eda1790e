import type { Request, RequestHandler, Response } from "express";
import { type Locale, locales } from "../domain/locale.js";
import { markdownPage } from "../formats/markdown-page.js";
import { type PageKind, pageGraph } from "../formats/structured-data.js";
import { queryOf } from "../http/paths.js";
import { articleRow } from "../presenters/article-row.js";
import { eventBoards } from "../presenters/event-board.js";
import type { Filled, FormViews } from "../presenters/form.js";
import type { FormEvents } from "../presenters/form-event.js";
import type { Services } from "../services.js";
import { articlesListedOn, kindListedOn } from "../site/article-pages.js";
import { eventsListedOn } from "../site/event-pages.js";
import { eventIdInQuery } from "../site/form-queries.js";
import { formOn } from "../site/forms.js";
import { hreflangLinks } from "../site/hreflang.js";
import { breadcrumbs, childrenOf, type PageName, themeOf } from "../site/paths.js";
import { rendered } from "./rendered.js";

type Dependencies = Pick<
  Services,
  "agenda" | "articles" | "assets" | "clock" | "config" | "getFixedT" | "library" | "records"
> & {
  readonly formEvents: FormEvents;
  readonly formViews: FormViews;
};

/** What answers a page, in one language. */
export type PageAction = (name: PageName, locale: Locale) => RequestHandler;

/** The pages whose text is content: as HTML, and as Markdown for readers who are programs. */
export function pagesController(uses: Dependencies) {
  const { agenda, articles, assets, formEvents, formViews, library, getFixedT } = uses;
  const { baseUrl } = uses.config;
  const { pathTo, markdownPathTo } = library.addresses;
  const boardOf = eventBoards(uses);

  const linkTo = (name: PageName, locale: Locale) => {
    const { label } = library.page(name, locale);
    return { locale, label, path: pathTo(name, locale), url: baseUrl + pathTo(name, locale) };
  };

  /** The events and articles that the page lists at the moment; undefined where it lists none. */
  const listsOn = (name: PageName, locale: Locale, response: Response) => {
    const events = eventsListedOn(name, library.cities);
    const filter = articlesListedOn(name);
    const untils = [events ? agenda.validUntil() : Infinity, filter ? articles.validUntil() : Infinity];
    response.locals.validUntil = Math.min(...untils);
    return {
      board: events && boardOf(events, locale),
      reading: filter && articles.list(locale, filter).map((article) => articleRow(article, library)),
    };
  };

  /** The form on the page, filled in with what was sent or asked for; undefined where there is none. */
  const formOf = (name: PageName, locale: Locale, filled?: Filled) => {
    const form = library.page(name, locale).form ? formOn(name) : undefined;
    return form && formViews.view(form, locale, filled);
  };

  const show = (kind: PageKind, view: string): PageAction => {
    return (name, locale) => async (request, response) => {
      const page = library.page(name, locale);
      const { board, reading } = listsOn(name, locale, response);
      const validUntil = agenda.validUntil(); // before the search for dates: what it finds holds at least so long
      const eventId = eventIdInQuery(queryOf(request));
      const filled = formEvents.filledFor(name, locale, eventId);
      if (filled) response.locals.validUntil = Math.min(response.locals.validUntil, validUntil);
      const query = formEvents.queryFor(name, locale, eventId);
      const below = childrenOf(name);
      /** The page below this one whose form is its next step. */
      const step = below.find((child) => formOn(child) && pathTo(child, locale) === page.next.href);
      const trail = breadcrumbs(name).map((above) => linkTo(above, locale));
      const { url } = linkTo(name, locale);

      const html = await rendered(response, `pages/${view}.njk`, {
        name,
        page,
        board,
        form: formOf(name, locale, response.locals.filled ?? filled) ?? null,
        reading,
        trail,
        step: step ? linkTo(step, locale) : null,
        children: below.filter((child) => child !== step).map((child) => linkTo(child, locale)),
        room: themeOf(name),
        within: themeOf(name),
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
          trail,
          baseUrl,
          organisation: library.organisation,
          articles: (reading ?? []).map(({ title, path }) => ({ label: title, url: baseUrl + path })),
          events: [...(board?.coming ?? []), ...(board?.later ?? [])].map(({ record }) => record),
        }),
      });
      response.send(html);
    };
  };

  /** The page's Markdown twin. */
  const markdown: PageAction = (name, locale) => (_request, response) => {
    const { url } = linkTo(name, locale);
    const lists = listsOn(name, locale, response);
    response.links({ canonical: url }).type("text/markdown");
    const { mail } = library.organisation;
    response.send(
      markdownPage(library.page(name, locale), {
        locale,
        url,
        baseUrl,
        mail,
        ...lists,
        form: formOf(name, locale),
        isList: kindListedOn(name) !== undefined,
        t: getFixedT(locale),
      }),
    );
  };

  return {
    /** A page shown by the view `views/pages/<view>.njk`. */
    show: (view: string) => show("WebPage", view),
    /** The same, for the list of a kind of articles. */
    list: (view: string) => show("CollectionPage", view),
    /** The same, whose parts are questions and answers. */
    questions: (view: string) => show("FAQPage", view),
    markdown,
    /** Sends who names an event to the form that it has. */
    redirectToEventForm: (name: PageName, locale: Locale): RequestHandler => {
      return (request, response, next) => {
        const query = queryOf(request);
        const own = formEvents.otherForm(name, locale, eventIdInQuery(query));
        if (own) response.set("Cache-Control", "no-store").redirect(`${pathTo(own, locale)}${query}#form`);
        else next();
      };
    },
    /** The address that a page is kept under. */
    addressOf: (name: PageName, locale: Locale) => (request: Request) =>
      request.path + formEvents.queryFor(name, locale, eventIdInQuery(queryOf(request))),
  };
}
