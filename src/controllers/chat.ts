import type { Request, RequestHandler, Response } from "express";
import type { ChatAnswer } from "../contracts/chat-answer.js";
import { type ChatRequest, MAX_BYTES, readChat } from "../contracts/chat-request.js";
import { isLocale } from "../domain/locale.js";
import { clientKey, networkKey } from "../http/client-address.js";
import { HttpError } from "../http/errors.js";
import { limitRate } from "../http/rate-limit.js";
import { limitConcurrency, rejectCrossSite, rejectWhileDraining } from "../http/request-checks.js";
import { whileAnswering } from "../http/send-stream.js";
import { FORM, readText } from "../http/text-body.js";
import type { Services } from "../services.js";
import { nameAnswerer, sendEvents, sendPlain } from "./answer-stream.js";
import { bodyOfForm, chatPages, isForm } from "./chat-page.js";

const JSON_TYPE = "application/json";

/** Dialogue (specification §4.5, contract §6). */
export function chatController({
  config,
  dialogue,
  health,
  limits,
  redis,
  getFixedT,
}: Pick<Services, "config" | "dialogue" | "getFixedT" | "health" | "limits" | "redis">) {
  const pages = chatPages({ config, getFixedT });
  const rate = { name: "chat", requests: 15, seconds: 60, messageKey: "dialogue:errors.rateLimit" };
  const body = { maxBytes: MAX_BYTES, otherType: "dialogue:errors.contentType", tooLarge: "dialogue:errors.tooLarge" };

  const fromThisSite = rejectCrossSite("dialogue:errors.crossSite");
  const formFromThisSite = rejectCrossSite("dialogue:errors.crossSite", config.baseUrl);

  const answer = async (request: Request, response: Response): Promise<void> => {
    const { turns, locale, page } = response.locals.chatRequest as ChatRequest;
    const client = { address: clientKey(request.ip), network: networkKey(request.ip) };
    const question = { turns, locale, page, client, signal: whileAnswering(response) };
    response.set({ "Cache-Control": "no-store", "Content-Language": locale });

    if (isForm(request)) {
      return pages.showAnswer(response, locale, turns.at(-1)!.content, await dialogue.whole(question));
    }
    const wanted = request.accepts(["text/event-stream", "text/plain", JSON_TYPE]);
    if (wanted === "text/plain") return sendPlain(response, await dialogue.answer(question));
    if (wanted !== JSON_TYPE) return sendEvents(response, await dialogue.answer(question), limits.keepAliveMs);

    const { content, sources, ...answerer } = await dialogue.whole(question);
    nameAnswerer(response, answerer);
    const absolute = sources.map(({ path, title }) => ({ url: config.baseUrl + path, title }));
    response.json({ role: "assistant", content, sources: absolute, ...answerer } satisfies ChatAnswer);
  };

  /** In the order in which a request meets them: it is counted before its body is read. */
  const create: RequestHandler[] = [
    pages.renderErrorsInForm,
    ...limitRate(rate, redis),
    (request, response, next) => (isForm(request) ? formFromThisSite : fromThisSite)(request, response, next),
    readText({ types: [JSON_TYPE, FORM], ...body }),
    understand, // before the refusals below, which speak the language that it finds
    rejectWhileDraining(health, "dialogue:errors.busy"),
    limitConcurrency(limits.openStreams, "dialogue:errors.busy"),
    (request, response) =>
      answer(request, response).catch((error: unknown) => {
        if (!response.destroyed) throw error; // the client has left
      }),
  ];
  return { create };
}

/** Reads the request, in whichever form: 400 for what is no JSON, 422 for what does not fit. */
const understand: RequestHandler = (request, response, next) => {
  const body = isForm(request) ? bodyOfForm(request.body) : json(request.body);
  const { locale } = (body ?? {}) as { locale?: unknown };
  if (typeof locale === "string" && isLocale(locale)) response.locals.locale = locale;

  const read = readChat(body);
  if (!read.ok) throw new HttpError(422, { messageKey: { key: "dialogue:errors.invalid" }, details: read.details });
  response.locals.chatRequest = read.data;
  next();
};

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, { messageKey: { key: "dialogue:errors.json" } });
  }
}
