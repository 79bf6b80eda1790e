import type { ErrorRequestHandler, Request, Response } from "express";
import { cityBySpelling } from "../addresses/cities.js";
import { markdownPathOf, type PageName, type PageQuery, pageQuery } from "../addresses/pages.js";
import { eventQuery } from "../events/api.js";
import { prefersMarkdown, type Resource, sendResource } from "../http/cache.js";
import { errorName, explanationOf, HttpError, handleError } from "../http/errors.js";
import { cacheControl, textHeaders } from "../http/headers.js";
import { parseQuery, queryOf, readQuery } from "../http/query.js";
import { htmlOf, markdownOf } from "../pages/page.js";
import { type PageRef, pathOf, summaryOf } from "../pages/page-ref.js";
import { searchQuery, searchResults } from "../search/site-search.js";
import type { Site } from "../site.js";
import type { Locale } from "../text/locale.js";
import { isSlug } from "../text/slug.js";

export async function showPage(page: PageRef, request: Request, response: Response, site: Site): Promise<void> {
  const html = {
    key: pathOf(page, site) + pageQuery(page.query),
    headers: textHeaders("text/html", page.locale, cacheControl.pages),
    body: () => htmlOf(page, site),
  };
  await sendHtmlOrMarkdown(html, page, request, response, site);
}

/** The page's HTML, or its Markdown if the request prefers that. */
export async function sendHtmlOrMarkdown(
  html: Resource,
  page: PageRef,
  request: Request,
  response: Response,
  site: Site,
) {
  const resource = prefersMarkdown(request.headers.accept) ? acceptedMarkdown(page, site) : html;
  await sendResource({ ...resource, headers: { ...resource.headers, Vary: "Accept" } }, request, response, site);
}

export async function showMarkdown(page: PageRef, request: Request, response: Response, site: Site): Promise<void> {
  await sendResource(markdown(page, site), request, response, site);
}

function markdown(page: PageRef, site: Site) {
  return {
    key: markdownPathOf(pathOf(page, site)) + pageQuery(page.query),
    headers: {
      ...textHeaders("text/markdown", page.locale, cacheControl.pages),
      Link: `<${site.baseUrl}${summaryOf(page, site).canonicalPath}>; rel="canonical"`,
    },
    body: () => markdownOf(page, site),
  };
}

/** At the page's own address it is `no-store`, because caches that ignore Vary would serve it to browsers. */
function acceptedMarkdown(page: PageRef, site: Site): Resource {
  const resource = markdown(page, site);
  return {
    ...resource,
    key: `accepted ${resource.key}`, // no address, because its Cache-Control differs from that of the .md address
    headers: { ...resource.headers, "Cache-Control": "no-store" },
  };
}

/** The pages that depend on their query, with what reads it. */
const queryReaders: Partial<Record<PageName, (request: Request, site: Site) => PageQuery>> = { dates: readDatesQuery };

export function pageWithQuery(name: PageName, locale: Locale, request: Request, site: Site): PageRef {
  return { kind: "page", name, locale, query: queryReaders[name]?.(request, site) };
}

const datesQuery = eventQuery.pick({ concept: true, city: true });

/** The concept and the city whose dates are listed, or those of all. */
function readDatesQuery(request: Request, site: Site): PageQuery {
  const query = readQuery(queryOf(request), datesQuery);
  if (!query.ok) throw new HttpError(400, { page: "noSuchDates" });
  const { concept, city: spelling = "" } = query.data;
  const city = cityBySpelling(site.library.cities, spelling);
  if (spelling && !city) throw new HttpError(isSlug(spelling) ? 404 : 400, { page: "noSuchDates" });
  return { concept, city: city?.slug };
}

export async function search(locale: Locale, request: Request, response: Response, site: Site): Promise<void> {
  await site.limits.search(request, response);
  response.set({ "Cache-Control": "no-store", "X-Robots-Tag": "noindex" });
  const model = await searchResults(parseQuery(request, searchQuery).q, locale, site);
  const html = site.render("pages/search/show.njk", locale, model);
  response.status(model.problem ? 400 : 200).send(html);
}

/** Sends the page of an error; a text if that fails, because Express would show the error's stack. */
export function sendErrors(site: Site): ErrorRequestHandler[] {
  const sendPage: ErrorRequestHandler = (error, request, response, _next) =>
    handleError(error, response, site, () => {
      const { page = errorName(response.statusCode) } = explanationOf(error);
      const locale = request.language as Locale;
      if (request.path.endsWith(".md") || prefersMarkdown(request.headers.accept)) {
        response
          .type("text/markdown")
          .send(site.renderText("markdown/error.md.njk", locale, errorModel(page, locale, site)));
      } else response.send(site.snapshot().memo(`error ${page} ${locale}`, () => errorPage(page, locale, site)));
    });
  const sendText: ErrorRequestHandler = (_error, request, response, _next) => {
    response.type("text/plain").send(request.t(`errors:${errorName(response.statusCode)}.text`));
  };
  return [sendPage, sendText];
}

const errorPage = (name: string, locale: Locale, site: Site) =>
  site.render("pages/errors/show.njk", locale, errorModel(name, locale, site));

function errorModel(name: string, locale: Locale, { getFixedT }: Site) {
  const t = getFixedT(locale);
  return {
    page: { heading: t(`errors:${name}.heading`), lead: t(`errors:${name}.text`) },
    offersSearch: name === "notFound",
    offersDates: name === "noSuchDates",
  };
}
