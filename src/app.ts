import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import express, { type Express, type Request, type Response } from "express";
import type { Logger } from "pino";
import { isForPrograms } from "./addresses/paths.js";
import { sendResponse } from "./http/cache.js";
import { hasTooManyHeaders, isMarkedPlainHttp, pathOfTarget, truncateHeadersForParsing } from "./http/checks.js";
import { securityHeaders } from "./http/headers.js";
import { apiRoutes, pageRoutes } from "./routes.js";
import type { Site } from "./site.js";

/** What answers requests: the cache, or else Express. */
export function createApp(site: Site) {
  const { health, logger, snapshot } = site;
  const app = expressApp(site);
  const counts = new Map<string, number>();

  /** In Express, a cached response would take five times as much CPU. */
  const listener: RequestListener = (request, response) => {
    request.url = pathOfTarget(request.url ?? "");
    truncateHeadersForParsing(request.headers);
    if (health.phase !== "ready") response.setHeader("Connection", "close");
    const cached = findResponse(request, snapshot);
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

/** The cached response; undefined if there is none, or if Express has to redirect or reject the request. */
function findResponse(request: IncomingMessage, snapshot: Site["snapshot"]) {
  const { headers, method, url = "" } = request;
  if (method !== "GET" && method !== "HEAD") return undefined;
  if (hasTooManyHeaders(request) || isMarkedPlainHttp(request)) return undefined;
  return snapshot().responses.find(url, headers.accept);
}

function expressApp(site: Site): Express {
  const toApi = apiRoutes(site);
  const toPages = pageRoutes(site);
  const logWrongSettings = settingsCheck(site);
  const headers = securityHeaders(site.config);
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag"); // cached responses have a strong one of their own
  app.set("trust proxy", site.config.trustProxy);

  app.use((request, response, next) => {
    logWhenClosed(request, response, site.logger);
    logWrongSettings(request);
    response.set(headers);
    const routes = isForPrograms(request.path) ? toApi : toPages;
    routes(request, response, next);
  });
  return app;
}

/** Without classes of its own, Express sets the prototype of each object: a list of events costs 1.6 times the CPU. */
function httpMessageClasses(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request);
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response);
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}

/** Query, body and client address are left out because they can be personal data. */
function logWhenClosed({ method, path }: Request, response: Response, logger: Logger): void {
  const start = process.hrtime.bigint();
  response.once("close", () => {
    const milliseconds = Number((process.hrtime.bigint() - start) / 10_000n) / 100;
    const line = { method, path: path.slice(0, 200), status: response.statusCode, milliseconds };
    if (response.writableFinished) logger.info(line, "request");
    else logger.warn(line, "client closed the connection before the response was sent");
  });
}

/** Logs once if a request shows that TRUST_PROXY is missing, and once if it shows that BASE_URL is wrong. */
function settingsCheck({ baseUrl, config, logger }: Site) {
  const level = config.production ? "error" : "warn";
  let checksProxy = config.trustProxy === false;
  let checksAddress = config.production;
  return ({ headers }: Request): void => {
    const { origin = "", "sec-fetch-site": from } = headers;
    // All visitors behind a proxy would share one address and so one rate limit.
    if (checksProxy && headers["x-forwarded-for"] !== undefined) {
      checksProxy = false;
      logger[level](
        "A request has X-Forwarded-For, but TRUST_PROXY is not set: set it to the number of proxies in front",
      );
    }
    // Mails and feeds lead visitors to BASE_URL. Few programs that look for holes send both headers as browsers do.
    if (checksAddress && from === "same-origin" && origin.startsWith("http") && origin !== baseUrl) {
      checksAddress = false;
      logger.warn({ origin: origin.slice(0, 200), baseUrl }, "A visitor is at another address than BASE_URL");
    }
  };
}
