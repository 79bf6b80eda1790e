import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import type { Logger } from "pino";
import { defaultLocale, isLocale, type Locale } from "../domain/locale.js";
import type { Translate } from "../domain/translate.js";

const READ_AND_FORGOTTEN_BYTES = 64 * 1024;

/** The key of a text in locales/, and the values to interpolate. */
export interface Message {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** What an answer says of an error: the shape is the API's (contract §2). */
interface Problem {
  readonly error: string;
  readonly details?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Shows an error within a page, such as a form with what was typed. Whoever has such a page puts this function into
 * `response.locals.renderWithErrors` before anything can fail. Status and headers are set when it is called.
 */
export type RenderWithErrors = (inWords: (locale: Locale) => Problem) => Promise<void>;

/** An answer other than success, thrown by a controller or a middleware and translated here. */
export class HttpError extends Error {
  readonly status: number;
  /** For programs, where the status alone says too little. */
  readonly messageKey: Message | undefined;
  /** What is wrong with each parameter or field: keys of translations. */
  readonly details: Readonly<Record<string, readonly string[]>> | undefined;

  constructor(status: number, options: Partial<Pick<HttpError, "messageKey" | "details">> = {}) {
    super(`HTTP ${status}`);
    this.status = status;
    this.messageKey = options.messageKey;
    this.details = options.details;
  }
}

interface ErrorTexts {
  readonly heading: string;
  readonly text: string;
  /** For programs: one plain sentence. */
  readonly messageKey: string;
}

const badRequest: ErrorTexts = {
  heading: "errors:badRequest.heading",
  text: "errors:badRequest.text",
  messageKey: "errors:badRequest.message",
};
const serverError: ErrorTexts = {
  heading: "errors:serverError.heading",
  text: "errors:serverError.text",
  messageKey: "errors:serverError.message",
};
const busy: ErrorTexts = {
  heading: "errors:busy.heading",
  text: "errors:busy.text",
  messageKey: "errors:busy.message",
};
/** The texts of each status; any other 4xx speaks as 400, the rest as 500. */
const texts: Readonly<Record<number, ErrorTexts>> = {
  404: { heading: "errors:notFound.heading", text: "errors:notFound.text", messageKey: "errors:notFound.message" },
  405: {
    heading: "errors:methodNotAllowed.heading",
    text: "errors:methodNotAllowed.text",
    messageKey: "errors:methodNotAllowed.message",
  },
  429: busy,
  503: busy,
};

/** After all routes: whatever is left is not found. */
export const notFound: RequestHandler = () => {
  throw new HttpError(404);
};

/**
 * Turns every error into an answer, never cached: JSON for the API (contract §2), for `files`, and for whatever else is
 * there and no page; else a page in the visitor's language, rendered once for each. What happened inside is logged, not
 * shown.
 */
export function answerErrors(
  logger: Logger,
  getFixedT: (locale: Locale) => Translate,
  files: readonly string[],
): ErrorRequestHandler {
  const pages = new Map<string, string>();

  return (error, request, response, next) => {
    if (response.destroyed || request.socket?.destroyed) return; // the client has left
    const status = statusOf(error);
    if (status >= 500 && !(error instanceof HttpError))
      logger.error({ err: error, method: request.method, path: request.path }, "request failed");
    if (response.headersSent) return next(error);

    response.status(status).set("Cache-Control", "no-store");
    if (hasLongUnreadBody(request)) response.set("Connection", "close"); // else all of it would be read for nothing
    const { heading, text, messageKey } = texts[status] ?? (status < 500 ? badRequest : serverError);
    const inWords = (locale: Locale) => problemIn(error, messageKey, getFixedT(locale));
    const showPlainly = () => {
      const { path } = request;
      const isThere = status !== 404 && status !== 400; // who mistypes an address is a person
      const isPage = path === "/" || (isLocale(path.split("/")[1]) && !path.includes("."));
      if (files.includes(path) || /^\/api(?:\/|$)/.test(path) || (isThere && !isPage))
        return sendJson(request, response, inWords);

      const key = `${request.language} ${heading}`;
      const made = pages.get(key);
      if (made !== undefined) return response.send(made);

      response.render("pages/errors/show.njk", { heading, text }, (renderError: Error | null, html?: string) => {
        if (html !== undefined) {
          pages.set(key, html);
          return response.send(html);
        }
        logger.error({ err: renderError }, "the error page failed");
        response.type("text/plain").send(request.t(text));
      });
    };

    const { renderWithErrors } = response.locals as { renderWithErrors?: RenderWithErrors };
    if (!renderWithErrors) return showPlainly();
    return renderWithErrors(inWords).catch((pageError: unknown) => {
      if (response.destroyed) return; // left meanwhile
      logger.error({ err: pageError }, "the error page failed");
      showPlainly();
    });
  };
}

/**
 * In the language that the body asked for, where it was read (`response.locals.locale`), or that the query asks for;
 * else in the one that its path is in.
 */
function sendJson(request: Request, response: Response, inWords: (locale: Locale) => Problem): void {
  const wanted = [response.locals.locale, request.query.locale, request.language];
  const locale = wanted.find(isLocale) ?? defaultLocale;
  response.set("Content-Language", locale).json(inWords(locale));
}

function problemIn(error: unknown, key: string, t: Translate): Problem {
  const { messageKey = { key }, details } = error instanceof HttpError ? error : {};
  const inWords = ([field, keys]: [string, readonly string[]]) => [field, keys.map((key) => t(key))];
  return {
    error: t(messageKey.key, messageKey.values),
    ...(details && { details: Object.fromEntries(Object.entries(details).map(inWords)) }),
  };
}

/** The status an error asks for (Express and its parsers set one on what a client got wrong), else 500. */
function statusOf(error: unknown): number {
  const status = (error as { status?: unknown } | undefined)?.status;
  return typeof status === "number" && status >= 400 && status < 600 ? status : 500;
}

/** A small one is read and forgotten, which costs less than a new connection. */
function hasLongUnreadBody({ headers, readableEnded }: Request): boolean {
  const bytes = headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : Infinity;
  return !readableEnded && bytes > READ_AND_FORGOTTEN_BYTES;
}
