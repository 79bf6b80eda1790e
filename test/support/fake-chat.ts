import type { RequestListener, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import type { Page } from "playwright-core";
import type { Site } from "../../src/site.js";
import type { OpenPage } from "./browser.js";

export class Reply {
  readonly #response: ServerResponse;
  constructor(response: ServerResponse) {
    this.#response = response;
  }
  begin(messageMetadata: object = { answeredBy: "site", fallback: false }): this {
    this.#response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store, no-transform" });
    return this.#part({ type: "start", messageMetadata });
  }
  say(delta: string): this {
    return this.#part({ type: "text-delta", id: "t", delta });
  }
  source(url: string, title: string): this {
    return this.#part({ type: "source-url", sourceId: url, url, title });
  }
  finish(): void {
    this.#part({ type: "finish", finishReason: "stop" }).#response.end("data: [DONE]\n\n");
  }
  breakOff(): void {
    this.#part({ type: "error", errorText: "The provider is gone." }).#response.end("data: [DONE]\n\n");
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
  #part(part: object): this {
    this.#response.write(`data: ${JSON.stringify(part)}\n\n`);
    return this;
  }
}

/** Answers the questions of scripts as the test sets, and records them. The site itself answers forms. */
export function fakeChat() {
  const chat = {
    requests: [] as { messages: { role: string; content: string }[]; locale: string; page?: string }[],
    answer: plainly as (reply: Reply) => void | Promise<void>,
    reset() {
      chat.requests.length = 0;
      chat.answer = plainly;
    },
    before:
      (_services: Site, listener: RequestListener): RequestListener =>
      async (request, response) => {
        const isAsked = request.url === "/api/ai/chat" && request.headers["content-type"] === "application/json";
        if (!isAsked) return listener(request, response);
        chat.requests.push((await json(request)) as (typeof chat.requests)[number]);
        await chat.answer(new Reply(response));
      },
  };
  return chat;
}

export const plainly = (reply: Reply) => reply.begin().say("An answer.").finish();

export const panelOf = (page: Page) => page.locator("#dialogue-panel");
export const buttonOf = (page: Page, name: string) => panelOf(page).getByRole("button", { name, exact: true });
export const fieldOf = (page: Page) => panelOf(page).getByRole("textbox");
export const answersOf = (page: Page) => page.locator(".exchange-answer:not([aria-busy])");
export const openPanel = (page: Page) => page.locator(".dialogue-tab").click();

export const withPanel =
  (open: OpenPage): OpenPage =>
  async (path, options) => {
    const opened = await open(path, options);
    await openPanel(opened.page);
    return opened;
  };

export async function send(page: Page, question: string): Promise<void> {
  await fieldOf(page).fill(question);
  await fieldOf(page).press("Enter");
}

/** Asks in the open panel, and waits for the complete answer. */
export async function ask(page: Page, question: string): Promise<void> {
  const before = await answersOf(page).count();
  await send(page, question);
  await answersOf(page).nth(before).waitFor();
}

/** Chromium sometimes reports a stream as aborted that was read to its end. */
export const seriousOf = (complaints: readonly string[]) =>
  complaints.filter((complaint) => !complaint.endsWith("/api/ai/chat net::ERR_ABORTED"));
