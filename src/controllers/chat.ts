import type { Request, RequestHandler, Response } from "express";
import type { Dialogue } from "../assistant/dialogue.js";
import type { AnswerLimits } from "../assistant/limits.js";
import type { ChatAnswer } from "../contracts/chat-answer.js";
import { type ChatRequest, MOST_BYTES, readChat } from "../contracts/chat-request.js";
import { isLocale, type Locale } from "../domain/locale.js";
import type { Words } from "../domain/words.js";
import { clientKey, networkKey } from "../middleware/client-address.js";
import { HttpError } from "../middleware/errors.js";
import { limitRate } from "../middleware/rate-limit.js";
import { atMost, refuseCrossSite, whileReady } from "../middleware/refusals.js";
import { whileAnswering } from "../middleware/send-stream.js";
import { FORM, readText } from "../middleware/text-body.js";
import type { Redis } from "../storage/redis.js";
import { nameAnswerer, sendEvents, sendPlain } from "./answer-stream.js";
import { bodyOfForm, chatPages, isForm } from "./chat-page.js";

const JSON_TYPE = "application/json";

interface Uses {
  readonly config: { readonly baseUrl: string };
  readonly dialogue: Dialogue;
  readonly health: { readonly ready: boolean };
  readonly limits: Pick<AnswerLimits, "keepAliveMs" | "openStreams">;
  readonly redis: Redis | undefined;
  readonly words: (locale: Locale) => Words;
}

/** Dialogue (specification §4.5, contract §6). */
export function chatController({ config, dialogue, health, limits, redis, words }: Uses) {
  const pages = chatPages({ words, baseUrl: config.baseUrl });
  const rate = { name: "chat", requests: 15, seconds: 60, sentence: "dialogue:errors.rate" };
  const body = { mostBytes: MOST_BYTES, otherType: "dialogue:errors.type", tooLarge: "dialogue:errors.tooLarge" };

  const fromThisSite = refuseCrossSite("dialogue:errors.crossSite");
  const formFromThisSite = refuseCrossSite("dialogue:errors.crossSite", config.baseUrl);

  const answer = async (request: Request, response: Response): Promise<void> => {
    const { turns, locale, page } = response.locals.asked as ChatRequest;
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
    pages.showProblems,
    ...limitRate(rate, redis),
    (request, response, next) => (isForm(request) ? formFromThisSite : fromThisSite)(request, response, next),
    readText({ types: [JSON_TYPE, FORM], ...body }),
    understand, // before the refusals below, which speak the language that it finds
    whileReady(health, "dialogue:errors.busy"),
    atMost(limits.openStreams, "dialogue:errors.busy"),
    (request, response) =>
      answer(request, response).catch((error: unknown) => {
        if (!response.destroyed) throw error; // nobody is left to be told
      }),
  ];
  return { create };
}

/** What is asked, in whichever form: 400 for what is no JSON, 422 for what does not fit. */
const understand: RequestHandler = (request, response, next) => {
  const body = isForm(request) ? bodyOfForm(request.body) : json(request.body);
  const { locale } = (body ?? {}) as { locale?: unknown };
  if (typeof locale === "string" && isLocale(locale)) response.locals.locale = locale;

  const read = readChat(body);
  if (!read.ok) throw new HttpError(422, { sentence: { key: "dialogue:errors.fields" }, details: read.details });
  response.locals.asked = read.data;
  next();
};

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, { sentence: { key: "dialogue:errors.json" } });
  }
}
