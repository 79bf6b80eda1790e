import { type NextFunction, type Request, type RequestHandler, type Response, Router } from "express";
import { articlesController } from "./controllers/articles.js";
import { browserFilesController } from "./controllers/browser-files.js";
import { calendarsController, extensionOf } from "./controllers/calendars.js";
import { chatController } from "./controllers/chat.js";
import { confirmationsController } from "./controllers/confirmations.js";
import { embedController } from "./controllers/embed.js";
import { eventsController } from "./controllers/events.js";
import { feedController } from "./controllers/feed.js";
import { healthController } from "./controllers/health.js";
import { machineFilesController } from "./controllers/machine-files.js";
import { mcpController } from "./controllers/mcp.js";
import { pagesController } from "./controllers/pages.js";
import { redirectsController } from "./controllers/redirects.js";
import { searchController } from "./controllers/search.js";
import { submissionsController } from "./controllers/submissions.js";
import { articleKinds } from "./domain/article.js";
import { locales } from "./domain/locale.js";
import { cacheResponse, type Resource } from "./http/cache-response.js";
import { cors, corsOfAgents } from "./http/cors.js";
import { markdownPreferred, negotiated } from "./http/markdown-preferred.js";
import { allowGetAndHead, methodNotAllowed } from "./http/method-not-allowed.js";
import { redirectTo } from "./http/paths.js";
import type { Services } from "./services.js";
import { formOn } from "./site/forms.js";
import { api, calendarPath, embedPath, files, pageNames, searchPath } from "./site/paths.js";

/** Every address and its handler; the pages are listed in site/paths.ts. */
export function routes(services: Services): Router {
  const { library, submissions } = services;
  const { addresses } = library;
  const articles = articlesController(services);
  const calendars = calendarsController(services);
  const chat = chatController(services);
  const createSubmission = submissions && submissionsController({ ...services, submissions });
  const embed = embedController(services);
  const events = eventsController(services);
  const feed = feedController(services);
  const redirects = redirectsController(services);
  const search = searchController(services);
  const showConfirmation = confirmationsController(services);
  const { show, markdown } = pagesController(services);

  const exactly = { strict: true, caseSensitive: true };
  const router = Router(exactly);
  const readOnly = methodNotAllowed("GET, HEAD, OPTIONS");
  const alsoTakesForms = methodNotAllowed("GET, HEAD, POST, OPTIONS");
  const sendOnly = methodNotAllowed("POST, OPTIONS");
  const get = <Params>(on: Router, path: string, ...handlers: (RequestHandler<Params> | RequestHandler<Params>[])[]) =>
    on
      .route(path)
      .get(...handlers)
      .all(readOnly);
  const cached = <Params = Request["params"]>(kind: string, resource: Resource<Params>): RequestHandler<Params>[] => [
    cacheFor60,
    cacheResponse(services.responseCache, kind, resource),
  ];
  const ifPreferred = <Params = Request["params"]>(markdown: Resource<Params>): RequestHandler<Params> =>
    markdownPreferred(cacheResponse(services.responseCache, "markdown", negotiated(markdown)));

  // The API comes first, because its responses are not cached and Express tries routes in order.
  get(router, api.events, events.index);
  get(router, `${api.events}/:id.ics`, cacheResponse(services.responseCache, "calendar", events.file));
  get(router, `${api.events}/:id`, events.show);
  const sendCalendar = cacheResponse(services.responseCache, "calendar", calendars);
  const toCalendar = redirects.toCity((city, request) => calendarPath(city, {}, extensionOf(request)));
  get(router, `${api.calendar}{.ics}`, sendCalendar);
  get(router, `${api.calendar}/:city{.ics}`, toCalendar, sendCalendar);
  router.route(api.chat).post(chat.create).all(sendOnly);
  router
    .route(api.mcp)
    .all(corsOfAgents(services.config.baseUrl))
    .post(mcpController(services, chat.limit).create)
    .all(sendOnly);

  get(router, "/", redirects.toLocale);
  get(router, api.health, healthController(services));

  for (const locale of locales) {
    // Each language has its own router, so that no request tries the others' routes; the lookahead keeps the path.
    const ofLocale = Router(exactly);
    router.use(new RegExp(`^(?=/${locale}(?:[/.]|$))`), ofLocale);
    for (const name of pageNames) {
      const [page, asMarkdown] = [show(name, locale), markdown(name, locale)];
      const route = ofLocale.route(addresses.pathTo(name, locale));
      const form = createSubmission && formOn(name);
      if (form) route.post(createSubmission(form, locale, page)).get(showConfirmation(form, locale));
      const toEventForm = redirects.toEventForm(name, locale);
      route.get(ifPreferred(asMarkdown), toEventForm, cached("page", page)).all(form ? alsoTakesForms : readOnly);
      get(ofLocale, addresses.markdownPathTo(name, locale), cached("markdown", asMarkdown));
    }
    for (const kind of articleKinds) {
      const any = { kind, slug: ":slug" };
      const asMarkdown = articles.markdown(kind, locale);
      const page = cached("page", articles.show(kind, locale));
      get(ofLocale, addresses.markdownArticlePath(any, locale), cached("markdown", asMarkdown));
      get(ofLocale, addresses.articlePath(any, locale), ifPreferred(asMarkdown), page);
    }
    get(ofLocale, searchPath(locale), search(locale));
    for (const [path, file] of Object.entries(browserFilesController(services, locale)))
      get(ofLocale, path, cached("file", file));
  }

  router.use([files.aiCatalog, files.apiCatalog, files.feed, files.mcpServerCard], cors);
  const toEmbed = redirects.toCity((city) => embedPath(city));
  get(router, embedPath(":city"), toEmbed, cached("page", embed));
  for (const [path, file] of Object.entries(machineFilesController(services))) get(router, path, cached("file", file));
  get(router, files.feed, cached("feed", feed));
  const toSecurity = redirectTo(() => files.security);
  get(router, files.legacySecurity, toSecurity);
  router.all("/{*path}", allowGetAndHead(services.responseCache, readOnly));
  return router;
}

function cacheFor60(_request: unknown, response: Response, next: NextFunction): void {
  response.set("Cache-Control", "public, max-age=60, stale-while-revalidate=300");
  next();
}
