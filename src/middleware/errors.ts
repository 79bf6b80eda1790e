import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import type { Logger } from "pino";
import { defaultLocale, isLocale } from "../domain/locale.js";

/** An answer other than success, thrown by a controller or a middleware and given words here. */
export class HttpError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`HTTP ${status}`);
    this.status = status;
  }
}

/** The words of each status, in locales/<locale>/errors.json; any other 4xx speaks as 400, the rest as 500. */
const words: Readonly<Record<number, { heading: string; text: string }>> = {
  400: { heading: "errors:badRequest.heading", text: "errors:badRequest.text" },
  404: { heading: "errors:notFound.heading", text: "errors:notFound.text" },
  405: { heading: "errors:methodNotAllowed.heading", text: "errors:methodNotAllowed.text" },
  500: { heading: "errors:serverError.heading", text: "errors:serverError.text" },
};

/** After all routes: whatever is left is not found. */
export const notFound: RequestHandler = () => {
  throw new HttpError(404);
};

/**
 * Every error becomes an answer here, never cached: JSON for the API (contract §2), a page in the visitor's language
 * for anyone else. What happened inside is logged and not shown.
 */
export function answerErrors(logger: Logger): ErrorRequestHandler {
  return (error, request, response, next) => {
    const status = statusOf(error);
    if (status >= 500) logger.error({ err: error, method: request.method, path: request.path }, "request failed");
    if (response.headersSent) return next(error);

    response.status(status).set("Cache-Control", "no-store");
    const { heading, text } = words[status] ?? words[status < 500 ? 400 : 500]!;
    if (request.path.startsWith("/api/")) return sendJson(request, response, text);

    response.render("pages/errors/show.njk", { heading, text }, (renderError: Error | null, html?: string) => {
      if (html !== undefined) return response.send(html);
      logger.error({ err: renderError }, "the error page failed");
      response.type("text/plain").send(request.t(text));
    });
  };
}

function sendJson(request: Request, response: Response, text: string): void {
  const { locale } = request.query;
  const lng = typeof locale === "string" && isLocale(locale) ? locale : defaultLocale;
  response.set("Content-Language", lng).json({ error: request.t(text, { lng }) });
}

/** The status an error asks for (Express and its parsers set one on what a client got wrong), else 500. */
function statusOf(error: unknown): number {
  const status = (error as { status?: unknown } | undefined)?.status;
  return typeof status === "number" && status >= 400 && status < 600 ? status : 500;
}
