/** Chromium without what the oldest browsers of docs/architecture.md lack. */
import { expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { ask, barriersOn, describeInBrowser, lookRules, openPanel, seenWhere } from "../../support/browser.js";
import { forEvery } from "../../support/for-every.js";

const pages = [
  ...["/nb/after-commerce/gothenburg", "/en/boardroom-for-commerce/gothenburg/attend", "/nb/commerce-commons/join"],
  ...["/en/guides/peer-review-a-roadmap", "/en/search?q=returns", "/embed/gothenburg"],
];
const newerStyles = /(?:light-dark|color-mix|:has)(?=\()|:popover-open|\b(?:text-wrap|field-sizing)(?=:)/g;
/** What Chrome 109, Firefox 115 or Safari 16 lacks of the DOM; newer JavaScript is an error of types. */
const newerApis = `
  URL.canParse URL.parse AbortSignal.any AbortSignal.timeout Response.json ReadableStream.from
  ReadableStream.prototype.values HTMLElement.prototype.popover HTMLElement.prototype.showPopover
  HTMLElement.prototype.hidePopover HTMLElement.prototype.togglePopover HTMLDialogElement.prototype.requestClose
  HTMLDialogElement.prototype.closedBy Element.prototype.checkVisibility Element.prototype.setHTMLUnsafe
  Document.prototype.startViewTransition requestIdleCallback scheduler navigation CloseWatcher
  Crypto.prototype.randomUUID Navigator.prototype.clipboard`;

/** Shows the page without newer functions, selectors and properties of CSS, and without popovers. */
async function reloadAsOlder(page: Page): Promise<void> {
  await page.route("**/*.css", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(newerStyles, "$&-unknown") });
  });
  await page.addInitScript(`{
    const { querySelector } = Document.prototype;
    Document.prototype.querySelector = function (selector) {
      return querySelector.call(this, selector.replace(":popover-open", ":no-such-state"));
    };
    CSS.supports = () => false;
  }`);
  await page.reload();
  await page.evaluate("for (const part of document.querySelectorAll('[popover]')) part.removeAttribute('popover')");
}

describeInBrowser("A browser without light-dark(), color-mix(), :has() and popovers", {}, (open) => {
  forEvery(pages)("a page can be read, and its fields have borders, in light and dark", async (address) => {
    const { page } = await open(address);
    await reloadAsOlder(page);
    const papers = new Set();
    for (const colorScheme of ["light", "dark"] as const) {
      const width = colorScheme === "light" ? 375 : 1440;
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      const paper = await page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
      papers.add(paper);
      const fields = "main :is(.search-field, .form-sheet :is(input:not([type=radio]), textarea, select))";
      const lacksBorder = `!e.closest(".form-trap") && (getComputedStyle(e).borderTopStyle !== "solid"
        || getComputedStyle(e).borderTopColor === "${paper}")`;
      expect(await barriersOn(page, lookRules)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
      expect(await seenWhere(page, fields, lacksBorder)).toEqual([]);
    }
    expect(papers.size).toBe(2);
  });

  it("without what JavaScript got after 2022, Dialogue answers and forms can be used", async () => {
    const { page, complaints } = await open("/en/contact");
    await page.addInitScript(`
        delete ReadableStream.prototype[Symbol.asyncIterator];
        for (const place of ${JSON.stringify(newerApis.trim().split(/\s+/))}) {
          const owners = place.split(".");
          const name = owners.pop();
          delete owners.reduce((owner, part) => owner[part], globalThis)[name];
        }`);
    await page.reload();
    expect(await page.evaluate("typeof URL.canParse + typeof AbortSignal.any")).toBe("undefinedundefined");
    await openPanel(page);
    await ask(page, "What does it cost to join?");
    await page.locator(".exchange .sources a").first().waitFor();
    await page.locator("main textarea").fill("Hello.");
    await page.locator("main form button").click();
    await page.locator("main [aria-invalid=true]").first().waitFor();
    expect(await page.locator("main textarea").inputValue()).toBe("Hello.");
    expect(complaints.filter((complaint) => !/422|ERR_ABORTED$/.test(complaint))).toEqual([]);
  });
});
