import path from "node:path";
import express, { type Express } from "express";
import { handle as setLanguage } from "i18next-http-middleware";
import { answerErrors, notFound } from "./middleware/errors.js";
import { redirectTo, refuseMalformedPath } from "./middleware/paths.js";
import { logRequests } from "./middleware/request-log.js";
import { securityHeaders, setSecurityHeaders } from "./middleware/security-headers.js";
import { routes } from "./routes.js";
import { root, type Services } from "./services.js";
import { createViews } from "./views.js";

/** The Express application. The order of the lines is the order in which a request meets them. */
export function createApp(services: Services): Express {
  const { config, library, logger, translator } = services;
  const app = express();

  app.disable("x-powered-by");
  app.disable("etag"); // what may be stored brings its own, strong one
  app.set("trust proxy", config.trustProxy);
  createViews(path.join(root, "views"), services).express(app);

  app.use(logRequests(logger)); // first, so that it times everything
  app.use(setSecurityHeaders(securityHeaders(config))); // before whatever may answer
  app.use(/^(?!\/api\/)/, setLanguage(translator)); // before error pages, which speak it; the API is told its language
  app.use(refuseMalformedPath); // before anything decodes the path
  app.use(redirectTo(library.addresses.correctedPath)); // before the routes, which are exact
  app.use(routes(services));
  app.use(notFound);
  app.use(answerErrors(logger, translator));

  return app;
}
