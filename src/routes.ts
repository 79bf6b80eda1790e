import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler, Router } from "express";
import { handle as setLanguage } from "i18next-http-middleware";
import { articleKinds, markdownPathOf, pageNames } from "./addresses/pages.js";
import {
  api,
  articlePath,
  cancelPath,
  embedPath,
  isForPrograms,
  machineFiles,
  manifestPath,
  occurrencePath,
  openSearchPath,
  searchPath,
} from "./addresses/paths.js";
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
import { type ResponseCache, sendResponse, serveResource } from "./http/cache.js";
import {
  hasTooManyHeaders,
  isMarkedPlainHttp,
  methodNotAllowed,
  pathOfTarget,
  redirectWrongPath,
  rejectMalformedPath,
  rejectTooManyHeaders,
  requireHttps,
  truncateHeadersForParsing,
  withoutNeedlessSlashes,
} from "./http/checks.js";
import { notFound, sendErrorAsJson } from "./http/errors.js";
import { allowAgents, cors, securityHeaders } from "./http/headers.js";
import { createSettingsCheck, logWhenClosed } from "./http/request-log.js";
import { findArticle, findDate, type PageRef } from "./pages/page-ref.js";
import type { Site } from "./site.js";
import { locales } from "./text/locale.js";

/** Express matches no other spelling of a path. */
const exactly = { strict: true, caseSensitive: true };

/** For programs: errors are JSON, and scripts of any site can read all responses except Dialogue's. */
function apiRoutes(site: Site): Router {
  const corsOfAgents: RequestHandler = (request, response, next) => {
    allowAgents(request, response, site);
    next();
  };
  const sendError: ErrorRequestHandler = (error, _request, response, _next) => sendErrorAsJson(error, response, site);
  const toCity = events.redirectToSlug(site);
  const toSecurity = redirectWrongPath(() => machineFiles.security);

  const routes = Router(exactly);
  routes.use(rejectTooManyHeaders);
  routes.use(api.health, cors);
  getOnly(routes, api.health, (request, response) => files.health(request, response, site)); // hosts ask by plain http
  // Checks https itself, to answer a form with what was typed.
  routes.post(api.chat, (request, response) => chat.answer(request, response, site));

  routes.use(requireHttps(site));
  routes.get(api.chat, chat.showFrontPage);
  routes.all(api.chat, methodNotAllowed("POST, OPTIONS"));
  getOnly(routes, `${api.chat}/*id/stream`, chat.resume);
  routes.post(api.mcp, (request, response) => mcp.answer(request, response, site));
  routes.all(api.mcp, corsOfAgents, methodNotAllowed("POST, OPTIONS"));
  routes.use(api.assistant, notFound);

  routes.use(cors, rejectMalformedPath, redirectWrongPath(withoutNeedlessSlashes));
  getOnly(routes, api.events, serveResource(events.list, site));
  getOnly(routes, `${api.events}/:id.ics`, serveResource(events.file, site));
  getOnly(routes, `${api.events}/:id`, serveResource(events.event, site));
  getOnly(routes, `${api.calendar}{.ics}`, serveResource(events.calendar, site));
  getOnly(routes, `${api.calendar}/:city{.ics}`, toCity, serveResource(events.calendar, site));
  getOnly(routes, machineFiles.feed, serveResource(feed.articles, site));
  getOnly(routes, machineFiles.robots, serveResource(files.robots, site));
  getOnly(routes, machineFiles.security, serveResource(files.security, site));
  getOnly(routes, machineFiles.legacySecurity, toSecurity);
  getOnly(routes, machineFiles.llms, serveResource(files.llms, site));
  getOnly(routes, machineFiles.llmsFull, serveResource(files.llmsFull, site));
  getOnly(routes, machineFiles.apiCatalog, serveResource(files.catalog, site));
  getOnly(routes, machineFiles.openapi, serveResource(files.openapi, site));
  getOnly(routes, machineFiles.sitemap, serveResource(files.sitemap, site));
  routes.use(notFound, sendError);
  return routes;
}

