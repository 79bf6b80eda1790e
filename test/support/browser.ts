/** Pages in Chromium, Firefox and WebKit, and the panel of Dialogue with a fake chat. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import type { RequestListener, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect } from "@jest/globals";
import axe from "axe-core";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { WebSocket } from "ws";
import type { Site } from "../../src/site.js";
import { newFolder } from "./folders.js";
import { freePort } from "./free-port.js";
import { portOf } from "./listen.js";
import { describeWith, endProgram, startProgram } from "./processes.js";
import { newAddress, site } from "./site.js";

/** The shell needs a third less processor time. */
const executablePath = existsSync("/usr/bin/chromium-headless-shell")
  ? "/usr/bin/chromium-headless-shell"
  : "/usr/bin/chromium";
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const rules: axe.RunOnly = { type: "tag", values: tags };
/** What depends on colours and on the place that there is; a third of the time of all rules. */
export const lookRules: axe.RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block", "target-size"] };

/**
 * Runs tests of the site in Chromium. `before` can wrap the listener of the site, `variables` are its environment.
 * Skipped, with a note, if neither of Debian's two packages of Chromium is installed.
 */
export function describeInBrowser(
  name: string,
  { before = (_, listener) => listener, variables }: SiteOptions,
  tests: (open: OpenPage) => void,
): void {
  describeWith(executablePath, name, () => {
    let browser: Browser;
    let baseURL: string;
    let context: BrowserContext | undefined;
    beforeAll(async () => {
      const { listener, services } = site({}, { BASE_URL: "http://localhost", ...variables });
      baseURL = `http://127.0.0.1:${await portOf(before(services, listener))}`;
      const args = ["--disable-gpu", "--renderer-process-limit=1"]; // a new process for each page takes a third of the time
      browser = await chromium.launch({ executablePath, args });
    }, 60_000);
    afterAll(() => browser?.close());
    tests(async (path, { width = 1440, height = 900, ...options } = {}) => {
      await context?.close();
      // Not for other sites: a browser would ask this one whether they may send the header.
      const extraHTTPHeaders = variables?.TRUST_PROXY ? { "X-Forwarded-For": newAddress() } : {};
      context = await browser.newContext({ baseURL, viewport: { width, height }, extraHTTPHeaders, ...options });
      const page = await context.newPage();
      const complaints: string[] = [];
      const complainIf = (isWrong: boolean, text: string) => void (isWrong && complaints.push(text));
      page.on("console", (message) => complainIf(message.type() !== "info", message.text()));
      page.on("pageerror", (error) => complainIf(true, String(error)));
      page.on("request", (request) => complainIf(!request.url().startsWith(baseURL), `request to ${request.url()}`));
      page.on("requestfailed", (request) => complainIf(true, `${request.url()} ${request.failure()?.errorText}`));
      await page.goto(path);
      await page.evaluate("document.fonts.ready");
      return { page, complaints };
    });
  });
}

type SiteOptions = {
  before?: (services: Site, listener: RequestListener) => RequestListener;
  variables?: NodeJS.ProcessEnv;
};

/** Opens a page as a new visitor. `complaints` are console messages, failed requests and requests to other hosts. */
type OpenPage = (
  path: string,
  options?: Omit<BrowserContextOptions, "viewport"> & { width?: number; height?: number },
) => Promise<{ page: Page; complaints: string[] }>;

/** The accessibility problems of a page (WCAG 2.2 AA, as far as axe detects them). */
export async function barriersOn(page: Page, runOnly = rules): Promise<string[]> {
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(axe.source);
  const options: axe.RunOptions = { runOnly, resultTypes: ["violations"], preload: false };
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
}

