import { IncomingMessage, ServerResponse } from "node:http";
import express, { type Express, type Request } from "express";
import { handle as setLanguage } from "i18next-http-middleware";
import { withoutFingerprint } from "./content/assets.js";
import type { ArticleId } from "./domain/article.js";
import { defaultLocale, locales } from "./domain/locale.js";
import { cors } from "./http/cors.js";
import { notFound, sendErrors } from "./http/errors.js";
import { redirectTo, rejectMalformedPath, withoutSlash } from "./http/paths.js";
import { requireHttps } from "./http/request-checks.js";
import { logRequests } from "./http/request-log.js";
import { securityHeaders, setSecurityHeaders } from "./http/security-headers.js";
import { routes } from "./routes.js";
import type { Services } from "./services.js";
import { formOn } from "./site/forms.js";
import { api, files, pageNames } from "./site/paths.js";
import { createViews } from "./views.js";

export function createApp(services: Services): Express {
  const { articles, assets, config, library, logger, i18n, getFixedT, templates } = services;
  const { addresses } = library;
  const isPublished = (article: ArticleId) => articles.current().find(article, defaultLocale) !== undefined;
  const notPages = [...Object.values(api), ...Object.values(files), ...assets.all.map(({ address }) => address)];
  const notPageNames = new Set(notPages.map((address) => withoutFingerprint(address).split("/")[1]!));
  const correctedPath = (path: string) =>
    addresses.correctedPath(path, isPublished) ?? withoutSlash(path, notPageNames);
  const formPaths = pageNames.filter(formOn).flatMap((page) => locales.map((locale) => addresses.pathTo(page, locale)));
  const ownChecks = new Set([api.chat, ...formPaths]); // they answer with what was typed
  const isExempt = ({ method, path }: Request) => path === api.health || (method === "POST" && ownChecks.has(path));
  const app = express();

  app.disable("x-powered-by");
  app.disable("etag"); // cached responses have a strong one of their own
  app.set("trust proxy", config.trustProxy);
  createViews(services).express(app);

  app.use(logRequests(logger)); // first, so that it times everything
  app.use(setSecurityHeaders(securityHeaders(config))); // before anything that can answer
  app.use(/^(?=\/api(?:\/(?!ai\/)|$))/, cors); // before anything that can reject; Dialogue is not for other sites
  app.use(/^(?!\/api\/)/, setLanguage(i18n)); // before error pages; not for the API, as it triples the CPU of a small answer
  app.use(requireHttps(config.baseUrl, isExempt)); // before anything that looks at the path
  app.use(rejectMalformedPath); // before anything decodes the path
  app.use(redirectTo(correctedPath)); // before the routes, which are exact
  app.use(routes(services));
  app.use(notFound);
  app.use(sendErrors(logger, getFixedT, Object.values(files), config.isLocalDevelopment && templates === undefined));

  return app;
}

/** Otherwise Express sets each object's prototype, at 2.4 times the CPU for /api/events and 1.25 for cached pages. */
export function httpMessageClasses(app: Express) {
  class Request extends IncomingMessage {}
  class Response<Request extends IncomingMessage> extends ServerResponse<Request> {}
  app.request = Object.setPrototypeOf(Request.prototype, app.request);
  app.response = Object.setPrototypeOf(Response.prototype, app.response);
  return { IncomingMessage: Request, ServerResponse: Response };
}
