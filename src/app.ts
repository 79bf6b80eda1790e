import { IncomingMessage, ServerResponse } from "node:http";
import express, { type Express } from "express";
import { isForPrograms } from "./addresses/paths.js";
import { securityHeaders, setSecurityHeaders } from "./http/headers.js";
import { logRequests, warnOfUnknownProxy } from "./http/request-log.js";
import { apiRoutes, pageRoutes } from "./routes.js";
import type { Site } from "./site.js";

export function createApp(site: Site): Express {
  const { config, logger } = site;
  const toApi = apiRoutes(site);
  const toPages = pageRoutes(site);
  const app = express();

  app.disable("x-powered-by");
  app.disable("etag"); // cached responses have a strong one of their own
  app.set("trust proxy", config.trustProxy);

  app.use(logRequests(logger)); // first, so that it times everything
  if (config.trustProxy === false) app.use(warnOfUnknownProxy(logger, config.production ? "error" : "warn"));
  app.use(setSecurityHeaders(securityHeaders(config))); // before anything that can answer
  app.use((request, response, next) => (isForPrograms(request.path) ? toApi : toPages)(request, response, next));

  return app;
}

/** Otherwise Express sets the prototype of each object, and a list of events costs 1.6 times the CPU. */
export function httpMessageClasses(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request);
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response);
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
