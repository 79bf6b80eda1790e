import { Router } from "express";
import { handle as setLanguage } from "i18next-http-middleware";
import { articlesController } from "./controllers/articles.js";
import { assetsController } from "./controllers/assets.js";
import { browserFilesController } from "./controllers/browser-files.js";
import { datesController } from "./controllers/dates.js";
import { embedController } from "./controllers/embed.js";
import { formsController } from "./controllers/forms.js";
import { pagesController } from "./controllers/pages.js";
import { redirectsController } from "./controllers/redirects.js";
import { searchController } from "./controllers/search.js";
import { articleKinds } from "./domain/article.js";
import { inEachLocale, type Locale, locales } from "./domain/locale.js";
import { notFound, sendErrorsAsPages } from "./http/errors.js";
import { get, methodNotAllowed } from "./http/method-not-allowed.js";
import { redirectTo, rejectMalformedPath } from "./http/paths.js";
import { rejectTooManyHeaders, requireHttps } from "./http/request-checks.js";
import type { FindResource } from "./http/resource.js";
import { serve, servePage } from "./http/serve.js";
import type { Services } from "./services.js";
import { formOn, forms, pageForms } from "./site/forms.js";
import { embedPath, markdownPathOf, pageNames, searchPath } from "./site/paths.js";

/** For people, and what their browsers load: errors are pages. The pages are listed in site/paths.ts. */
export function pageRoutes(services: Services): Router {
  const { config, i18n, library, logger, render, responseCache, submissions, templates } = services;
  const { addresses } = library;
  const articles = articlesController(services);
  const asset = assetsController(services);
  const pages = pagesController(services);
  const dates = inEachLocale((locale) => datesController(services, pages, locale));
  const form = submissions && formsController({ ...services, submissions }, pages);
  const redirects = redirectsController(services);
  const search = searchController(services);
  const exactly = { strict: true, caseSensitive: true };
  const cached = <Params>(find: FindResource<Params>) => serve(responseCache, find);

  const router = Router(exactly);
  router.use(setLanguage(i18n), rejectTooManyHeaders); // errors have a language
  // These check https themselves, to answer with what was typed.
  if (form)
    for (const locale of locales) {
      for (const name of pageForms)
        router.post(addresses.pathTo(forms[name].page, locale), form.onPage(name, locale).submit);
      const [date, path] = [dates[locale], addresses.datePath(":id", locale)];
      router.post(markdownPathOf(path), methodNotAllowed("GET, HEAD, OPTIONS"));
      // In a route of its own: the form's page of errors needs the date.
      router.post(path, date.requireDate);
      router.post(path, form.submit(date.form, locale));
    }
  router.use(requireHttps(config.baseUrl));
  router.use(rejectMalformedPath, redirectTo(redirects.correctedPath)); // the routes are exact
  get(router, "/", redirects.toLocale);

  const routesIn = inEachLocale((locale) => {
    const router = Router(exactly);
    const addPage = <Params>(
      path: string,
      page: FindResource<Params>,
      markdown: FindResource<Params>,
      form?: unknown,
    ) => {
      get(router, markdownPathOf(path), cached(markdown));
      router
        .route(path)
        .get(servePage(responseCache, page, markdown))
        .all(methodNotAllowed(form ? "GET, HEAD, POST, OPTIONS" : "GET, HEAD, OPTIONS"));
    };
    for (const name of pageNames) {
      const path = addresses.pathTo(name, locale);
      const formName = formOn(name);
      const ownForm = formName && form?.onPage(formName, locale);
      if (ownForm) router.get(path, ownForm.redirectToDate);
      const show = name === "dates" ? dates[locale].list : () => pages.show(name, locale);
      addPage(path, ownForm?.show ?? show, () => pages.markdown(name, locale), ownForm);
    }
    for (const kind of articleKinds) {
      const path = addresses.articlePath({ kind, slug: ":slug" }, locale);
      addPage(path, articles.show(kind, locale), articles.markdown(kind, locale));
    }
    addPage(addresses.datePath(":id", locale), dates[locale].show, dates[locale].markdown, form);
    get(router, searchPath(locale), ...search(locale));
    for (const [path, file] of Object.entries(browserFilesController(services, locale)))
      get(router, path, cached(file));
    return router;
  });
  router.use((request, response, next) => routesIn[request.language as Locale](request, response, next));

  const toCity = redirects.toCity((city) => embedPath(city));
  get(router, embedPath(":city"), toCity, cached(embedController(services)));
  router
    .route("/{*path}")
    .all((request, _response, next) => next(asset(request) ? undefined : "route"))
    .get(cached((request) => asset(request)!))
    .all(methodNotAllowed("GET, HEAD, OPTIONS"));
  router.use(notFound, sendErrorsAsPages(logger, render, config.isLocalDevelopment && templates === undefined));
  return router;
}
