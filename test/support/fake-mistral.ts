import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { brotliCompressSync, constants } from "node:zlib";
import { portOf } from "./listen.js";

interface Seen {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  /** As the API of Mistral describes it. */
  readonly body: any;
  /** Resolves when the connection closes: true if the response was not finished. */
  readonly left: Promise<boolean>;
}

/** Handles a request by writing the parts of a Mistral response. */
export type Behaviour = (write: Wire, seen: Seen) => Promise<void> | void;

type Wire = ReturnType<typeof wireOf>;

/** A server of Mistral's chat completions on its own port; by default it answers "Hello there." with a link. */
export async function fakeMistral() {
  const seen: Seen[] = [];
  let behaviour: Behaviour = says("Hello", " [there](/en/about", ").");

  const server = createServer(async (request, response) => {
    const body: any = await json(request);
    const left = once(response, "close").then(() => !response.writableFinished);
    const one: Seen = { headers: request.headers, path: `${request.method} ${request.url}`, body, left };
    seen.push(one);
    await behaviour(wireOf(response, body.model), one);
  });
  return {
    seen,
    baseUrl: `http://127.0.0.1:${await portOf(server)}/v1`,
    does(next: Behaviour): void {
      behaviour = next;
      seen.length = 0;
    },
  };
}

/** Streams these texts, and then does this. */
const texts =
  (bits: readonly string[], end: (write: Wire) => Promise<void> | void): Behaviour =>
  (write) => {
    write.begin();
    for (const bit of bits) write.text(bit);
    return end(write);
  };
const hang = () => wait(60_000, undefined, { ref: false });

export const says = (...bits: string[]) => texts(bits, (write) => write.end());

/** Gives this reason for the end. */
export const finishes = (reason: string, ...bits: string[]) => texts(bits, (write) => write.end(reason));

/** Ends with raw bytes. */
export const breaks = (raw: string, ...bits: string[]) => texts(bits, ({ response }) => void response.end(raw));

/** Ends the response without the last chunk. */
export const ends = (...bits: string[]) => breaks("", ...bits);

/** Hangs after these texts; without any, it does not even begin. */
export const stalls = (...bits: string[]): Behaviour => (bits.length > 0 ? texts(bits, hang) : hang);

/** Closes the connection. */
export const dies = (...bits: string[]) =>
  texts(bits, async ({ response }) => {
    await wait(20);
    response.destroy();
  });

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

export function sendsCompressed(body: string): Behaviour {
  const bytes = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return ({ response }) => {
    response.writeHead(200, { "content-type": "text/event-stream", "content-encoding": "br" }).end(bytes);
  };
}

/** Sends 64 MB of a text, or stops when the client leaves. */
export function sendsMuch(status: number, type: string, start: string, text: string): Behaviour {
  return ({ response }) => {
    response.writeHead(status, { "content-type": type }).write(start);
    const chunks = Array.from({ length: 1000 }, () => text.repeat(2 ** 16 / text.length));
    return pipeline(Readable.from(chunks), response).catch(() => {});
  };
}

function wireOf(response: ServerResponse, model: string) {
  const chunk = (value: unknown) => void response.write(`data: ${JSON.stringify(value)}\n\n`);
  const about = { id: "cmpl-1", object: "chat.completion.chunk", created: 1, model };
  const choice = (delta: object, reason: string | null = null, more: object = {}) =>
    chunk({ ...about, choices: [{ index: 0, delta, finish_reason: reason }], ...more });
  const usage = { usage: { prompt_tokens: 20, total_tokens: 24, completion_tokens: 4 } };

  return {
    response,
    begin() {
      response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
      choice({ role: "assistant", content: "" });
    },
    text: (content: string) => choice({ content }),
    toolCall(name: string, args: string) {
      const call = { id: "aBcDeF123", function: { name, arguments: args }, index: 0 };
      choice({ content: "", tool_calls: [call] }, "tool_calls", usage);
      response.end("data: [DONE]\n\n");
    },
    /** Writes the last chunk, and ends the response. */
    end(reason = "stop") {
      choice({ content: "" }, reason, usage);
      response.end("data: [DONE]\n\n");
    },
    refuse(status: number, body: object = { message: "the SECRET of the provider" }) {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    },
  };
}
