import { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import express, { type Express } from "express";
import { handle as setLanguage } from "i18next-http-middleware";
import type { ArticleId } from "./domain/article.js";
import { defaultLocale } from "./domain/locale.js";
import { cors } from "./http/cors.js";
import { answerErrors, notFound } from "./http/errors.js";
import { redirectTo, rejectMalformedPath } from "./http/paths.js";
import { logRequests } from "./http/request-log.js";
import { securityHeaders, setSecurityHeaders } from "./http/security-headers.js";
import { routes } from "./routes.js";
import { root, type Services } from "./services.js";
import { files } from "./site/paths.js";
import { createViews } from "./views.js";

/** The Express application. The order of the lines is the order in which a request meets them. */
export function createApp(services: Services): Express {
  const { articles, config, library, logger, i18n, getFixedT } = services;
  const isOut = (article: ArticleId) => articles.current().find(article, defaultLocale) !== undefined;
  const app = express();

  app.disable("x-powered-by");
  app.disable("etag"); // what may be stored brings its own, strong one
  app.set("trust proxy", config.trustProxy);
  createViews(path.join(root, "views"), services).express(app);

  app.use(logRequests(logger)); // first, so that it times everything
  app.use(setSecurityHeaders(securityHeaders(config))); // before whatever may answer
  app.use(/^(?=\/api(?:\/(?!ai\/)|$))/, cors); // before whatever may refuse; Dialogue is not for other sites
  app.use(/^(?!\/api\/)/, setLanguage(i18n)); // before error pages; some 80 µs, as it clones i18n: not for the API
  app.use(rejectMalformedPath); // before anything decodes the path
  app.use(redirectTo((path) => library.addresses.correctedPath(path, isOut))); // before the routes, which are exact
  app.use(routes(services));
  app.use(notFound);
  app.use(answerErrors(logger, getFixedT, Object.values(files)));

  return app;
}

/**
 * What an HTTP server is to make its requests and responses of, so that they are Express's from the start. By itself
 * Express changes the prototype of each that it gets, which costs more than all else it does. Measured in test/bench.
 */
export function httpMessageClasses(app: Express) {
  class Request extends IncomingMessage {}
  class Response<Asked extends IncomingMessage> extends ServerResponse<Asked> {}
  app.request = Object.setPrototypeOf(Request.prototype, app.request);
  app.response = Object.setPrototypeOf(Response.prototype, app.response);
  return { IncomingMessage: Request, ServerResponse: Response };
}