/** For people, and what their browsers load: errors are pages. */
function pageRoutes(site: Site): Router {
  const toCity = events.redirectToSlug(site);
  const correctPath = redirectWrongPath((path) => redirects.correctedPath(withoutNeedlessSlashes(path), site));
  const sitePages = listPages(site);

  const routes = Router(exactly);
  routes.use(setLanguage(site.i18n), rejectTooManyHeaders); // errors have a language
  // Before the checks below, because a form that is rejected is answered with what was typed.
  for (const { path, findPage } of sitePages.filter(({ hasForm }) => hasForm)) {
    routes.post(markdownPathOf(path), methodNotAllowed()); // otherwise `:id` would match it
    routes.post(path, (request, response) => forms.submit(findPage(request), request, response, site));
  }
  for (const locale of locales) routes.all(cancelPath(":id", locale), cancel.setHeaders); // also where https is required
  routes.use(rejectMalformedPath, requireHttps(site));

  getOnly(routes, "/", (request, response) => redirects.toLocale(request, response, site));
  for (const { path, findPage, hasForm } of sitePages) {
    getOnly(routes, markdownPathOf(path), ifFound(findPage, pages.showMarkdown, site));
    const show = ifFound(findPage, hasForm ? forms.showWithForm : pages.showPage, site);
    routes
      .route(path)
      .get(show)
      .all(methodNotAllowed(hasForm ? "GET, HEAD, POST, OPTIONS" : undefined));
  }
  for (const locale of locales) {
    const manifest = () => files.manifest(locale, site);
    const openSearch = () => files.openSearch(locale, site);
    const toCancel = cancelPath(":id", locale);
    routes.get(toCancel, (request, response) => cancel.showSignUp(locale, request, response, site));
    routes.post(toCancel, (request, response) => cancel.cancel(locale, request, response, site));
    routes.all(toCancel, methodNotAllowed("GET, HEAD, POST, OPTIONS"));
    getOnly(routes, searchPath(locale), (request, response) => pages.search(locale, request, response, site));
    getOnly(routes, manifestPath(locale), serveResource(manifest, site));
    getOnly(routes, openSearchPath(locale), serveResource(openSearch, site));
  }
  routes.use(sendAssets(site), correctPath); // before the frames, whose folder has built files too
  getOnly(routes, embedPath(":city"), cors, toCity, serveResource(embed.frame, site));
  routes.use(notFound, pages.sendErrors(site));
  return routes;
}

interface PageRoute {
  readonly path: string;
  readonly findPage: (request: Request) => PageRef | undefined;
  /** Whether it takes a POST; never if the site stores no forms. */
  readonly hasForm: boolean;
}

/** Every page; those of articles and of dates share a path with a parameter. */
function listPages(site: Site): PageRoute[] {
  const { pathTo } = site.library;
  const list: PageRoute[] = [];
  for (const locale of locales) {
    for (const name of pageNames) {
      const findPage = (request: Request) => pages.pageWithQuery(name, locale, request, site);
      const hasForm = forms.offeredForm({ kind: "page", name, locale }, site) !== undefined;
      list.push({ path: pathTo(name, locale), findPage, hasForm });
    }
    for (const kind of articleKinds) {
      const findPage = ({ params }: Request) => findArticle({ kind, slug: `${params.slug}` }, locale, site);
      list.push({ path: articlePath({ kind, slug: ":slug" }, locale), findPage, hasForm: false });
    }
    const findPage = ({ params }: Request) => findDate(`${params.id}`, locale, site);
    list.push({ path: occurrencePath(":id", locale), findPage, hasForm: site.forms !== undefined });
  }
  return list;
}

/** Shows the page that the request names. If there is none, a later route can still correct the path. */
function ifFound(findPage: PageRoute["findPage"], show: typeof pages.showPage, site: Site): RequestHandler {
  return (request, response, next) => {
    const page = findPage(request);
    return page ? show(page, request, response, site) : next("route");
  };
}

/** Adds a route for GET and HEAD; other methods get 405. */
function getOnly(routes: Router, path: string, ...handlers: RequestHandler[]): void {
  routes.route(path).get(handlers).all(methodNotAllowed());
}

/** Answers from the cache, or else by Express, in which a cached response would take five times as much CPU. */
export function createListener(site: Site) {
  const { health, logger, snapshot } = site;
  const app = createApp(site);
  const counts = new Map<string, number>();

  const listener: RequestListener = (request, response) => {
    request.url = pathOfTarget(request.url ?? "");
    truncateHeadersForParsing(request.headers);
    if (health.phase !== "ready") response.setHeader("Connection", "close");
    const cached = findCached(request, snapshot().responses);
    if (!cached) return app(request, response);
    const status = sendResponse(cached, request, response);
    const counted = `${cached.mediaType} ${status}`;
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
  };

  return {
    listener,
    messageClasses: httpMessageClasses(app),
    logCounts(): void {
      if (counts.size > 0) logger.info(Object.fromEntries(counts), "cached responses served");
      counts.clear();
    },
  };
}

/** Express, with a list of routes for programs and one for people. */
function createApp(site: Site): Express {
  const apiRouter = apiRoutes(site);
  const pageRouter = pageRoutes(site);
  const logWrongSettings = createSettingsCheck(site);
  const headers = securityHeaders(site.config);
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag"); // cached responses have a strong one of their own
  app.set("trust proxy", site.config.trustProxy);

  app.use((request, response, next) => {
    logWhenClosed(request, response, site);
    logWrongSettings(request);
    response.set(headers);
    const router = isForPrograms(request.path) ? apiRouter : pageRouter;
    router(request, response, next);
  });
  return app;
}

/** Undefined if nothing is cached, or if Express has to redirect or reject the request. */
function findCached(request: IncomingMessage, responses: ResponseCache) {
  const { headers, method, url = "" } = request;
  if (method !== "GET" && method !== "HEAD") return undefined;
  if (hasTooManyHeaders(request) || isMarkedPlainHttp(request)) return undefined;
  return responses.find(url, headers.accept);
}

/** Without classes of its own, Express sets the prototype of each object: a list of events costs 1.6 times the CPU. */
function httpMessageClasses(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request);
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response);
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
