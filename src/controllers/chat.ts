import type { Request, RequestHandler, Response } from "express";
import * as formats from "../dialogue/answer-formats.js";
import { type AnswerRequest, bodyOfForm, MAX_BODY_BYTES, readChat } from "../dialogue/chat-request.js";
import type { Answerer } from "../dialogue/dialogue.js";
import { FORM_MEDIA_TYPE, mediaTypeOf, parseJson, readRejectedText, readText, receiveForm } from "../http/body.js";
import { rejectCrossSiteScripts, rejectPlainHttp, rejectWhileDraining } from "../http/checks.js";
import { errorBody, HttpError, handleError, sendErrorAsJson } from "../http/errors.js";
import { isFlooding } from "../http/limits.js";
import { abortOnClose, sendStream } from "../http/stream.js";
import type { Site } from "../site.js";
import { defaultLocale, isLocale, type Locale } from "../text/locale.js";
import { sanitizeText } from "../text/plain-text.js";

const TYPES = ["application/json", FORM_MEDIA_TYPE];

/** Why a question was rejected, by reason or status. */
const messageKeys = {
  notUtf8: "dialogue:errors.notUtf8",
  crossSite: "dialogue:errors.crossSite",
  413: "dialogue:errors.tooLarge",
  415: "dialogue:errors.contentType",
  422: "dialogue:errors.invalid",
  429: "dialogue:errors.rateLimit",
  503: "dialogue:errors.busy",
};

/** Contract §6. Browsers without JavaScript send a form, all other clients JSON. */
export function answer(request: Request, response: Response, site: Site): Promise<void> {
  const isForm = mediaTypeOf(request) === FORM_MEDIA_TYPE;
  return isForm ? answerForm(request, response, site) : answerJson(request, response, site);
}

/** Answers with a page. */
async function answerForm(request: Request, response: Response, site: Site): Promise<void> {
  try {
    const limits = { rate: site.limits.chat, types: TYPES, bytes: MAX_BODY_BYTES };
    const text = await receiveForm(request, response, limits, site);
    site.limits.chatAtOnce(response);
    const question = readQuestion(bodyOfForm(text), response);
    const whole = await site.dialogue.wholeAnswer(question);
    setAnsweredBy(response, whole);
    const typed = question.turns.at(-1)?.content ?? "";
    sendPage(response, question.locale, await formats.presentAnswer(typed, whole, site.baseUrl), site);
  } catch (error) {
    if (isFlooding(request)) return sendErrorAsJson(error, response, site, messageKeys);
    await handleError(error, response, site, () => showAgain(error, request, response, site));
  }
}

/** Answers with a stream of events, with one of text, or with JSON. */
async function answerJson(request: Request, response: Response, site: Site): Promise<void> {
  try {
    await site.limits.chat(request, response);
    rejectWhileDraining(site);
    rejectPlainHttp(request, response, site);
    rejectCrossSiteScripts(request);
    const body = parseJson(await readText(request, response, TYPES, MAX_BODY_BYTES));
    site.limits.chatAtOnce(response);
    if (body === undefined) throw new HttpError(400, { messageKey: "dialogue:errors.json" });
    const question = readQuestion(body, response);
    const type = request.accepts(["text/event-stream", "text/plain", "application/json"]); // false if none is accepted
    if (type === "application/json") await respondJson(question, response, site);
    else await respondStream(type, question, response, site);
  } catch (error) {
    const { locale } = Object(parseJson(request.body)); // of the question, if it could be read
    await sendErrorAsJson(error, response, site, messageKeys, locale);
  }
}

/** Throws HttpError 422 if the body is invalid. */
function readQuestion(body: unknown, response: Response): AnswerRequest {
  const read = readChat(body);
  if (!read.ok) throw new HttpError(422, { details: read.details });
  response.set({ "Cache-Control": "no-store", "Content-Language": read.data.locale });
  return { ...read.data, signal: abortOnClose(response) };
}

async function respondJson(question: AnswerRequest, response: Response, site: Site): Promise<void> {
  const whole = await site.dialogue.wholeAnswer(question);
  setAnsweredBy(response, whole);
  response.json({ role: "assistant", ...formats.answerJson(whole, site.baseUrl) });
}

async function respondStream(
  type: string | false,
  question: AnswerRequest,
  response: Response,
  site: Site,
): Promise<void> {
  const { answerLimits, baseUrl, dialogue, getFixedT } = site;
  const streamed = await dialogue.answer(question);
  setAnsweredBy(response, streamed);
  response.set({ "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no" });
  const interrupted = getFixedT(question.locale)("dialogue:errors.interrupted");
  if (type === "text/plain") {
    // Without a keep-alive, which would become part of the text.
    await sendStream(response.type("text/plain"), formats.answerText(streamed, baseUrl, interrupted));
    return;
  }
  response.type("text/event-stream").set("X-Vercel-AI-UI-Message-Stream", "v1");
  const events = formats.answerEvents(streamed, baseUrl, interrupted);
  await sendStream(response, events, { intervalMs: answerLimits.keepAliveMs, text: ":\n\n" });
}

async function showAgain(error: unknown, request: Request, response: Response, site: Site): Promise<void> {
  const form = new URLSearchParams(await readRejectedText(request, MAX_BODY_BYTES));
  const given = form.get("locale");
  const locale = isLocale(given) ? given : defaultLocale;
  const question = sanitizeText(form.get("message") ?? "");
  const { error: message, details } = errorBody(error, site.getFixedT(locale), messageKeys);
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

/** `mistral`, `site`, or `site; fallback` if the site answers instead of Mistral. */
function setAnsweredBy(response: Response, { answeredBy, fallback }: Answerer): void {
  response.set("X-Answered-By", fallback ? `${answeredBy}; fallback` : answeredBy);
}
