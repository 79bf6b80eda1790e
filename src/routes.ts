import { type RequestHandler, Router } from "express";
import { showFrontDoor } from "./controllers/front-door.js";
import { healthController } from "./controllers/health.js";
import { machineFilesController } from "./controllers/machine-files.js";
import { pagesController } from "./controllers/pages.js";
import { locales } from "./domain/locale.js";
import { keepRendered, keptBefore } from "./middleware/keep-rendered.js";
import { markdownPreferred } from "./middleware/markdown-preferred.js";
import { methodNotAllowed } from "./middleware/method-not-allowed.js";
import type { Services } from "./services.js";
import { markdownPathTo, type PageName, pageNames, pathTo } from "./site/paths.js";

/**
 * The route map of the whole site: pages, their Markdown twins, files for programs.
 * A page in site/paths.ts without a row here does not compile, nor does the reverse.
 */
export function routes(services: Services): Router {
  const files = machineFilesController(services);
  const health = healthController(services);
  const { show, questions, markdown } = pagesController(services);

  // biome-ignore format: a table is read in columns
  const pages: Record<PageName, RequestHandler> = {
    "home":                        show("home", "home/show"),
    "after-commerce":              show("after-commerce", "after-commerce/show"),
    "after-commerce-gothenburg":   show("after-commerce-gothenburg", "after-commerce/gothenburg"),
    "after-commerce-start-format": show("after-commerce-start-format", "after-commerce/start-format"),
    "after-commerce-start-city":   show("after-commerce-start-city", "after-commerce/start-city"),
    "after-commerce-faq":          questions("after-commerce-faq", "faq/show"),
  };

  const router = Router({ strict: true, caseSensitive: true });
  const readOnly = methodNotAllowed("GET, HEAD, OPTIONS");
  const kept = (kind: string) => [cacheFor60, keepRendered(services.kept, kind)];

  router.route("/").get(showFrontDoor).all(readOnly);
  router.route("/healthz").get(health.show).all(readOnly);

  for (const locale of locales) {
    for (const name of pageNames) {
      const twin = markdown(name);
      router.route(pathTo(name, locale)).get(markdownPreferred(twin), kept("page"), pages[name]).all(readOnly);
      router.route(markdownPathTo(name, locale)).get(kept("markdown"), twin).all(readOnly);
    }
    router.route(`/${locale}/site.webmanifest`).get(kept("file"), files.webManifest).all(readOnly);
  }
  router
    .route("/{*path}")
    .get(keptBefore(services.kept))
    .all((request, response, next) => {
      if (services.kept.find(request.path)) return readOnly(request, response, next);
      next();
    });
  return router;
}

const cacheFor60: RequestHandler = (_request, response, next) => {
  response.set("Cache-Control", "public, max-age=60, stale-while-revalidate=300");
  next();
};
