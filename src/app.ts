import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import express, { type Express, type RequestHandler } from "express";
import type { Logger } from "pino";
import { isForPrograms } from "./addresses/paths.js";
import { findCached, sendCached } from "./http/cache.js";
import { hasTooManyHeaders, isMarkedPlainHttp, shortenLists } from "./http/checks.js";
import { securityHeaders, setSecurityHeaders } from "./http/headers.js";
import { pathOfTarget } from "./http/paths.js";
import { apiRoutes, pageRoutes } from "./routes.js";
import type { Site } from "./site.js";

/** What answers requests: the cache, or else Express. */
export function createApp(site: Site) {
  const { health, logger, snapshot } = site;
  const app = expressApp(site);
  const counts = new Map<string, number>();

  /** In Express, a cached response would take five times as much CPU. */
  const listener: RequestListener = (request, response) => {
    const { method, headers } = request;
    const url = pathOfTarget(request.url ?? "");
    request.url = url;
    shortenLists(request);
    if (health.phase !== "ready") response.setHeader("Connection", "close");
    const isRead = method === "GET" || method === "HEAD";
    const mayBeRejected = hasTooManyHeaders(request) || isMarkedPlainHttp(request);
    const cached = isRead && !mayBeRejected ? findCached(url, headers.accept, snapshot().responses) : undefined;
    if (!cached) return app(request, response);
    const status = sendCached(cached, request, response);
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

function expressApp(site: Site): Express {
  const { config, logger } = site;
  const toApi = apiRoutes(site);
  const toPages = pageRoutes(site);
  const app = express();

  app.disable("x-powered-by");
  app.disable("etag"); // cached responses have a strong one of their own
  app.set("trust proxy", config.trustProxy);

  app.use(logRequests(logger)); // first, so that it times everything
  if (config.trustProxy === false) app.use(warnOfUnknownProxy(logger, config.production ? "error" : "warn"));
  if (config.production) app.use(warnOfOtherAddress(site));
  app.use(setSecurityHeaders(securityHeaders(config))); // before anything that can answer
  app.use((request, response, next) => (isForPrograms(request.path) ? toApi : toPages)(request, response, next));
  return app;
}

/** Otherwise Express sets the prototype of each object, and a list of events costs 1.6 times the CPU. */
function httpMessageClasses(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request);
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response);
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}

/** Query, body and client address are left out because they can be personal data. */
function logRequests(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const { method, path } = request;
    const start = process.hrtime.bigint();

    response.once("close", () => {
      const milliseconds = Number((process.hrtime.bigint() - start) / 10_000n) / 100;
      const line = { method, path: path.slice(0, 200), status: response.statusCode, milliseconds };
      if (response.writableFinished) logger.info(line, "request");
      else logger.warn(line, "client closed the connection before the response was sent");
    });
    next();
  };
}

/** Once: without TRUST_PROXY, all visitors behind a proxy share one address and so one rate limit. */
function warnOfUnknownProxy(logger: Logger, level: "warn" | "error"): RequestHandler {
  let isKnown = false;
  return ({ headers }, _response, next) => {
    if (!isKnown && headers["x-forwarded-for"] !== undefined) {
      isKnown = true;
      logger[level](
        "A request has X-Forwarded-For, but TRUST_PROXY is not set: set it to the number of proxies in front",
      );
    }
    next();
  };
}

/** Once: mails and feeds lead visitors to BASE_URL. Few programs that look for holes send both headers as browsers do. */
function warnOfOtherAddress({ baseUrl, logger }: Site): RequestHandler {
  let isKnown = false;
  return ({ headers }, _response, next) => {
    const { origin, "sec-fetch-site": from } = headers;
    if (!isKnown && from === "same-origin" && origin?.startsWith("http") && origin !== baseUrl) {
      isKnown = true;
      logger.warn({ origin: origin.slice(0, 200), baseUrl }, "A visitor is at another address than BASE_URL");
    }
    next();
  };
}
