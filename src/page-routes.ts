import { type Request, Router } from "express";
import { handle as setLanguage } from "i18next-http-middleware";
import { assetsController } from "./controllers/assets.js";
import { browserFilesController } from "./controllers/browser-files.js";
import { redirectToCity } from "./controllers/calendars.js";
import { datesController } from "./controllers/dates.js";
import { embedController } from "./controllers/embed.js";
import { formsController } from "./controllers/forms.js";
import { pageResources } from "./controllers/pages.js";
import { redirectToLocale } from "./controllers/redirects.js";
import { searchController } from "./controllers/search.js";
import { articleKinds } from "./domain/article.js";
import { type Locale, locales } from "./domain/locale.js";
import { notFound, sendErrorsAsPages } from "./http/errors.js";
import { HttpError } from "./http/http-error.js";
import { get, methodNotAllowed, READ } from "./http/method-not-allowed.js";
import { redirectTo, rejectMalformedPath, withoutNeedlessSlashes } from "./http/paths.js";
import { rejectTooManyHeaders, requireHttps } from "./http/request-checks.js";
import type { FindResource } from "./http/resource.js";
import { serve, servePage } from "./http/serve.js";
import { pageFinder } from "./presenters/page-finder.js";
import type { SitePage } from "./presenters/site-page.js";
import type { Services } from "./services.js";
import { formOn } from "./site/forms.js";
import { embedPath, markdownPathOf, pageNames, searchPath } from "./site/paths.js";

const exactly = { strict: true, caseSensitive: true };

/** For people, and what their browsers load: errors are pages. The pages are listed in site/paths.ts. */
export function pageRoutes(services: Services): Router {
  const { config, deliveries, i18n, library, logger, render, responseCache, submissions, templates } = services;
  const { articlePath, occurrencePath, pathTo } = library.addresses;
  const pages = pageFinder(services);
  const resources = pageResources(services);
  const formRoutes =
    submissions && deliveries && formsController({ ...services, submissions, deliveries }, pages, resources);
  const showDates = datesController(services);
  const search = searchController(services);
  const findAsset = assetsController(services);
  const cached = <Params>(find: FindResource<Params>) => serve(responseCache, find);

  const router = Router(exactly);
  const sentForms = Router(exactly);
  router.use(setLanguage(i18n), rejectTooManyHeaders); // errors have a language
  router.post("/{*path}", sentForms); // these check https themselves, to answer with what was typed
  router.use(requireHttps(config.baseUrl));
  const correct = (path: string) => pages.correctedPath(withoutNeedlessSlashes(path));
  router.use(rejectMalformedPath, redirectTo(correct)); // the routes are exact
  get(router, "/", redirectToLocale(services));

  /** A page and its Markdown. `show` is for a page that depends on its query. */
  const addPage = <Params>(
    locale: Locale,
    path: string,
    findPage: (params: Params) => SitePage | undefined,
    { show, submit }: { readonly show?: FindResource<Params>; readonly submit?: unknown } = {},
  ) => {
    const pageOf = (request: Request<Params>) => {
      const page = findPage(request.params);
      if (!page) throw new HttpError(404);
      return page;
    };
    const html: FindResource<Params> = (request) => ({
      ...resources.html(pageOf(request), locale),
      ignoresQuery: true,
    });
    const markdown: FindResource<Params> = (request) => resources.markdown(pageOf(request), locale);
    get(router, markdownPathOf(path), cached(markdown));
    router
      .route(path)
      .get(servePage(responseCache, show ?? html, markdown))
      .all(methodNotAllowed(submit ? "GET, HEAD, POST, OPTIONS" : READ));
  };

  for (const locale of locales) {
    for (const name of pageNames) {
      const path = pathTo(name, locale);
      const formName = formOn(name);
      const form = formName && formRoutes?.onPage(formName, locale);
      if (form) {
        sentForms.post(path, form.submit);
        router.get(path, form.redirectToOccurrence);
      }
      addPage(locale, path, () => pages.namedPage(name, locale), name === "dates" ? { show: showDates(locale) } : form);
    }

    for (const kind of articleKinds) {
      const path = articlePath({ kind, slug: ":slug" }, locale);
      addPage<{ slug: string }>(locale, path, ({ slug }) => pages.articlePage({ kind, slug }, locale));
    }

    const path = occurrencePath(":id", locale);
    const form = formRoutes?.onDates(locale);
    if (form) {
      sentForms.post(markdownPathOf(path), methodNotAllowed(READ));
      sentForms.post(path, form.requireOccurrence); // in a route of its own: the form's page of errors needs it
      sentForms.post(path, form.submit);
      router.get(path, form.redirectShared);
    }
    addPage<{ id: string }>(locale, path, ({ id }) => pages.occurrencePage(id, locale), form);

    get(router, searchPath(locale), ...search(locale));
    for (const [path, file] of Object.entries(browserFilesController(services, locale)))
      get(router, path, cached(file));
  }

  const toSlug = redirectToCity(services, (city) => embedPath(city));
  get(router, embedPath(":city"), toSlug, cached(embedController(services)));
  router.use((request, response, next) => {
    const resource = findAsset(request);
    if (!resource) return next();
    const isRead = request.method === "GET" || request.method === "HEAD";
    const handler = isRead ? cached(() => resource) : methodNotAllowed(READ);
    return handler(request, response, next);
  });
  router.use(notFound, sendErrorsAsPages(logger, render, config.isLocalDevelopment && templates === undefined));
  return router;
}
