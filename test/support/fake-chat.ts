import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Locale } from "../../src/domain/locale.js";
import type { DialoguePage } from "../../src/presenters/answer.js";
import type { Services } from "../../src/services.js";

/** A request to the chat; a form has only its last message. */
interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly locale: Locale;
}

/** The page that answers a form, rendered as the chat controller renders it. */
export function answerPage(services: Services, language: Locale, locals: DialoguePage): string {
  return services.render("pages/dialogue/show.njk", language, locals);
}

/** The response of the fake chat, written in steps. */
export class Reply {
  readonly #response: ServerResponse;
  constructor(response: ServerResponse) {
    this.#response = response;
  }
  begin(messageMetadata: object = { answeredBy: "site", fallback: false }): this {
    this.#response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store, no-transform" });
    return this.part({ type: "start", messageMetadata }).part({ type: "start-step" });
  }
  part(part: object): this {
    this.#response.write(`data: ${JSON.stringify(part)}\n\n`);
    return this;
  }
  say(delta: string): this {
    return this.part({ type: "text-delta", id: "t", delta });
  }
  source(url: string, title: string): this {
    return this.part({ type: "source-url", sourceId: url, url, title });
  }
  finish(): void {
    this.part({ type: "text-end", id: "t" }).part({ type: "finish", finishReason: "stop" });
    this.#response.end("data: [DONE]\n\n");
  }
  breakOff(): void {
    this.part({ type: "error", errorText: "The provider is gone." });
    this.#response.end("data: [DONE]\n\n");
  }
  /** Calls back if the client disconnects before the end. */
  left(call: () => void): void {
    this.#response.on("close", () => !this.#response.writableFinished && call());
  }
  cut(): void {
    this.#response.destroy();
  }
  refuse(status: number, headers: Record<string, string> = {}, error = "No."): void {
    this.#response.writeHead(status, { "Content-Type": "application/json", ...headers });
    this.#response.end(JSON.stringify({ error }));
  }
}

/** A fake chat endpoint: answers as the test sets, and records its requests. */
export function fakeChat() {
  const chat = {
    requests: [] as ChatRequest[],
    /** Answers the next question. */
    answer: (reply: Reply, _request: ChatRequest): void | Promise<void> => reply.begin().say("An answer.").finish(),
    page: (question: string): DialoguePage => ({ question, answer: null, problem: null }),
    before:
      (services: Services, listener: RequestListener): RequestListener =>
      (request, response) =>
        request.method === "POST" && request.url === "/api/ai/chat"
          ? void take(services, request, response)
          : listener(request, response),
  };

  async function take(services: Services, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (request.headers["content-type"] === "application/json") {
      const chatRequest = JSON.parse(body) as ChatRequest;
      chat.requests.push(chatRequest);
      return chat.answer(new Reply(response), chatRequest);
    }
    const form = new URLSearchParams(body);
    const [question, locale] = [form.get("message") ?? "", form.get("locale") as Locale];
    chat.requests.push({ messages: [{ role: "user", content: question }], locale });
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.setHeader(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; script-src 'self'; form-action 'self'",
    );
    response.end(answerPage(services, locale, chat.page(question)));
  }
  return chat;
}
