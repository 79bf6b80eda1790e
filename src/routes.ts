import { type NextFunction, type Request, type RequestHandler, type Response, Router } from "express";
import { apiDescriptionController } from "./controllers/api-description.js";
import { articlesController } from "./controllers/articles.js";
import { calendarsController, extensionOf } from "./controllers/calendars.js";
import { chatController } from "./controllers/chat.js";
import { confirmationsController } from "./controllers/confirmations.js";
import { embedController } from "./controllers/embed.js";
import { eventsController } from "./controllers/events.js";
import { feedController } from "./controllers/feed.js";
import { healthController } from "./controllers/health.js";
import { llmsController } from "./controllers/llms.js";
import { machineFilesController } from "./controllers/machine-files.js";
import { mcpController } from "./controllers/mcp.js";
import { mcpCardController } from "./controllers/mcp-card.js";
import { pagesController } from "./controllers/pages.js";
import { redirectsController } from "./controllers/redirects.js";
import { searchController } from "./controllers/search.js";
import { sitemapController } from "./controllers/sitemap.js";
import { submissionsController } from "./controllers/submissions.js";
import { webManifestController } from "./controllers/web-manifest.js";
import { articleKinds } from "./domain/article.js";
import { locales } from "./domain/locale.js";
import { type BodyHandler, cacheResponse, sendBody } from "./http/cache-response.js";
import { cors } from "./http/cors.js";
import { markdownPreferred } from "./http/markdown-preferred.js";
import { allowGetAndHead, methodNotAllowed } from "./http/method-not-allowed.js";
import { redirectTo } from "./http/paths.js";
import type { Services } from "./services.js";
import { formOn } from "./site/forms.js";
import {
  api,
  calendarPath,
  embedPath,
  files,
  openSearchPath,
  type PageName,
  pageNames,
  searchPath,
} from "./site/paths.js";

