/** The chat, its answers as a client reads them, and a fake Mistral. */
import { once } from "node:events";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { PassThrough, Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { createBrotliCompress, constants as zlib } from "node:zlib";
import { afterEach, beforeAll, beforeEach, expect, jest } from "@jest/globals";
import { type AnswerLimits, answerLimits } from "../../src/dialogue/dialogue.js";
import type { Engine } from "../../src/dialogue/site/engine.js";
import { portOf } from "./listen.js";
import { type Given, newAddress, siteOnPort } from "./site.js";

const urlEncoded = { "content-type": "application/x-www-form-urlencoded" };
export const KEY = "key-that-nobody-may-see";

/** One answer, so that a test can tell Mistral from the site. */
const answer: Engine["answer"] = (_turns, locale) => ({
  text: `The site's own answer, in ${locale}.`,
  sources: [{ path: `/${locale}/about`, title: "About" }],
  kind: "answered",
});
const known: Engine = { answer, lookUp: (_query, locale) => ({ answer: answer([], locale), events: [] }) };

type GivenToChat = Omit<Given, "engine"> & { engine?: Partial<Engine>; shorter?: Partial<AnswerLimits> };

export async function chatSite(
  { shorter, engine = known, ...given }: GivenToChat = {},
  variables: NodeJS.ProcessEnv = {},
) {
  const replaced = { engine: async () => ({ ...known, ...engine }), answerLimits: { ...answerLimits, ...shorter } };
  const { lines, origin, services } = await siteOnPort({ ...replaced, ...given }, variables);
  const post = (body: unknown, headers: Record<string, string> = {}, more: RequestInit = {}) =>
    fetch(`${origin}/api/ai/chat`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": newAddress(), ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
      ...more,
    });
  return {
    origin,
    services,
    lines,
    post,
    async ask(content: string, locale = "en") {
      const response = await post(asking(content, locale), { accept: "application/json" });
      return (await response.json()) as Record<string, any>;
    },
    async stream(content: string, locale = "en") {
      const response = await post(asking(content, locale));
      return { response, chunks: chunksIn(await response.text()) };
    },
    postForm: (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      post(new URLSearchParams(fields).toString(), { ...urlEncoded, ...headers }),
  };
}

export const asking = (content: string, locale = "en") => ({ messages: [{ role: "user", content }], locale });

export function chunksIn(text: string): Record<string, any>[] {
  return text
    .split("\n\n")
    .filter((event) => event.startsWith("data: {"))
    .map((event) => JSON.parse(event.slice(6)));
}

export const textIn = (chunks: readonly Record<string, any>[]): string =>
  chunks.map(({ type, delta }) => (type === "text-delta" ? delta : "")).join("");

interface Seen {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly body: any;
  /** Resolves when the connection closes: true if the response was not finished. */
  readonly left: Promise<boolean>;
}

/** Handles a request by writing the parts of a Mistral response. */
export type Behaviour = (write: Wire, seen: Seen) => unknown;

type Wire = ReturnType<typeof wireOf>;

/** A server of Mistral's chat completions on its own port; by default it answers "Hello there." with a link. */
export async function fakeMistral() {
  const seen: Seen[] = [];
  let behaviour: Behaviour = says("Hello", " [there](/en/about)", ".");
  const port = await portOf(async (request, response) => {
    const body: any = await json(request);
    const left = once(response, "close").then(() => !response.writableFinished);
    seen.push({ headers: request.headers, path: `${request.method} ${request.url}`, body, left });
    await behaviour(wireOf(response, body.model), seen.at(-1)!);
  });
  return {
    seen,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    does(next: Behaviour): void {
      behaviour = next;
      seen.length = 0;
    },
  };
}

const question = { name: "ask_dialogue", arguments: { question: "?" } };
export const ASK_MCP = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: question });