/** The visible elements of a selector for which a condition holds: an expression with `e` and its `box`. */
export function seenWhere(page: Page, selector: string, condition: string): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll("${selector}")].filter((e) => {
    const box = e.getBoundingClientRect();
    return e.checkVisibility() && (${condition});
  }).map((e) => e.outerHTML.slice(0, 120))`);
}

export const focused = (page: Page) => page.evaluate("document.activeElement.className || document.activeElement.id");

/** Waits up to 10 seconds for a value. (`waitForFunction` needs eval, which the site's policy forbids.) */
export async function becomes<Value>(read: () => Promise<Value>, expected: Value): Promise<void> {
  for (const end = Date.now() + 10_000; (await read()) !== expected && Date.now() < end; ) await wait(20);
  expect(await read()).toBe(expected);
}

/** A window of a browser that playwright-core cannot drive. It takes one command at a time. */
export interface EngineWindow {
  resize(width: number): Promise<void>;
  open(url: string): Promise<void>;
  /** The value of an expression; promises are awaited, and the value must be JSON. */
  evaluate<Value>(expression: string): Promise<Value>;
  close(): Promise<void>;
}

const HEIGHT = 900;

/** Debian's firefox-esr, by WebDriver BiDi (W3C), which it speaks itself. */
export async function openFirefox(): Promise<EngineWindow> {
  const options = ["--headless", "--no-remote", "--profile", newFolder(), "--remote-debugging-port", "0"];
  const { child: firefox, match } = await startProgram("firefox-esr", options, /BiDi listening on (ws:\S+)\n/);
  const socket = new WebSocket(`${match[1]}/session`);
  await once(socket, "open");
  const call = async (method: string, params: object) => {
    socket.send(JSON.stringify({ id: 1, method, params }));
    const [data] = await once(socket, "message");
    const { type, result, message } = JSON.parse(String(data));
    if (type === "error") throw new Error(`${method}: ${message}`);
    return result;
  };
  await call("session.new", { capabilities: {} });
  const { context } = await call("browsingContext.create", { type: "window" });
  return {
    resize: (width) => call("browsingContext.setViewport", { context, viewport: { width, height: HEIGHT } }),
    open: (url) => call("browsingContext.navigate", { context, url, wait: "complete" }),
    async evaluate(script) {
      const expression = `(async () => JSON.stringify(await (${script})) ?? "null")()`;
      const asked = { expression, target: { context }, awaitPromise: true, userActivation: true };
      const { result, exceptionDetails } = await call("script.evaluate", asked);
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result.value);
    },
    async close() {
      socket.close();
      await endProgram(firefox);
    },
  };
}

/** Debian's webkit2gtk-driver, by WebDriver (W3C); its browser needs a display, which xvfb pretends to be. */
export async function openWebKit(): Promise<EngineWindow> {
  const screen = ["-displayfd", "2", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"];
  const { child: xvfb, match } = await startProgram("Xvfb", screen, /^(\d+)\n/m);
  const port = await freePort();
  const env = { ...process.env, DISPLAY: `:${match[1]}`, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" };
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], { env, stdio: "ignore" });
  const ask = (path: string, options?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, options);
  for (let tries = 50; tries > 0 && !(await ask("/status").catch(() => null)); tries--) await wait(100);
  const call = async (path: string, body: object) => {
    const response = await ask(path, { method: "POST", body: JSON.stringify(body) });
    const { value } = (await response.json()) as { value: any };
    if (!response.ok) throw new Error(`${path}: ${value.message}`);
    return value;
  };
  const session = `/session/${(await call("/session", { capabilities: {} })).sessionId}`;
  return {
    resize: (width) => call(`${session}/window/rect`, { x: 0, y: 0, width, height: HEIGHT }),
    open: (url) => call(`${session}/url`, { url }),
    evaluate: (expression) => call(`${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    async close() {
      await ask(session, { method: "DELETE" }).catch(() => {});
      await endProgram(driver);
      await endProgram(xvfb);
    },
  };
}

class Reply {
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

export const plainly = (reply: Reply) => reply.begin().say("An answer.").finish();

/** The questions of scripts, and how they are answered. The site itself answers forms. */
export const chat = {
  requests: [] as { messages: { role: string; content: string }[]; locale: string; page?: string }[],
  answer: plainly as (reply: Reply) => void | Promise<void>,
};

/** Runs tests of Dialogue's panel, which is open on each page, with `chat`. */
export function describePanel(name: string, tests: (open: OpenPage) => void): void {
  beforeEach(() => void Object.assign(chat, { requests: [], answer: plainly }));
  const before = (_site: Site, listener: RequestListener): RequestListener => {
    return async (request, response) => {
      const isAsked = request.url === "/api/ai/chat" && request.headers["content-type"] === "application/json";
      if (!isAsked) return listener(request, response);
      chat.requests.push((await json(request)) as (typeof chat.requests)[number]);
      await chat.answer(new Reply(response));
    };
  };
  describeInBrowser(name, { before }, (open) =>
    tests(async (path, options) => {
      const opened = await open(path, options);
      await openPanel(opened.page);
      return opened;
    }),
  );
}

export const panelOf = (page: Page) => page.locator("#dialogue-panel");
export const buttonOf = (page: Page, name: string) => panelOf(page).getByRole("button", { name, exact: true });
export const fieldOf = (page: Page) => panelOf(page).getByRole("textbox");
export const answersOf = (page: Page) => page.locator(".exchange-answer:not([aria-busy])");
export const openPanel = (page: Page) => page.locator(".dialogue-tab").click();

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
