import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import type { Answer } from "../assistant/request-and-answer.js";
import { bodyOfForm, type ChatRequest, MAX_BODY_BYTES, readChat } from "../contracts/chat-request.js";
import { defaultLocale, isLocale, type Locale } from "../domain/locale.js";
import { clientOf } from "../http/client-address.js";
import { errorBody, handleErrors } from "../http/errors.js";
import { HttpError } from "../http/http-error.js";
import { limitRate, unlessFlooding } from "../http/rate-limit.js";
import { limitConcurrency, rejectCrossSite, rejectWhileDraining, requireHttps } from "../http/request-checks.js";
import { abortOnClose, sendStream } from "../http/send-stream.js";
import { FORM_MEDIA_TYPE, mediaTypeOf, parseJson, readRejectedText, readText } from "../http/text-body.js";
import {
  answerEvents,
  answerJson,
  answerText,
  type DialoguePage,
  presentAnswer,
} from "../presenters/answer-formats.js";
import type { Services } from "../services.js";
import { sanitizeText } from "../text/plain-text.js";

const EVENT_STREAM = "text/event-stream";
const JSON_TYPE = "application/json";
const TEXT = "text/plain";

const messageKeys = {
  400: "dialogue:errors.notUtf8",
  413: "dialogue:errors.tooLarge",
  415: "dialogue:errors.contentType",
};

/** Contract §6. */
export function chatController({ config, dialogue, getFixedT, health, limits, logger, redis, render }: Services) {
  const { baseUrl } = config;
  const limit = limitRate({ name: "chat", requests: 15, messageKey: "dialogue:errors.rateLimit" }, redis);
  const rejectOtherSites = rejectCrossSite("dialogue:errors.crossSite");
  const rejectFormsOfOtherSites = rejectCrossSite("dialogue:errors.crossSite", baseUrl);

  const sendPage = (response: Response, locale: Locale, page: DialoguePage) => {
    response.set("Content-Language", locale).type("html");
    response.send(render("pages/dialogue/show.njk", locale, page));
  };

  const respond: RequestHandler = async (request, response) => {
    const { turns, locale, page } = request.body as ChatRequest;
    const question = { turns, locale, page, client: clientOf(request.ip), signal: abortOnClose(response) };
    const type = isForm(request) ? "form" : request.accepts([EVENT_STREAM, TEXT, JSON_TYPE]);
    response.set({ "Cache-Control": "no-store", "Content-Language": locale });

    if (type === "form" || type === JSON_TYPE) {
      const answer = await dialogue.wholeAnswer(question);
      setAnsweredBy(response, answer);
      if (type === JSON_TYPE) response.json({ role: "assistant", ...answerJson(answer, baseUrl) });
      else sendPage(response, locale, await presentAnswer(turns.at(-1)!.content, answer, baseUrl));
      return;
    }
    const answer = await dialogue.answer(question);
    const explain = () => getFixedT(locale)("dialogue:errors.interrupted");
    setAnsweredBy(response, answer);
    response.set({ "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no" });
    // A keep-alive would become part of a text.
    if (type === TEXT) return sendStream(response.type(TEXT), answerText(answer, baseUrl, explain));
    response.type(EVENT_STREAM).set("X-Vercel-AI-UI-Message-Stream", "v1");
    const keepAlive = { intervalMs: limits.keepAliveMs, text: ":\n\n" };
    return sendStream(response, answerEvents(answer, baseUrl, explain), keepAlive);
  };

  const create: RequestHandler[] = [
    ...limit,
    rejectWhileDraining(health, "dialogue:errors.busy"),
    requireHttps(baseUrl),
    (request, response, next) =>
      (isForm(request) ? rejectFormsOfOtherSites : rejectOtherSites)(request, response, next),
    readText({ types: [JSON_TYPE, FORM_MEDIA_TYPE], maxBytes: MAX_BODY_BYTES, messageKeys }),
    parseChat,
    limitConcurrency(limits.openStreams, "dialogue:errors.busy"),
    respond,
  ];

  const sendErrorPage = async (error: unknown, request: Request, response: Response) => {
    const { locale, question } = await inputOfForm(request);
    const { error: message, details } = errorBody(error, getFixedT(locale));
    const problem = details?.["messages.0.content"]?.[0] ?? message; // about the question rather than the whole body
    sendPage(response, locale, { question, problem, answer: null });
  };
  const handleErrorOfForm = unlessFlooding(handleErrors(logger, sendErrorPage));
  const handleError: ErrorRequestHandler = (error, request, response, next) => {
    if (isForm(request)) return handleErrorOfForm(error, request, response, next);
    response.locals.locale = localeOfJson(request.body);
    next(error);
  };

  return { create: [...create, handleError], limit };
}

/** Browsers without JavaScript send a form and get a page. */
const isForm = (request: Request) => mediaTypeOf(request) === FORM_MEDIA_TYPE;

/** Replaces the text of the body; 400 if it is not JSON, 422 if it is invalid. */
const parseChat: RequestHandler = (request, _response, next) => {
  const body = isForm(request) ? bodyOfForm(request.body) : parseJson(request.body, "dialogue:errors.json");
  const read = readChat(body);
  if (!read.ok) throw new HttpError(422, { messageKey: "dialogue:errors.invalid", details: read.details });
  request.body = read.data;
  next();
};

/** `mistral`, `site`, or `site; fallback` if the site answers instead of Mistral. */
function setAnsweredBy(response: Response, { answeredBy, fallback }: Answer): void {
  response.set("X-Answered-By", fallback ? `${answeredBy}; fallback` : answeredBy);
}

/** A rejected body can hold JSON with bytes that are not UTF-8. */
function localeOfJson(body: unknown): unknown {
  try {
    return (typeof body === "string" ? JSON.parse(body) : body)?.locale;
  } catch {
    return undefined;
  }
}

/** For the page of an error, which can occur before the body is read, before it is validated, or later. */
async function inputOfForm(request: Request): Promise<{ locale: Locale; question: string }> {
  if (typeof request.body === "object") {
    const { locale, turns } = request.body as ChatRequest;
    return { locale, question: turns.at(-1)!.content };
  }
  const form = new URLSearchParams(await readRejectedText(request, MAX_BODY_BYTES));
  const locale = form.get("locale") ?? "";
  return { locale: isLocale(locale) ? locale : defaultLocale, question: sanitizeText(form.get("message") ?? "") };
}
