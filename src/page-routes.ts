import { type Request, Router } from "express";
import { handle as setLanguage } from "i18next-http-middleware";
import { articleKinds, embedPath, markdownPathOf, pageNames, searchPath } from "./addresses/paths.js";
import { assetsController } from "./controllers/assets.js";
import { browserFilesController } from "./controllers/browser-files.js";
import { datesController } from "./controllers/dates.js";
import { embedController } from "./controllers/embed.js";
import { errorPages } from "./controllers/error-pages.js";
import { type FormHandlers, formsController } from "./controllers/forms.js";
import { pageResources } from "./controllers/pages.js";
import { redirectToCity, redirectToLocale } from "./controllers/redirects.js";
import { searchController } from "./controllers/search.js";
import { formOn } from "./forms/forms.js";
import { addReadRoute, methodNotAllowed, READ } from "./http/allowed-methods.js";
import { rejectTooManyHeaders, requireHttps } from "./http/checks.js";
import { cors, withCors } from "./http/cors.js";
import { HttpError, notFound } from "./http/errors.js";
import { redirectTo, rejectMalformedPath, withoutNeedlessSlashes } from "./http/paths.js";
import type { FindResource } from "./http/resource.js";
import { serve, servePage } from "./http/serve.js";
import { pageFinder } from "./pages/find.js";
import type { SitePage } from "./pages/links.js";
import type { Site } from "./site.js";
import { type Locale, locales } from "./text/locale.js";

const exactly = { strict: true, caseSensitive: true };

/** For people, and what their browsers load: errors are pages. The pages are listed in addresses/paths.ts. */
export function pageRoutes(site: Site): Router {
  const { config, deliveries, i18n, library, responseCache, submissions } = site;
  const { articlePath, occurrencePath, pathTo } = library.addresses;
  const pages = pageFinder(site);
  const resources = pageResources(site);
  const forms = submissions && deliveries && formsController({ ...site, submissions, deliveries }, pages, resources);
  const showDates = datesController(site);
  const search = searchController(site);
  const findAsset = assetsController(site);
  const cached = <Params>(find: FindResource<Params>) => serve(responseCache, find);

  const formPosts = Router(exactly);
  const routes = Router(exactly);
  addReadRoute(routes, "/", redirectToLocale(site));

  /** A page, its Markdown and its form. `show` is for a page that depends on its query. */
  const addPage = <Params>(
    locale: Locale,
    path: string,
    findPage: (params: Params) => SitePage | undefined,
    { redirectLink, show, submit }: Partial<FormHandlers<Params>> = {},
  ) => {
    const find = (request: Request<Params>) => {
      const page = findPage(request.params);
      if (!page) throw new HttpError(404);
      return page;
    };
    const html: FindResource<Params> = (request) => ({ ...resources.html(find(request), locale), ignoresQuery: true });
    const markdown: FindResource<Params> = (request) => resources.markdown(find(request), locale);
    addReadRoute(routes, markdownPathOf(path), cached(markdown));
    if (submit) formPosts.post(path, submit);
    if (redirectLink) routes.get(path, redirectLink);
    routes
      .route(path)
      .get(servePage(responseCache, show ?? html, markdown))
      .all(methodNotAllowed(submit ? "GET, HEAD, POST, OPTIONS" : READ));
  };

  for (const locale of locales) {
    for (const name of pageNames) {
      const path = pathTo(name, locale);
      const formName = formOn(name);
      const form = formName && forms?.onPage(formName, locale);
      const handlers = name === "dates" ? { show: showDates(locale) } : form;
      addPage(locale, path, () => pages.namedPage(name, locale), handlers);
    }

    for (const kind of articleKinds) {
      const path = articlePath({ kind, slug: ":slug" }, locale);
      addPage<{ slug: string }>(locale, path, ({ slug }) => pages.articlePage({ kind, slug }, locale));
    }

    const path = occurrencePath(":id", locale);
    if (forms) formPosts.post(markdownPathOf(path), methodNotAllowed(READ)); // otherwise `:id` would match it
    addPage<{ id: string }>(locale, path, ({ id }) => pages.occurrencePage(id, locale), forms?.onDates(locale));

    addReadRoute(routes, searchPath(locale), ...search(locale));
    for (const [path, file] of Object.entries(browserFilesController(site, locale)))
      addReadRoute(routes, path, cached(file));
  }

  const toSlug = redirectToCity(site, (city) => embedPath(city));
  addReadRoute(routes, embedPath(":city"), cors, toSlug, cached(withCors(embedController(site))));
  routes.use((request, response, next) => {
    const resource = findAsset(request);
    if (!resource) return next();
    const isRead = request.method === "GET" || request.method === "HEAD";
    const handler = isRead ? cached(() => resource) : methodNotAllowed(READ);
    return handler(request, response, next);
  });

  const correct = (path: string) => pages.correctedPath(withoutNeedlessSlashes(path));
  const router = Router(exactly);
  router.use(setLanguage(i18n), rejectTooManyHeaders); // errors have a language
  router.post("/{*path}", formPosts); // these check https themselves, to answer with what was typed
  router.use(requireHttps(config.baseUrl), rejectMalformedPath, redirectTo(correct)); // the routes are exact
  router.use(routes, notFound, errorPages(site));
  return router;
}
