import type { Request, Response } from "express";
import type { Site } from "../site.js";

/** Query, body and client address are left out because they can be personal data. */
export function logWhenClosed({ method, path }: Request, response: Response, { logger }: Site): void {
  const start = process.hrtime.bigint();
  response.once("close", () => {
    const milliseconds = Number((process.hrtime.bigint() - start) / 10_000n) / 100;
    const line = { method, path: path.slice(0, 200), status: response.statusCode, milliseconds };
    if (response.writableFinished) logger.info(line, "request");
    else logger.warn(line, "client closed the connection before the response was sent");
  });
}

/** Logs once if a request shows that TRUST_PROXY is missing, and once if it shows that BASE_URL is wrong. */
export function createSettingsCheck({ baseUrl, config, logger }: Site) {
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
