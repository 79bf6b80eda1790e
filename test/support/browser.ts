import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect } from "@jest/globals";
import axe from "axe-core";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type ViewportSize,
} from "playwright-core";
import type { Services } from "../../src/services.js";
import { describeWith } from "./installed.js";
import { site } from "./site.js";

/** The shell needs a third less processor time. */
const executablePath = existsSync("/usr/bin/chromium-headless-shell")
  ? "/usr/bin/chromium-headless-shell"
  : "/usr/bin/chromium";
const rules: axe.RunOnly = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
/** What depends on colours and on the place that there is; a third of the time of all rules. */
export const lookRules: axe.RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block", "target-size"] };

/**
 * Runs tests of the site in Chromium. `before` can wrap the listener of the site, `variables` are its environment.
 * Skipped, with a note, if neither of Debian's two packages of Chromium is installed.
 */
export function describeInBrowser(
  name: string,
  tests: (open: OpenPage, visit: VisitPage) => void,
  before = (_services: Services, listener: RequestListener) => listener,
  variables: NodeJS.ProcessEnv = {},
): void {
  describeWith(executablePath, name, () => {
    let browser: Browser;
    let server: Server;
    let origin: string;

    beforeAll(async () => {
      const { listener, services } = site({}, { BASE_URL: "http://localhost", ...variables });
      server = createServer({ keepAliveTimeout: 95_000 }, before(services, listener)).listen(0, "127.0.0.1");
      await once(server, "listening");
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      browser = await chromium.launch({
        executablePath,
        args: [
          "--no-sandbox",
          "--renderer-process-limit=1", // a new process for each page takes a third of the time
          "--disable-gpu",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--no-first-run",
        ],
      });
    }, 60_000);
    afterAll(async () => {
      await browser?.close();
      server?.close();
    });

    const contexts = new Map<string, Promise<BrowserContext>>();
    /** A new tab, which has a conversation of its own; tabs with the same options share a context. */
    const openWindow = async (options: WindowOptions = {}) => {
      const { width = 1440, viewport = { width, height: 900 }, extraHTTPHeaders = {}, ...contextOptions } = options;
      const key = JSON.stringify(contextOptions);
      if (!contexts.has(key)) contexts.set(key, browser.newContext(contextOptions));
      const page = await (await contexts.get(key)!).newPage();
      await page.setViewportSize(viewport);
      await page.setExtraHTTPHeaders(extraHTTPHeaders);
      const complaints: string[] = [];
      page.on("console", (message) => void (message.type() !== "info" && complaints.push(message.text())));
      page.on("pageerror", (error) => void complaints.push(String(error)));
      page.on(
        "request",
        (request) => void (new URL(request.url()).origin !== origin && complaints.push(`request to ${request.url()}`)),
      );
      page.on(
        "requestfailed",
        (request) => void complaints.push(`failed: ${request.url()} ${request.failure()?.errorText}`),
      );
      return { page, complaints };
    };
    const go = async (page: Page, path: string) => {
      await page.goto(origin + path);
      await page.evaluate("document.fonts.ready");
    };
    let shared: Window | undefined;

    tests(
      async (path, options, use) => {
        const { page, complaints } = await openWindow(options);
        try {
          await go(page, path);
          await use(page, complaints);
        } finally {
          await page.context().setOffline(false);
          await page.close();
        }
      },
      async (path, headers = {}) => {
        shared ??= await openWindow();
        shared.complaints.length = 0;
        await shared.page.setExtraHTTPHeaders(headers);
        await go(shared.page, path);
        return shared;
      },
    );
  });
}

export type WindowOptions = Omit<BrowserContextOptions, "viewport"> & { width?: number; viewport?: ViewportSize };

/** A page, with its console messages, failed requests and requests to other hosts so far. */
interface Window {
  readonly page: Page;
  readonly complaints: string[];
}

/** Opens a page in its own tab, which is closed after use. */
type OpenPage = (
  path: string,
  options: WindowOptions,
  use: (page: Page, complaints: string[]) => Promise<void>,
) => Promise<void>;

/** Opens a page in a shared window, for tests that change only its size and colour scheme. */
type VisitPage = (path: string, headers?: Record<string, string>) => Promise<Window>;

/** The accessibility problems of a page (WCAG 2.2 AA, as far as axe detects them). */
export async function barriersOn(page: Page, runOnly = rules): Promise<string[]> {
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (runOnly) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run({
        runOnly,
        resultTypes: ["violations"],
        preload: false,
      } as axe.RunOptions),
    runOnly,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
}

/** Waits up to 5 seconds for a value. (`waitForFunction` needs eval, which the site's policy forbids.) */
export async function becomes<Value>(read: () => Promise<Value>, expected: Value): Promise<void> {
  for (const end = Date.now() + 5_000; (await read()) !== expected && Date.now() < end; ) await wait(20);
  expect(await read()).toBe(expected);
}
