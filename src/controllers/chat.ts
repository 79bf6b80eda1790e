import type { ErrorRequestHandler, NextFunction, Request, RequestHandler, Response } from "express";
import * as formats from "../dialogue/answer-formats.js";
import {
  type AnswerRequest,
  bodyOfForm,
  type ChatRequest,
  MAX_BODY_BYTES,
  readChat,
} from "../dialogue/chat-request.js";
import { FORM_MEDIA_TYPE, mediaTypeOf, parseJson, readRejectedText, readText } from "../http/body.js";
import {
  limitConcurrency,
  rejectCrossSiteForms,
  rejectCrossSiteScripts,
  rejectWhileDraining,
  requireHttps,
} from "../http/checks.js";
import { errorBody, HttpError, handleErrors } from "../http/errors.js";
import { isFlooding } from "../http/limits.js";
import { abortOnClose, sendStream } from "../http/stream.js";
import type { Site } from "../site.js";
import { defaultLocale, isLocale, type Locale } from "../text/locale.js";
import { sanitizeText } from "../text/plain-text.js";

const messageKeys = {
  400: "dialogue:errors.notUtf8",
  413: "dialogue:errors.tooLarge",
  415: "dialogue:errors.contentType",
};

/** Contract §6. */
export function answer(limit: RequestHandler, site: Site): (RequestHandler | ErrorRequestHandler)[] {
  const { baseUrl, health, limits, logger } = site;
  const rejectForms = rejectCrossSiteForms("dialogue:errors.crossSite", baseUrl);
  const rejectScripts = rejectCrossSiteScripts("dialogue:errors.crossSite");
  const rejectCrossSite: RequestHandler = (request, ...others) =>
    (isForm(request) ? rejectForms : rejectScripts)(request, ...others);
  const sendErrorPage = handleErrors(logger, (error, request, response) => showError(error, request, response, site));
  return [
    limit,
    rejectWhileDraining(health, "dialogue:errors.busy"),
    requireHttps(baseUrl),
    rejectCrossSite,
    readText({ types: ["application/json", FORM_MEDIA_TYPE], maxBytes: MAX_BODY_BYTES, messageKeys }),
    limitConcurrency(limits.openStreams, "dialogue:errors.busy"),
    (request: Request, response: Response) => respond(request, response, site),
    (error: unknown, request: Request, response: Response, next: NextFunction) => {
      if (isForm(request)) return isFlooding(request) ? next(error) : sendErrorPage(error, request, response, next);
      response.locals.locale = localeOfJson(request.body);
      next(error);
    },
  ];
}

function respond(request: Request, response: Response, site: Site): Promise<void> {
  const chat = readChatBody(request);
  const question = { ...chat, signal: abortOnClose(response) };
  response.set({ "Cache-Control": "no-store", "Content-Language": chat.locale });
  if (isForm(request)) return respondPage(question, response, site);
  switch (request.accepts(["text/event-stream", "text/plain", "application/json"])) {
    case "application/json":
      return respondJson(question, response, site);
    case "text/plain":
      return respondText(question, response, site);
    default: // also for clients that accept none of the three
      return respondEvents(question, response, site);
  }
}

async function respondPage(question: AnswerRequest, response: Response, site: Site): Promise<void> {
  const whole = await site.dialogue.wholeAnswer(question);
  setAnsweredBy(response, whole);
  const text = question.turns.at(-1)?.content ?? "";
  sendPage(response, question.locale, await formats.presentAnswer(text, whole, site.baseUrl), site);
}

async function respondJson(question: AnswerRequest, response: Response, site: Site): Promise<void> {
  const whole = await site.dialogue.wholeAnswer(question);
  setAnsweredBy(response, whole);
  response.json({ role: "assistant", ...formats.answerJson(whole, site.baseUrl) });
}

/** Without a keep-alive, which would become part of the text. */
async function respondText(question: AnswerRequest, response: Response, site: Site): Promise<void> {
  const streamed = await streamedAnswer(question, response, site);
  const text = formats.answerText(streamed, site.baseUrl, interrupted(question, site));
  await sendStream(response.type("text/plain"), text);
}

async function respondEvents(question: AnswerRequest, response: Response, site: Site): Promise<void> {
  const streamed = await streamedAnswer(question, response, site);
  response.type("text/event-stream").set("X-Vercel-AI-UI-Message-Stream", "v1");
  const events = formats.answerEvents(streamed, site.baseUrl, interrupted(question, site));
  await sendStream(response, events, { intervalMs: site.limits.keepAliveMs, text: ":\n\n" });
}

async function streamedAnswer(question: AnswerRequest, response: Response, site: Site): Promise<formats.Answer> {
  const streamed = await site.dialogue.answer(question);
  setAnsweredBy(response, streamed);
  response.set({ "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no" });
  return streamed;
}

const interrupted = ({ locale }: AnswerRequest, site: Site) => site.getFixedT(locale)("dialogue:errors.interrupted");

async function showError(error: unknown, request: Request, response: Response, site: Site): Promise<void> {
  const form = new URLSearchParams(await readRejectedText(request, MAX_BODY_BYTES));
  const given = form.get("locale");
  const locale = isLocale(given) ? given : defaultLocale;
  const question = sanitizeText(form.get("message") ?? "");
  const { error: message, details } = errorBody(error, site.getFixedT(locale));
  const problem = details?.["messages.0.content"]?.[0] ?? message; // about the question rather than the whole body
  sendPage(response, locale, { question, problem, answer: null }, site);
}

function sendPage(response: Response, locale: Locale, page: formats.DialoguePage, site: Site): void {
  response.set("Content-Language", locale).type("html");
  response.send(site.render("pages/dialogue/show.njk", locale, page));
}

/** A person who opens the address, as with enter in the address bar above an answer, comes to the front page. */
export const showFrontPage: RequestHandler = (request, response, next) => {
  const isPerson = request.accepts(["application/json", "text/html"]) === "text/html";
  if (isPerson) response.set("Cache-Control", "no-store").redirect(303, "/");
  else next();
};

/** An answer ends with its connection, so the AI SDK's client finds none to go on reading. */
export const resume: RequestHandler = (_request, response) => {
  response.status(204).set("Cache-Control", "no-store").end();
};

/** Browsers without JavaScript send a form and get a page. */
const isForm = (request: Request) => mediaTypeOf(request) === FORM_MEDIA_TYPE;

/** Throws 400 if the text of the body is not JSON, 422 if it is invalid. */
function readChatBody(request: Request): ChatRequest {
  const body = isForm(request) ? bodyOfForm(request.body) : parseJson(request.body, "dialogue:errors.json");
  const read = readChat(body);
  if (!read.ok) throw new HttpError(422, { messageKey: "dialogue:errors.invalid", details: read.details });
  return read.data;
}

/** `mistral`, `site`, or `site; fallback` if the site answers instead of Mistral. */
function setAnsweredBy(response: Response, { answeredBy, fallback }: formats.Answer): void {
  response.set("X-Answered-By", fallback ? `${answeredBy}; fallback` : answeredBy);
}

/** A rejected body may not have been read, and may not be JSON. */
function localeOfJson(text: unknown): unknown {
  try {
    return JSON.parse(text as string)?.locale;
  } catch {
    return undefined;
  }
}
