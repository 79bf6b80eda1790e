import type { Request, RequestHandler, Response } from "express";
import * as z from "zod";
import type { Site } from "../site.js";
import { defaultLocale, isLocale, type Translate } from "../text/locale.js";

/** A translation key, and the values that its text shows. */
export interface InputProblem {
  readonly messageKey: string;
  readonly values?: { readonly allowed: string };
}

export interface Explanation {
  /** What a status alone does not say. */
  readonly reason?: "crossSite" | "notUtf8";
  /** Without it, the message of the reason or of the status. */
  readonly messageKey?: string | undefined;
  /** Whose texts the page of the error has; without it, those of the status. */
  readonly page?: "noSuchDates";
  readonly values?: Readonly<Record<string, string | number>> | undefined;
  /** For the header Retry-After. */
  readonly retryAfterSeconds?: number;
  /** By parameter or field. */
  readonly details?: Readonly<Record<string, readonly InputProblem[]>> | undefined;
}

export class HttpError extends Error {
  readonly status: number;
  readonly explanation: Explanation;

  constructor(status: number, explanation: Explanation = {}) {
    super(`HTTP ${status}`);
    this.status = status;
    this.explanation = explanation;
  }
}

/** The server is full or about to restart. */
export const BUSY: Explanation = { retryAfterSeconds: 5 };

/** Reading a smaller body costs less than a new connection. */
const MAX_IGNORED_BYTES = 64 * 1024;

const names: Record<number, string> = {
  400: "badRequest",
  403: "insecure",
  404: "notFound",
  405: "methodNotAllowed",
  429: "tooMany",
  500: "serverError",
  503: "busy",
};

export const errorName = (status: number) => names[status] ?? (status < 500 ? "badRequest" : "serverError");

export const notFound: RequestHandler = () => {
  throw new HttpError(404);
};

/**
 * Sets status and headers, then calls `render`; if that throws, throws `error` again for the next handler. Cuts off a
 * response that has begun. Logs what is no HttpError, from status 500.
 */
export async function handleError(error: unknown, response: Response, { logger }: Site, render: () => unknown) {
  const request = response.req;
  if (response.destroyed || request.socket?.destroyed) return; // the client closed the connection
  const status = statusOf(error);
  if (status >= 500 && !(error instanceof HttpError))
    logger.error({ err: error, method: request.method, path: request.path }, "request failed");
  if (response.headersSent) {
    response.destroy(); // the client must not take a part for the whole
    return;
  }

  response.status(status).set("Cache-Control", "no-store");
  const { retryAfterSeconds } = explanationOf(error);
  if (retryAfterSeconds) response.set("Retry-After", `${retryAfterSeconds}`);
  if (hasLongUnreadBody(request)) response.set("Connection", "close"); // otherwise Node reads all of it
  try {
    await render();
  } catch (renderError) {
    if (response.destroyed) return;
    logger.error({ err: renderError }, "Could not render the error page");
    throw error;
  }
}

/** Translation keys by reason or status, for errors without one of their own. */
type MessageKeys = Readonly<Record<string | number, string>>;

/** Contract §2. `locale` is that of the body; without it, the language is that of the query, else English. */
export function sendErrorAsJson(error: unknown, response: Response, site: Site, keys?: MessageKeys, locale?: unknown) {
  return handleError(error, response, site, () => {
    const language = [locale, response.req.query.locale].find(isLocale) ?? defaultLocale;
    response.set("Content-Language", language).json(errorBody(error, site.getFixedT(language), keys));
  });
}

/** The body of every error, contract §2. */
export const errorSchema = z.strictObject({
  error: z.string().meta({ description: "One sentence, in the requested language if that is valid." }),
  details: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .meta({ description: "What is wrong with each parameter or field, by its name." }),
});

export function errorBody(error: unknown, t: Translate, keys: MessageKeys = {}): z.infer<typeof errorSchema> {
  const status = statusOf(error);
  const { messageKey, reason = status, values, details } = explanationOf(error);
  const message = t(messageKey ?? keys[reason] ?? `errors:${errorName(status)}.message`, values);
  if (!details) return { error: message };
  const translated = Object.entries(details).map(([field, problems]) => [
    field,
    problems.map(({ messageKey, values: allowed }) => t(messageKey, { ...values, ...allowed })),
  ]);
  return { error: message, details: Object.fromEntries(translated) };
}

export function explanationOf(error: unknown): Explanation {
  return error instanceof HttpError ? error.explanation : {};
}

function statusOf(error: unknown): number {
  const status = (error as { status?: unknown } | undefined)?.status;
  return typeof status === "number" && status >= 400 && status < 600 ? status : 500;
}

function hasLongUnreadBody({ headers, readableEnded }: Request): boolean {
  const bytes = headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : Infinity;
  return !readableEnded && bytes > MAX_IGNORED_BYTES;
}
