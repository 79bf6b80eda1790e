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
import { get, methodNotAllowed, READ } from "./http/method-not-allowed.js";
import { redirectTo, rejectMalformedPath } from "./http/paths.js";
import { rejectTooManyHeaders, requireHttps } from "./http/request-checks.js";
import type { FindResource } from "./http/resource.js";
import { serve, servePage } from "./http/serve.js";
import type { Services } from "./services.js";
import { formOn, forms, pageForms } from "./site/forms.js";
import { embedPath, markdownPathOf, pageNames, searchPath } from "./site/paths.js";

const READ_AND_POST = "GET, HEAD, POST, OPTIONS";

/** For people, and what their browsers load: errors are pages. The pages are listed in site/paths.ts. */
export function pageRoutes(services: Services): Router {
  const { config, deliveries, i18n, library, logger, render, responseCache, submissions, templates } = services;
  const { addresses } = library;
  const articles = articlesController(services);
  const findAsset = assetsController(services);
  const pages = pagesController(services);
  const dates = inEachLocale((locale) => datesController(services, pages, locale));
  const formRoutes = submissions && deliveries && formsController({ ...services, submissions, deliveries }, pages);
  const redirects = redirectsController(services);
  const search = searchController(services);
  const exactly = { strict: true, caseSensitive: true };
  const cached = <Params>(find: FindResource<Params>) => serve(responseCache, find);

  const router = Router(exactly);
  router.use(setLanguage(i18n), rejectTooManyHeaders); // errors have a language
  // These check https themselves, to answer with what was typed.
  if (formRoutes)
    for (const locale of locales) {
      for (const name of pageForms)
        router.post(addresses.pathTo(forms[name].page, locale), formRoutes.onPage(name, locale).submit);
      const [date, path] = [dates[locale], addresses.datePath(":id", locale)];
      router.post(markdownPathOf(path), methodNotAllowed(READ));
      // In a route of its own: the form's page of errors needs the date.
      router.post(path, date.requireDate);
      router.post(path, formRoutes.submit(date.form, locale));
    }
  router.use(requireHttps(config.baseUrl));
  router.use(rejectMalformedPath, redirectTo(redirects.correctedPath)); // the routes are exact
  get(router, "/", redirects.toLocale);

  const routesIn = inEachLocale((locale) => {
    const localeRouter = Router(exactly);
    const addPage = <Params>(
      path: string,
      page: FindResource<Params>,
      markdown: FindResource<Params>,
      allowed = READ,
    ) => {
      get(localeRouter, markdownPathOf(path), cached(markdown));
      localeRouter
        .route(path)
        .get(servePage(responseCache, page, markdown))
        .all(methodNotAllowed(allowed));
    };
    for (const name of pageNames) {
      const path = addresses.pathTo(name, locale);
      const formName = formOn(name);
      const form = formName && formRoutes?.onPage(formName, locale);
      const markdown = () => pages.markdown(name, locale);
      if (form) {
        localeRouter.get(path, form.redirectToDate);
        addPage(path, form.show, markdown, READ_AND_POST);
      } else addPage(path, name === "dates" ? dates[locale].list : () => pages.show(name, locale), markdown);
    }
    for (const kind of articleKinds) {
      const path = addresses.articlePath({ kind, slug: ":slug" }, locale);
      addPage(path, articles.show(kind, locale), articles.markdown(kind, locale));
    }
    localeRouter.get(addresses.datePath(":id", locale), dates[locale].redirectShared);
    addPage(
      addresses.datePath(":id", locale),
      dates[locale].show,
      dates[locale].markdown,
      formRoutes ? READ_AND_POST : READ,
    );
    get(localeRouter, searchPath(locale), ...search(locale));
    for (const [path, file] of Object.entries(browserFilesController(services, locale)))
      get(localeRouter, path, cached(file));
    return localeRouter;
  });
  router.use((request, response, next) => routesIn[request.language as Locale](request, response, next));

  const toCity = redirects.toCity((city) => embedPath(city));
  get(router, embedPath(":city"), toCity, cached(embedController(services)));
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
