import { type Request, type RequestHandler, Router } from "express";
import { handle as setLanguage } from "i18next-http-middleware";
import { formOn } from "./addresses/forms.js";
import {
  api,
  articleKinds,
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
import * as cancel from "./controllers/cancel.js";
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
import { type FindResource, serveCached } from "./http/cache.js";
import { methodNotAllowed, rejectTooManyHeaders, rejectWhileDraining, requireHttps } from "./http/checks.js";
import { HttpError, notFound, sendErrorsAsJson } from "./http/errors.js";
import { cors, corsHeaders, corsOfAgents } from "./http/headers.js";
import { limitRate } from "./http/limits.js";
import { redirectTo, rejectMalformedPath, withoutNeedlessSlashes } from "./http/paths.js";
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
  const open = (find: FindResource) => serveCached(find, site, corsHeaders);
  const toCity = redirectTo((path) => redirects.correctCity(path, site));

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
  read(routes, `${api.calendar}/:city{.ics}`, toCity, open(calendars.show));
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

  read(routes, "/", (request, response) => redirects.toLocale(request, response, site));
  for (const { path, find, storeForm } of pagesOfSite) {
    read(routes, markdownPathOf(path), withPage(find, pages.showMarkdown, site));
    routes.get(path, withPage(find, storeForm ? forms.show : pages.show, site));
    routes.all(path, methodNotAllowed(storeForm ? "GET, HEAD, POST, OPTIONS" : undefined));
  }
  for (const locale of locales) {
    const manifest = () => files.manifest(locale, site);
    const openSearch = () => files.openSearch(locale, site);
    const toCancel = site.library.addresses.cancelPath(":id", locale);
    routes.all(toCancel, cancel.setHeaders);
    routes.get(toCancel, limitReading, (request, response) => cancel.show(locale, request, response, site));
    routes.post(toCancel, limitForms, rejectWhileDraining(health), (request, response) =>
      cancel.cancel(locale, request, response, site),
    );
    routes.all(toCancel, methodNotAllowed("GET, HEAD, POST, OPTIONS"));
    read(routes, searchPath(locale), limitSearches, search.show(locale, site));
    read(routes, manifestPath(locale), serveCached(manifest, site));
    read(routes, openSearchPath(locale), serveCached(openSearch, site));
  }
  routes.use(sendAssets(site)); // before the frames, whose folder has built files too
  read(routes, embedPath(":city"), cors, toCity, serveCached(embed.show, site, corsHeaders));
  routes.use(notFound, errorPages(site));
  return routes;
}

interface SitePage {
  readonly path: string;
  readonly find: (request: Request) => PageRef | undefined;
  readonly storeForm: Site["storeForm"];
}

/** Every page: its path, how a request of it finds it, and what stores its form, if it has one. */
function listPages(site: Site): SitePage[] {
  const { articlePath, occurrencePath, pathTo } = site.library.addresses;
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
function read(routes: Router, path: string, ...handlers: RequestHandler[]): void {
  routes.get(path, ...handlers);
  routes.all(path, methodNotAllowed());
}
