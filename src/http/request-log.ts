import type { RequestHandler } from "express";
import type { Logger } from "pino";

/** Query, body and client address are left out because they can be personal data. */
export function logRequests(logger: Logger): RequestHandler {
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
export function warnOfUnknownProxy(logger: Logger, level: "warn" | "error"): RequestHandler {
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