/** A page without a row here does not compile, and neither does a row without a page in site/paths.ts. */
export function routes(services: Services): Router {
  const calendars = calendarsController(services);
  const events = eventsController(services);
  const machineFiles = machineFilesController(services);
  const mcpCard = mcpCardController(services);
  const feed = feedController(services);
  const llms = llmsController(services);
  const articles = articlesController(services);
  const { submissions } = services;
  const createSubmission = submissions && submissionsController({ ...services, submissions });
  const redirects = redirectsController(services);
  const search = searchController(services);
  const showConfirmation = confirmationsController(services);
  const { show, list, questions, markdown, addressOf } = pagesController(services);

  // biome-ignore format: a table is read in columns
  const pages: Record<PageName, ReturnType<typeof show>> = {
    "home":                                     show("home/show"),
    "after-commerce":                           show("page/show"),
    "after-commerce-gothenburg":                show("city/show"),
    "after-commerce-stockholm":                 show("city/show"),
    "after-commerce-start-format":              show("page/show"),
    "after-commerce-start-city":                show("page/show"),
    "after-commerce-faq":                       questions("faq/show"),
    "boardroom-for-commerce":                   show("boardroom/show"),
    "boardroom-for-commerce-gothenburg":        show("city/show"),
    "boardroom-for-commerce-gothenburg-attend": show("boardroom/show"),
    "boardroom-for-commerce-varberg":           show("city/show"),
    "boardroom-for-commerce-varberg-attend":    show("boardroom/show"),
    "boardroom-for-commerce-topics":            show("boardroom/show"),
    "boardroom-for-commerce-start-city":        show("page/show"),
    "boardroom-for-commerce-faq":               questions("faq/show"),
    "commerce-commons":                         show("membership/show"),
    "commerce-commons-join":                    show("membership/show"),
    "commerce-commons-included":                show("membership/show"),
    "commerce-commons-chat":                    show("chat/show"),
    "commerce-commons-discounts":               show("discounts/show"),
    "commerce-commons-student":                 show("membership/show"),
    "commerce-commons-faq":                     questions("faq/show"),
    "guides":                                   list("articles/index"),
    "perspectives":                             list("articles/index"),
    "about":                                    show("about/show"),
    "developer":                                show("page/show"),
    "contact":                                  show("contact/show"),
    "privacy":                                  show("legal/show"),
    "terms":                                    show("legal/show"),
  };

  const { addresses } = services.library;
  const exactly = { strict: true, caseSensitive: true };
  const router = Router(exactly);
  const readOnly = methodNotAllowed("GET, HEAD, OPTIONS");
  const alsoTakesForms = methodNotAllowed("GET, HEAD, POST, OPTIONS");
  const sendOnly = methodNotAllowed("POST, OPTIONS");
  const { responseCache } = services;
  const cached = <Params = Request["params"]>(
    kind: string,
    handler: BodyHandler<Params>,
    addressOf?: (request: Request<Params>) => string | undefined,
  ): RequestHandler<Params>[] => [cacheFor60, cacheResponse(responseCache, kind, handler, addressOf)];

  // The API comes first, because its responses are not cached and Express tries routes in order.
  router.route(api.events).get(events.index).all(readOnly);
  router.route(`${api.events}/:id.ics`).get(calendars.showEvent).all(readOnly);
  router.route(`${api.events}/:id`).get(events.show).all(readOnly);
  const sendCalendar = cacheResponse(responseCache, "calendar", calendars.show, calendars.addressOf);
  router.route(`${api.calendar}{.ics}`).get(sendCalendar).all(readOnly);
  const toCalendar = redirects.toCity((city, request) => calendarPath(city, {}, extensionOf(request)));
  router.route(`${api.calendar}/:city{.ics}`).get(toCalendar, sendCalendar).all(readOnly);
  const chat = chatController(services);
  router.route(api.chat).post(chat.create).all(sendOnly);
  router.route(api.mcp).post(mcpController(services, chat.limit).create).all(sendOnly);

  router.route("/").get(redirects.toLocale).all(readOnly);
  router.route("/healthz").get(healthController(services).show).all(readOnly);

  for (const locale of locales) {
    // Each language has its own router, so that no request tries the others' routes; the lookahead keeps the path.
    const ofLocale = Router(exactly);
    router.use(new RegExp(`^(?=/${locale}(?:[/.]|$))`), ofLocale);
    for (const name of pageNames) {
      const [page, asMarkdown] = [pages[name](name, locale), markdown(name, locale)];
      const route = ofLocale.route(addresses.pathTo(name, locale));
      const form = createSubmission && formOn(name);
      if (form) route.post(createSubmission(form, locale, page)).get(showConfirmation(form, locale));
      route
        .get(
          markdownPreferred(sendBody(asMarkdown)),
          redirects.toEventForm(name, locale),
          cached("page", page, addressOf(name, locale)),
        )
        .all(form ? alsoTakesForms : readOnly);
      ofLocale.route(addresses.markdownPathTo(name, locale)).get(cached("markdown", asMarkdown)).all(readOnly);
    }
    for (const kind of articleKinds) {
      const any = { kind, slug: ":slug" };
      const [article, asMarkdown] = [articles.show(kind, locale), articles.markdown(kind, locale)];
      ofLocale
        .route(addresses.markdownArticlePath(any, locale))
        .get(cached("markdown", asMarkdown, articles.addressOf))
        .all(readOnly);
      ofLocale
        .route(addresses.articlePath(any, locale))
        .get(markdownPreferred(sendBody(asMarkdown)), cached("page", article, articles.addressOf))
        .all(readOnly);
    }
    ofLocale.route(searchPath(locale)).get(search.show(locale)).all(readOnly);
    ofLocale
      .route(openSearchPath(locale))
      .get(cached("file", search.describe(locale)))
      .all(readOnly);
    ofLocale
      .route(`/${locale}/site.webmanifest`)
      .get(cached("file", webManifestController(services).show(locale)))
      .all(readOnly);
  }

  router.use([files.aiCatalog, files.apiCatalog, files.feed, files.mcpServerCard], cors);
  const embed = embedController(services);
  router
    .route(embedPath(":city"))
    .get(
      redirects.toCity((city) => embedPath(city)),
      cached("page", embed.show, embed.addressOf),
    )
    .all(readOnly);
  const file = (path: string, show: BodyHandler) => router.route(path).get(cached("file", show)).all(readOnly);
  file(files.sitemap, sitemapController(services).show);
  file(files.robots, machineFiles.robots);
  file(files.security, machineFiles.security);
  file(files.llms, llms.showBrief);
  file(files.llmsFull, llms.showFull);
  file(files.apiCatalog, machineFiles.apiCatalog);
  file(files.aiCatalog, mcpCard.catalog);
  file(files.mcpServerCard, mcpCard.show);
  router
    .route(files.feed)
    .get(cached("feed", feed.show, feed.addressOf))
    .all(readOnly);
  router
    .route(files.legacySecurity)
    .get(redirectTo(() => files.security))
    .all(readOnly);

  file(files.openapi, apiDescriptionController(services).show);
  router.all("/{*path}", allowGetAndHead(services.responseCache, readOnly));
  return router;
}

function cacheFor60(_request: unknown, response: Response, next: NextFunction): void {
  response.set("Cache-Control", "public, max-age=60, stale-while-revalidate=300");
  next();
}
