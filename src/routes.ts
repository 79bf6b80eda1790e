import { type Request, type RequestHandler, Router } from "express";
import { handle as setLanguage } from "i18next-http-middleware";
import {
  api,
  articleKinds,
  articlePath,
  cancelPath,
  embedPath,
  machineFiles,
  manifestPath,
  markdownPathOf,
  occurrencePath,
  openSearchPath,
  pageNames,
  searchPath,
} from "./addresses/paths.js";
import { formOn } from "./addresses/site-map.js";
import { sendAssets } from "./controllers/assets.js";
import * as cancel from "./controllers/cancel.js";
import * as chat from "./controllers/chat.js";
import * as embed from "./controllers/embed.js";
import * as events from "./controllers/events.js";
import * as feed from "./controllers/feed.js";
import * as forms from "./controllers/forms.js";
import * as files from "./controllers/machine-files.js";
import * as mcp from "./controllers/mcp.js";
import * as pages from "./controllers/pages.js";
import * as redirects from "./controllers/redirects.js";
import { type FindResource, serveCached } from "./http/cache.js";
import {
  methodNotAllowed,
  redirectTo,
  rejectMalformedPath,
  rejectTooManyHeaders,
  rejectWhileDraining,
  requireHttps,
  withoutNeedlessSlashes,
} from "./http/checks.js";
import { HttpError, notFound, sendErrorsAsJson } from "./http/errors.js";
import { cors, corsHeaders, corsOfAgents } from "./http/headers.js";
import { limitRate } from "./http/limits.js";
import { findArticle, findDate, type PageRef } from "./pages/find.js";
import type { Site } from "./site.js";
import { locales } from "./text/locale.js";

/** Express matches no other spelling of a path. */
const exactly = { strict: true, caseSensitive: true };

/** For programs: errors are JSON, and scripts of any site can read the responses, but for Dialogue's. */
export function apiRoutes(site: Site): Router {
  const { baseUrl } = site;
  const limitQuestions = limitRate({ name: "chat", requests: 15, messageKey: "dialogue:errors.rateLimit" }, site);
  const limitAgents = limitRate({ name: "mcp", requests: 120 }, site);
  const cachedWithCors = (find: FindResource) => serveCached(find, site, corsHeaders);
  const toCity = redirectTo((path) => redirects.correctCity(path, site));
  const toSecurity = redirectTo(() => machineFiles.security);

  const routes = Router(exactly);
  routes.use(rejectTooManyHeaders);
  routes.use(api.health, cors);
  getOnly(routes, api.health, (request, response) => files.health(request, response, site)); // hosts ask by plain http
  routes.post(api.chat, ...chat.answer(limitQuestions, site)); // checks https itself, to answer a form with what was typed

  routes.use(requireHttps(baseUrl));
  routes.all(api.chat, methodNotAllowed("POST, OPTIONS"));
  getOnly(routes, `${api.chat}/*id/stream`, chat.resume);
  routes.post(api.mcp, corsOfAgents(baseUrl), ...mcp.answer(limitAgents, limitQuestions, site));
  routes.all(api.mcp, corsOfAgents(baseUrl), methodNotAllowed("POST, OPTIONS"));
  routes.use(api.assistant, notFound);

  routes.use(cors, rejectMalformedPath, redirectTo(withoutNeedlessSlashes));
  getOnly(routes, api.events, cachedWithCors(events.list));
  getOnly(routes, `${api.events}/:id.ics`, cachedWithCors(events.file));
  getOnly(routes, `${api.events}/:id`, cachedWithCors(events.show));
  getOnly(routes, `${api.calendar}{.ics}`, cachedWithCors(events.calendar));
  getOnly(routes, `${api.calendar}/:city{.ics}`, toCity, cachedWithCors(events.calendar));
  getOnly(routes, machineFiles.feed, cachedWithCors(feed.show));
  getOnly(routes, machineFiles.robots, cachedWithCors(files.robots));
  getOnly(routes, machineFiles.security, cachedWithCors(files.security));
  getOnly(routes, machineFiles.legacySecurity, toSecurity);
  getOnly(routes, machineFiles.llms, cachedWithCors(files.llms));
  getOnly(routes, machineFiles.llmsFull, cachedWithCors(files.llmsFull));
  getOnly(routes, machineFiles.apiCatalog, cachedWithCors(files.catalog));
  getOnly(routes, machineFiles.openapi, cachedWithCors(files.openapi));
  getOnly(routes, machineFiles.sitemap, cachedWithCors(files.sitemap));
  routes.use(notFound, sendErrorsAsJson(site));
  return routes;
}