/** A fake Mistral, and sites that ask it. A test fails if anything writes to the console. */
export async function mistralSites() {
  const mistral = await fakeMistral();
  const withMistral = (given: Parameters<typeof chatSite>[0] = {}, variables: NodeJS.ProcessEnv = {}) =>
    chatSite(given, { MISTRAL_API_KEY: KEY, MISTRAL_BASE_URL: mistral.baseUrl, ...variables });
  const consoles = (["log", "warn", "error"] as const).map((name) =>
    jest.spyOn(console, name).mockImplementation(() => {}),
  );
  beforeAll(async () => {
    const { ask } = await withMistral();
    await ask("?"); // loads the AI SDK, which can take longer than the shortened limits of a test
  });
  beforeEach(() => mistral.does(says("Hello", " [there](/en/about)", ".")));
  afterEach(() => {
    for (const spy of consoles) expect(spy).not.toHaveBeenCalled();
  });
  return { mistral, withMistral };
}

const texts =
  (bits: readonly string[], end: (write: Wire) => unknown): Behaviour =>
  (write) => {
    write.begin();
    for (const bit of bits) write.text(bit);
    return end(write);
  };

export const says = (...bits: string[]) => texts(bits, (write) => write.end());

export const finishes = (reason: string, ...bits: string[]) => texts(bits, (write) => write.end(reason));

/** Ends with raw bytes, without the last chunk. */
export const breaks = (raw: string, ...bits: string[]) => texts(bits, ({ response }) => response.end(raw));

export const stalls = (...bits: string[]) => texts(bits, () => {});

/** Each answer waits with its end until `finish` is called. */
export function saysAndWaits(...bits: string[]) {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  return { says: texts(bits, (write) => finished.then(() => write.end())), finish };
}

export const dies = (...bits: string[]) => texts(bits, ({ response }) => wait(20).then(() => response.destroy()));

/** Sends each text after so many milliseconds, until the client leaves or there are no more. */
export const trickles = (milliseconds: number, bits: Iterable<string>) =>
  texts([], async (write) => {
    for (const bit of bits) {
      if (write.response.destroyed) return;
      write.text(bit);
      await wait(milliseconds);
    }
    write.end();
  });

/** Calls a tool, and answers once it has the result; without an answer it calls again. */
export function calls(name: string, args: string, answer?: string): Behaviour {
  return (write, { body }) => {
    write.begin();
    if (answer === undefined || body.messages.at(-1)!.role !== "tool") return write.toolCall(name, args);
    write.text(answer);
    write.end();
  };
}

export function callsSlowly(...delays: number[]): Behaviour {
  return async (write, { body }) => {
    const step = body.messages.filter(({ role }: { role: string }) => role === "tool").length;
    write.begin();
    await wait(delays[step]);
    if (!write.response.destroyed) write.toolCall("find_events", "{}");
  };
}

/** Sends 64 MB, compressed or not, or stops when the client leaves. */
export function sendsMuch(status: number, encoding?: "br"): Behaviour {
  return ({ response }) => {
    const encoded = encoding && { "content-encoding": encoding };
    response.writeHead(status, { "content-type": "text/event-stream", ...encoded });
    const fast = { params: { [zlib.BROTLI_PARAM_QUALITY]: 1 } };
    const much = Readable.from(Array(1000).fill("x".repeat(2 ** 16)));
    return pipeline(much, encoding ? createBrotliCompress(fast) : new PassThrough(), response).catch(() => {});
  };
}

function wireOf(response: ServerResponse, model: string) {
  const about = { id: "cmpl-1", object: "chat.completion.chunk", created: 1, model };
  const choice = (delta: object, reason: string | null = null, more: object = {}) => {
    const choices = [{ index: 0, delta, finish_reason: reason }];
    response.write(`data: ${JSON.stringify({ ...about, choices, ...more })}\n\n`);
  };
  const last = (delta: object, reason: string) => {
    choice(delta, reason, { usage: { prompt_tokens: 20, total_tokens: 24, completion_tokens: 4 } });
    response.end("data: [DONE]\n\n");
  };
  return {
    response,
    begin() {
      response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
      choice({ role: "assistant", content: "" });
    },
    text: (content: string) => choice({ content }),
    toolCall(name: string, args: string, times = 1) {
      const tool = { name, arguments: args };
      const call = (_: unknown, index: number) => ({ id: `aBcDeF${100 + index}`, function: tool, index });
      last({ tool_calls: Array.from({ length: times }, call) }, "tool_calls");
    },
    end: (reason = "stop") => last({ content: "" }, reason),
    refuse: (status: number) =>
      response.writeHead(status, { "content-type": "application/json" }).end('{"message":"SECRET: What is it"}'),
  };
}
