import type { Request, RequestHandler, Response } from "express";
import { type ChatRequest, MAX_BODY_BYTES, readChat } from "../contracts/chat-request.js";
import { defaultLocale, isLocale, type Locale } from "../domain/locale.js";
import { HttpError } from "../http/http-error.js";
import { FORM_MEDIA_TYPE, mediaTypeOf, parseJson, readRejectedText } from "../http/text-body.js";
import { sanitizeText } from "../text/plain-text.js";

/** Browsers without JavaScript send a form and get a page. */
export function isForm(request: Request): boolean {
  return mediaTypeOf(request) === FORM_MEDIA_TYPE;
}

/** Replaces the text of the body; 400 if it is not JSON, 422 if it is invalid. */
export const parseChat: RequestHandler = (request, response, next) => {
  const body = isForm(request) ? bodyOfForm(request.body) : parseJson(request.body, "dialogue:errors.json");
  setErrorLocale(response, body);
  const read = readChat(body);
  if (!read.ok) throw new HttpError(422, { messageKey: "dialogue:errors.invalid", details: read.details });
  request.body = read.data;
  next();
};

/** Finds the language of the error also in JSON with bytes that are not UTF-8. */
export function setLocaleOfRejected({ body }: Request, response: Response): void {
  try {
    if (typeof body === "string") setErrorLocale(response, JSON.parse(body));
  } catch {} // English
}

function setErrorLocale(response: Response, body: unknown): void {
  const { locale } = (body ?? {}) as { locale?: unknown };
  if (typeof locale === "string" && isLocale(locale)) response.locals.locale = locale;
}

/** For the page of an error, which can occur before the body is read, before it is validated, or later. */
export async function formInput(request: Request): Promise<{ locale: Locale; question: string }> {
  if (typeof request.body === "object") {
    const { locale, turns } = request.body as ChatRequest;
    return { locale, question: turns.at(-1)!.content };
  }
  const form = new URLSearchParams(await readRejectedText(request, MAX_BODY_BYTES));
  const locale = form.get("locale") ?? "";
  return { locale: isLocale(locale) ? locale : defaultLocale, question: sanitizeText(form.get("message") ?? "") };
}

function bodyOfForm(text: string): unknown {
  const form = new URLSearchParams(text);
  const messages = [{ role: "user", content: form.get("message") ?? "" }];
  return { messages, locale: form.get("locale"), page: form.get("page") ?? undefined };
}
