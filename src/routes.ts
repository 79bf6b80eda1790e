import { type Request, Router } from "express";
import { handle as setLanguage } from "i18next-http-middleware";
import {
  api,
  articleKinds,
  calendarPath,
  embedPath,
  machineFiles,
  manifestPath,
  markdownPathOf,
  openSearchPath,
  pageNames,
  searchPath,
} from "./addresses/paths.js";
import { sendAssets } from "./controllers/assets.js";
import * as calendars from "./controllers/calendars.js";
import * as chat from "./controllers/chat.js";
import * as embed from "./controllers/embed.js";
import { errorPages } from "./controllers/error-pages.js";
import * as events from "./controllers/events.js";
import * as feed from "./controllers/feed.js";
import * as forms from "./controllers/forms.js";
import * as health from "./controllers/health.js";
import * as files from "./controllers/machine-files.js";
import * as mcp from "./controllers/mcp.js";
import * as pages from "./controllers/pages.js";
import * as redirects from "./controllers/redirects.js";
import * as search from "./controllers/search.js";
import { formOn } from "./forms/forms.js";
import { rejectTooManyHeaders, requireHttps } from "./http/checks.js";
import { cors, corsOfAgents, withCors } from "./http/cors.js";
import { HttpError, notFound, sendErrorsAsJson } from "./http/errors.js";
import { limitRate } from "./http/limits.js";
import { redirectTo, rejectMalformedPath, withoutNeedlessSlashes } from "./http/paths.js";
import { cached, exactly, type FindResource, methodNotAllowed, read } from "./http/routes.js";
import { correctedPath, findArticle, findDate, type PageRef } from "./pages/find.js";
import type { Site } from "./site.js";
import { locales } from "./text/locale.js";

/** For programs: errors are JSON, and scripts of any site can read the responses, but for Dialogue's. */
export function apiRoutes(site: Site): Router {
  const { baseUrl, getFixedT, logger, redis } = site;
  const limitQuestions = limitRate({ name: "chat", requests: 15, messageKey: "dialogue:errors.rateLimit" }, redis);
  const limitAgents = limitRate({ name: "mcp", requests: 120 }, redis);
  const open = (find: FindResource) => cached(withCors(find), site);
  const toCalendar = redirects.toCity((city, request) => calendarPath(city, {}, calendars.extensionOf(request)), site);

  const routes = Router(exactly);
  routes.use(rejectTooManyHeaders);
  routes.use(api.health, cors);
  read(routes, api.health, (request, response) => health.show(request, response, site)); // hosts ask by plain http
  routes.post(api.chat, ...chat.answer(limitQuestions, site)); // checks https itself, to answer a form with what was typed

  routes.use(requireHttps(baseUrl));
  routes.all(api.chat, methodNotAllowed("POST, OPTIONS"));
  read(routes, `${api.chat}/*id/stream`, chat.resume);
  routes.post(api.mcp, corsOfAgents(baseUrl), ...mcp.answer(limitAgents, limitQuestions, site));
  routes.all(api.mcp, corsOfAgents(baseUrl), methodNotAllowed("POST, OPTIONS"));
  routes.use(api.assistant, notFound);

  routes.use(cors, rejectMalformedPath, redirectTo(withoutNeedlessSlashes));
  read(routes, api.events, open(events.list));
  read(routes, `${api.events}/:id.ics`, open(events.file));
  read(routes, `${api.events}/:id`, open(events.show));
  read(routes, `${api.calendar}{.ics}`, open(calendars.show));
  read(routes, `${api.calendar}/:city{.ics}`, toCalendar, open(calendars.show));
  read(routes, machineFiles.feed, open(feed.show));
  read(routes, machineFiles.robots, open(files.robots));
  read(routes, machineFiles.security, open(files.security));
  read(
    routes,
    machineFiles.legacySecurity,
    redirectTo(() => machineFiles.security),
  );
  read(routes, machineFiles.llms, open(files.llms));
  read(routes, machineFiles.llmsFull, open(files.llmsFull));
  read(routes, machineFiles.apiCatalog, open(files.catalog));
  read(routes, machineFiles.openapi, open(files.openapi));
  read(routes, machineFiles.sitemap, open(files.sitemap));
  routes.use(notFound, sendErrorsAsJson(logger, getFixedT));
  return routes;
}

/** For people, and what their browsers load: errors are pages. */
export function pageRoutes(site: Site): Router {
  const { baseUrl, i18n, library, redis } = site;
  const formsAreStored = site.accept !== undefined;
  const { articlePath, occurrencePath, pathTo } = library.addresses;
  const messageKey = "forms:errors.rateLimit";
  const limitForms = limitRate({ name: "forms", requests: 5, messageKey, skipUnavailable: true }, redis);
  const limitSearches = limitRate({ name: "search", requests: 60 }, redis);
  const posts = Router(exactly);
  const routes = Router(exactly);

  const serve = (find: FindResource) => cached(find, site);

  /** A page, its Markdown, and what its form sends. */
  const addPage = (path: string, find: (request: Request) => PageRef | undefined, hasForm = false) => {
    const findPage = (request: Request): PageRef => {
      const page = find(request);
      if (!page) throw new HttpError(404);
      return page;
    };
    const toMarkdown = markdownPathOf(path);
    read(
      routes,
      toMarkdown,
      serve((request) => pages.markdown(findPage(request), site)),
    );
    routes.get(path, (request, response) => pages.show(findPage(request), request, response, site));
    routes.all(path, methodNotAllowed(hasForm ? "GET, HEAD, POST, OPTIONS" : undefined));
    if (!hasForm) return;
    posts.post(toMarkdown, methodNotAllowed()); // otherwise `:id` would match it
    posts.post(path, ...forms.submit(limitForms, find, site));
  };

  read(routes, "/", (request, response) => redirects.toLocale(request, response, site));
  for (const locale of locales) {
    for (const name of pageNames) {
      const hasForm = formsAreStored && formOn(name) !== undefined;
      addPage(pathTo(name, locale), () => ({ kind: "page", name, locale }), hasForm);
    }
    for (const kind of articleKinds) {
      const path = articlePath({ kind, slug: ":slug" }, locale);
      addPage(path, ({ params }) => findArticle({ kind, slug: `${params.slug}` }, locale, site));
    }
    addPage(occurrencePath(":id", locale), ({ params }) => findDate(`${params.id}`, locale, site), formsAreStored);
    read(routes, searchPath(locale), limitSearches, search.show(locale, site));
    read(
      routes,
      manifestPath(locale),
      serve(() => files.manifest(locale, site)),
    );
    read(
      routes,
      openSearchPath(locale),
      serve(() => files.openSearch(locale, site)),
    );
  }
  const toSlug = redirects.toCity((city) => embedPath(city), site);
  read(routes, embedPath(":city"), cors, toSlug, cached(withCors(embed.show), site));
  routes.use(sendAssets(site));

  const router = Router(exactly);
  router.use(setLanguage(i18n), rejectTooManyHeaders); // errors have a language
  router.post("/{*path}", posts); // these check https themselves, to answer with what was typed
  router.use(requireHttps(baseUrl), rejectMalformedPath); // the routes are exact
  router.use(redirectTo((path) => correctedPath(withoutNeedlessSlashes(path), site)));
  router.use(routes, notFound, errorPages(site));
  return router;
}