/** For people, and what their browsers load: errors are pages. */
export function pageRoutes(site: Site): Router {
  const { baseUrl, health, i18n } = site;
  const messageKey = "forms:errors.rateLimit";
  const limitForms = limitRate({ name: "forms", requests: 5, messageKey, skipUnavailable: true }, site);
  const limitSearches = limitRate({ name: "search", requests: 60 }, site);
  const limitReading = limitRate({ name: "cancel", requests: 60 }, site);
  const toCity = redirectTo((path) => redirects.correctCity(path, site));
  const pagesOfSite = listPages(site);

  const routes = Router(exactly);
  routes.use(setLanguage(i18n), rejectTooManyHeaders); // errors have a language
  for (const { path, find, storeForm } of pagesOfSite) {
    if (!storeForm) continue;
    routes.post(markdownPathOf(path), methodNotAllowed()); // otherwise `:id` would match it
    routes.post(path, ...forms.submit(find, storeForm, limitForms, site)); // checks https itself, to answer with what was typed
  }
  routes.use(rejectMalformedPath, requireHttps(baseUrl));
  routes.use(redirectTo((path) => redirects.correctedPath(withoutNeedlessSlashes(path), site))); // the routes are exact

  getOnly(routes, "/", (request, response) => redirects.toLocale(request, response, site));
  for (const { path, find, storeForm } of pagesOfSite) {
    getOnly(routes, markdownPathOf(path), withPage(find, pages.showMarkdown, site));
    routes.get(path, withPage(find, storeForm ? forms.show : pages.show, site));
    routes.all(path, methodNotAllowed(storeForm ? "GET, HEAD, POST, OPTIONS" : undefined));
  }
  for (const locale of locales) {
    const manifest = () => files.manifest(locale, site);
    const openSearch = () => files.openSearch(locale, site);
    const toCancel = cancelPath(":id", locale);
    routes.all(toCancel, cancel.setHeaders);
    routes.get(toCancel, limitReading, (request, response) => cancel.show(locale, request, response, site));
    routes.post(toCancel, limitForms, rejectWhileDraining(health), (request, response) =>
      cancel.cancel(locale, request, response, site),
    );
    routes.all(toCancel, methodNotAllowed("GET, HEAD, POST, OPTIONS"));
    getOnly(routes, searchPath(locale), limitSearches, pages.search(locale, site));
    getOnly(routes, manifestPath(locale), serveCached(manifest, site));
    getOnly(routes, openSearchPath(locale), serveCached(openSearch, site));
  }
  routes.use(sendAssets(site)); // before the frames, whose folder has built files too
  getOnly(routes, embedPath(":city"), cors, toCity, serveCached(embed.show, site, corsHeaders));
  routes.use(notFound, pages.sendErrors(site));
  return routes;
}

interface SitePage {
  readonly path: string;
  readonly find: (request: Request) => PageRef | undefined;
  readonly storeForm: Site["storeForm"];
}

/** Every page: its path, how a request of it finds it, and what stores its form, if it has one. */
function listPages(site: Site): SitePage[] {
  const { pathTo } = site.library.addresses;
  const { storeForm } = site;
  const list: SitePage[] = [];
  for (const locale of locales) {
    for (const name of pageNames) {
      const find = (request: Request): PageRef =>
        name === "dates" ? pages.findDates(locale, request, site) : { kind: "page", name, locale };
      list.push({ path: pathTo(name, locale), find, storeForm: formOn(name) && storeForm });
    }
    for (const kind of articleKinds) {
      const find = ({ params }: Request) => findArticle({ kind, slug: `${params.slug}` }, locale, site);
      list.push({ path: articlePath({ kind, slug: ":slug" }, locale), find, storeForm: undefined });
    }
    const find = ({ params }: Request) => findDate(`${params.id}`, locale, site);
    list.push({ path: occurrencePath(":id", locale), find, storeForm });
  }
  return list;
}

/** The handler of a page that the request finds. */
function withPage(find: SitePage["find"], show: typeof pages.show, site: Site): RequestHandler {
  return (request, response) => {
    const page = find(request);
    if (!page) throw new HttpError(404);
    return show(page, request, response, site);
  };
}

/** Adds a route for GET and HEAD; other methods get 405. */
function getOnly(routes: Router, path: string, ...handlers: RequestHandler[]): void {
  routes.get(path, ...handlers);
  routes.all(path, methodNotAllowed());
}
