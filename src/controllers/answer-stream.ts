import type { Response } from "express";
import type { Answerer, AnswerStream, WholeAnswer } from "../assistant/answer.js";
import type { ChatAnswer } from "../contracts/chat-request.js";
import { sendStream } from "../http/send-stream.js";

type Chunks = AnswerStream["chunks"];

/** `mistral`, `site`, or `site; fallback` if the site answers instead of Mistral. */
export function setAnsweredBy(response: Response, { answeredBy, fallback }: Answerer): void {
  response.set("X-Answered-By", fallback ? `${answeredBy}; fallback` : answeredBy);
}

export function sendJson(response: Response, { content, sources, ...answerer }: WholeAnswer, baseUrl: string): void {
  setAnsweredBy(response, answerer);
  const absolute = sources.map(({ path, title }) => ({ url: baseUrl + path, title }));
  response.json({ role: "assistant", content, sources: absolute, ...answerer } satisfies ChatAnswer);
}

/** The AI SDK's UI message stream as server-sent events (HTML Standard §9.2), with a comment in each silence. */
export async function sendEvents(response: Response, answer: AnswerStream, silenceMs: number): Promise<void> {
  setStreamHeaders(response, answer);
  response.setHeader("Content-Type", "text/event-stream"); // Express would add a charset, which it does not have
  response.set("X-Vercel-AI-UI-Message-Stream", "v1");
  await sendStream(response, eventsOf(answer.chunks), { intervalMs: silenceMs, text: ":\n\n" });
}

/** Sends nothing in a silence, because a keep-alive would become part of the text. */
export async function sendPlain(response: Response, answer: AnswerStream): Promise<void> {
  setStreamHeaders(response, answer);
  response.type("text/plain");
  await sendStream(response, textOf(answer.chunks));
}

function setStreamHeaders(response: Response, answer: AnswerStream): void {
  setAnsweredBy(response, answer);
  response.set({ "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no" });
}

async function* eventsOf(chunks: Chunks): AsyncGenerator<string> {
  for await (const chunk of chunks) yield `data: ${JSON.stringify(chunk)}\n\n`;
  yield "data: [DONE]\n\n";
}

async function* textOf(chunks: Chunks): AsyncGenerator<string> {
  const sources: string[] = [];
  for await (const chunk of chunks) {
    if (chunk.type === "source-url") sources.push(`\n${chunk.title ?? ""}: ${chunk.url}`);
    if (chunk.type === "text-delta") yield chunk.delta;
    if (chunk.type === "error") yield `\n\n${chunk.errorText}`;
  }
  yield sources.length > 0 ? `\n${sources.join("")}\n` : "\n";
}
