import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import { type ChatRequest, MAX_BODY_BYTES } from "../contracts/chat-request.js";
import { clientOf } from "../http/client-address.js";
import { handleErrors } from "../http/errors.js";
import { limitRate, unlessFlooding } from "../http/rate-limit.js";
import { limitConcurrency, rejectCrossSite, rejectWhileDraining, requireHttps } from "../http/request-checks.js";
import { abortOnClose } from "../http/send-stream.js";
import { FORM_MEDIA_TYPE, readText } from "../http/text-body.js";
import type { Services } from "../services.js";
import { sendEvents, sendJson, sendPlain } from "./answer-stream.js";
import { chatPages } from "./chat-page.js";
import { isForm, parseChat, setLocaleOfRejected } from "./parse-chat.js";

const JSON_TYPE = "application/json";

/** Specification §4.5, contract §6. */
export function chatController(services: Services) {
  const { config, dialogue, health, limits, logger, redis } = services;
  const pages = chatPages(services);
  const rate = { name: "chat", requests: 15, messageKey: "dialogue:errors.rateLimit" };
  const limit = limitRate(rate, redis);
  const messageKeys = {
    400: "dialogue:errors.notUtf8",
    413: "dialogue:errors.tooLarge",
    415: "dialogue:errors.contentType",
  };
  const rejectOtherSites = rejectCrossSite("dialogue:errors.crossSite");
  const rejectFormsOfOtherSites = rejectCrossSite("dialogue:errors.crossSite", config.baseUrl);

  const answer = async (request: Request, response: Response): Promise<void> => {
    const { turns, locale, page } = request.body as ChatRequest;
    const question = { turns, locale, page, client: clientOf(request.ip), signal: abortOnClose(response) };
    response.set({ "Cache-Control": "no-store", "Content-Language": locale });

    if (isForm(request)) {
      return pages.showAnswer(response, locale, turns.at(-1)!.content, await dialogue.whole(question));
    }
    const wanted = request.accepts(["text/event-stream", "text/plain", JSON_TYPE]);
    if (wanted === "text/plain") return sendPlain(response, await dialogue.answer(question));
    if (wanted !== JSON_TYPE) return sendEvents(response, await dialogue.answer(question), limits.keepAliveMs);
    sendJson(response, await dialogue.whole(question), config.baseUrl);
  };

  const create: RequestHandler[] = [
    ...limit,
    rejectWhileDraining(health, "dialogue:errors.busy"),
    requireHttps(config.baseUrl),
    (request, response, next) =>
      (isForm(request) ? rejectFormsOfOtherSites : rejectOtherSites)(request, response, next),
    readText({ types: [JSON_TYPE, FORM_MEDIA_TYPE], maxBytes: MAX_BODY_BYTES, messageKeys }),
    parseChat, // before the checks below, whose errors are in its language
    limitConcurrency(limits.openStreams, "dialogue:errors.busy"),
    answer,
  ];

  const showError = unlessFlooding(handleErrors(logger, pages.showError));
  const renderErrors: ErrorRequestHandler = (error, request, response, next) => {
    if (isForm(request)) return showError(error, request, response, next);
    setLocaleOfRejected(request, response);
    next(error);
  };

  return { create: [...create, renderErrors], limit };
}
