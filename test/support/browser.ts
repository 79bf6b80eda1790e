import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe } from "@jest/globals";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { site } from "./site.js";

const executablePath = "/usr/bin/chromium";

/** The site in a real browser. Skipped, and said so, on a machine without Debian's Chromium. */
export function describeInBrowser(name: string, tests: (open: OpenPage) => void): void {
  const describeOrSkip = existsSync(executablePath) ? describe : describe.skip;
  describeOrSkip(existsSync(executablePath) ? name : `${name} (skipped: there is no ${executablePath})`, () => {
    let browser: Browser;
    let server: Server;
    let origin: string;

    beforeAll(async () => {
      server = createServer(site({}, { BASE_URL: "http://localhost" }).front.listener).listen(0, "127.0.0.1");
      await once(server, "listening");
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      browser = await chromium.launch({
        executablePath,
        args: [
          "--no-sandbox",
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

    tests(async (path, { width = 1440, ...options } = {}, use) => {
      const context = await browser.newContext({ viewport: { width, height: 900 }, ...options });
      try {
        const page = await context.newPage();
        const complaints: string[] = [];
        page.on("console", (message) => void (message.type() !== "info" && complaints.push(message.text())));
        page.on("pageerror", (error) => void complaints.push(String(error)));
        page.on(
          "request",
          (request) =>
            void (new URL(request.url()).origin !== origin && complaints.push(`request to ${request.url()}`)),
        );
        page.on("requestfailed", (request) => void complaints.push(`failed: ${request.url()}`));
        await page.goto(origin + path);
        await page.evaluate("document.fonts.ready");
        await use(page, complaints);
      } finally {
        await context.close();
      }
    });
  });
}

/** Opens a page and hands it over, with all that the browser has complained of so far: errors, failed and foreign requests. */
type OpenPage = (
  path: string,
  options: BrowserContextOptions & { width?: number },
  use: (page: Page, complaints: string[]) => Promise<void>,
) => Promise<void>;
