import type { Response } from "express";
import type { Answerer, AnswerStream, WholeAnswer } from "../assistant/answer.js";
import type { ChatAnswer } from "../contracts/chat-request.js";
import { sendStream } from "../http/send-stream.js";
import { answerEvents, answerText } from "../presenters/answer-text.js";

/** `mistral`, `site`, or `site; fallback` if the site answers instead of Mistral. */
export function setAnsweredBy(response: Response, { answeredBy, fallback }: Answerer): void {
  response.set("X-Answered-By", fallback ? `${answeredBy}; fallback` : answeredBy);
}

export function sendJson(response: Response, { content, sources, ...answerer }: WholeAnswer, baseUrl: string): void {
  setAnsweredBy(response, answerer);
  const absolute = sources.map(({ path, title }) => ({ url: baseUrl + path, title }));
  response.json({ role: "assistant", content, sources: absolute, ...answerer } satisfies ChatAnswer);
}

/** Sends a comment as keep-alive. */
export async function sendEvents(response: Response, answer: AnswerStream, silenceMs: number): Promise<void> {
  setStreamHeaders(response, answer);
  response.type("text/event-stream").set("X-Vercel-AI-UI-Message-Stream", "v1");
  await sendStream(response, answerEvents(answer.chunks), { intervalMs: silenceMs, text: ":\n\n" });
}

/** Sends nothing in a silence, because a keep-alive would become part of the text. */
export async function sendPlain(response: Response, answer: AnswerStream): Promise<void> {
  setStreamHeaders(response, answer);
  response.type("text/plain");
  await sendStream(response, answerText(answer.chunks));
}

function setStreamHeaders(response: Response, answer: AnswerStream): void {
  setAnsweredBy(response, answer);
  response.set({ "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no" });
}
