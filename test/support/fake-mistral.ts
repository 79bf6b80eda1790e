import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { brotliCompressSync, constants } from "node:zlib";

interface Seen {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly body: {
    model: string;
    stream: boolean;
    max_tokens: number;
    temperature: number;
    tool_choice?: string;
    messages: { role: string; content: any; tool_calls?: any[] }[];
    tools?: { function: { name: string; parameters: object } }[];
  };
  /** Resolves when the connection closes: true if the response was not finished. */
  readonly left: Promise<boolean>;
}

/** Handles a request by writing the parts of a Mistral response. */
export type Behaviour = (write: Wire, seen: Seen) => Promise<void> | void;

export interface Wire {
  readonly response: ServerResponse;
  begin(): void;
  text(text: string): void;
  toolCall(name: string, args: string): void;
  chunk(value: unknown): void;
  /** Writes the last chunk, and ends the response. */
  end(reason?: string): void;
  refuse(status: number, body?: object): void;
}

/** A server of Mistral's chat completions on its own port; by default it answers "Hello there." with a link. */
export async function fakeMistral() {
  const seen: Seen[] = [];
  let behaviour: Behaviour = says("Hello", " [there](/en/about", ").");

  const server = createServer(async (request, response) => {
    const bytes: Buffer[] = [];
    for await (const chunk of request) bytes.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(bytes).toString());
    const left = once(response, "close").then(() => !response.writableFinished);
    const one: Seen = { headers: request.headers, path: `${request.method} ${request.url}`, body, left };
    seen.push(one);
    await behaviour(wireOf(response, body.model), one);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    seen,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    does(next: Behaviour): void {
      behaviour = next;
      seen.length = 0;
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Streams these texts, and ends. */
export function says(...bits: string[]): Behaviour {
  return (write) => {
    write.begin();
    for (const bit of bits) write.text(bit);
    write.end();
  };
}

/** Streams these texts, and gives this reason for the end. */
export function finishes(reason: string, ...bits: string[]): Behaviour {
  return (write) => {
    write.begin();
    for (const bit of bits) write.text(bit);
    write.end(reason);
  };
}

/** Streams these texts, and ends with raw bytes. */
export function breaks(raw: string, ...bits: string[]): Behaviour {
  return (write) => {
    write.begin();
    for (const bit of bits) write.text(bit);
    write.response.end(raw);
  };
}

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

/** Streams these texts, and then hangs. */
export function stalls(...bits: string[]): Behaviour {
  return async (write) => {
    if (bits.length > 0) write.begin();
    for (const bit of bits) write.text(bit);
    await wait(60_000, undefined, { ref: false });
  };
}

/** Streams these texts, and then closes the connection. */
export function dies(...bits: string[]): Behaviour {
  return async (write) => {
    write.begin();
    for (const bit of bits) write.text(bit);
    await wait(20);
    write.response.destroy();
  };
}

/** Streams these texts, and ends the response without the last chunk. */
export function ends(...bits: string[]): Behaviour {
  return (write) => {
    write.begin();
    for (const bit of bits) write.text(bit);
    write.response.end();
  };
}

function wireOf(response: ServerResponse, model: string): Wire {
  const chunk = (value: unknown) => void response.write(`data: ${JSON.stringify(value)}\n\n`);
  const choice = (delta: object, reason: string | null = null, more: object = {}) =>
    chunk({
      id: "cmpl-1",
      object: "chat.completion.chunk",
      created: 1,
      model,
      choices: [{ index: 0, delta, finish_reason: reason }],
      ...more,
    });
  const usage = { usage: { prompt_tokens: 20, total_tokens: 24, completion_tokens: 4 } };

  return {
    response,
    chunk,
    begin() {
      response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
      choice({ role: "assistant", content: "" });
    },
    text: (content) => choice({ content }),
    toolCall(name, args) {
      choice(
        { content: "", tool_calls: [{ id: "aBcDeF123", function: { name, arguments: args }, index: 0 }] },
        "tool_calls",
        usage,
      );
      response.end("data: [DONE]\n\n");
    },
    end(reason = "stop") {
      choice({ content: "" }, reason, usage);
      response.end("data: [DONE]\n\n");
    },
    refuse(status, body = { object: "error", message: "the SECRET of the provider", type: "error", code: "1" }) {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    },
  };
}
