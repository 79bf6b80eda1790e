/** Chromium without what the oldest browsers of docs/architecture.md lack. */
import { expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { barriersOn, describeInBrowser, lookRules } from "../../support/browser.js";
import { forEvery } from "../../support/for-every.js";

/** One page of each theme and layout. */
const pages = [
  "/en",
  "/sv/after-commerce",
  "/nb/after-commerce/gothenburg",
  "/sv/boardroom-for-commerce",
  "/en/boardroom-for-commerce/gothenburg/attend",
  "/nb/commerce-commons/join",
  "/en/guides/peer-review-a-roadmap",
  "/nb/contact",
  "/en/search?q=returns",
  "/sv/finns-inte",
  "/embed/gothenburg",
];
const newerStyles = /(?:light-dark|color-mix|:has)(?=\()|:popover-open|\b(?:text-wrap|field-sizing)(?=:)/g;

/** Shows the page without newer functions, selectors and properties of CSS, and without popovers. */
async function reloadAsOlder(page: Page): Promise<void> {
  await page.route("**/*.css", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(newerStyles, "$&-unknown") });
  });
  await page.reload();
  await page.evaluate("for (const part of document.querySelectorAll('[popover]')) part.removeAttribute('popover')");
}

describeInBrowser("A browser without light-dark(), color-mix(), :has() and popovers", (open) => {
  forEvery(pages)("a page can be read, and its fields have borders, in light and dark", (address) =>
    open(address, {}, async (page) => {
      await reloadAsOlder(page);
      const paper: string[] = [];
      for (const [colorScheme, width] of [
        ["light", 375],
        ["dark", 1440],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        expect(await barriersOn(page, lookRules)).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
        const unbounded = await page.evaluate(
          "[...document.querySelectorAll('main :is(input, textarea, select)')].filter((e) => e.checkVisibility() && !e.closest('.form-trap')).map((e) => e.closest('.search-field') ?? e).filter((e) => { const { borderTopColor, borderTopStyle } = getComputedStyle(e); return borderTopStyle !== 'solid' || borderTopColor === getComputedStyle(document.documentElement).backgroundColor; }).map((e) => e.outerHTML)",
        );
        expect(unbounded).toEqual([]);
        paper.push(await page.evaluate("getComputedStyle(document.documentElement).backgroundColor"));
      }
      expect(paper[0]).not.toBe(paper[1]);
    }),
  );

  forEvery([375, 1440])("the menu stands open, and Dialogue's panel can be read", (width) =>
    open("/sv/boardroom-for-commerce", { width }, async (page) => {
      await reloadAsOlder(page);
      expect(await page.locator(".menu-list a").first().isVisible()).toBe(true);
      expect(await page.locator(".menu-button").isVisible()).toBe(false);
      await page.locator(".dialogue-tab").click();
      await page.locator("#dialogue-message").focus();
      await page.waitForTimeout(300); // the panel fades in
      expect(await barriersOn(page, lookRules)).toEqual([]);
      expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).not.toBe("none");
      await page.evaluate(
        "{ const { querySelector } = Document.prototype; Document.prototype.querySelector = function (selector) { return querySelector.call(this, selector.replace(':popover-open', ':no-such-state')); }; CSS.supports = () => false; }",
      );
      await page.keyboard.press("Escape");
      expect(await page.locator("#dialogue-panel").isVisible()).toBe(false);
    }),
  );
});
