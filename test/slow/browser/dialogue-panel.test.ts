/** Dialogue's panel in a browser: where it stands, what it covers, and the focus. */
import { expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import * as panel from "../../support/browser.js";
import { forEvery } from "../../support/for-every.js";

const { answersOf, ask, barriersOn, becomes, buttonOf, chat, fieldOf, focused, openPanel, panelOf, seenWhere } = panel;

const isModal = (page: Page) => page.evaluate("document.querySelector('#dialogue-panel:modal') !== null");
const windows = [
  { width: 320, height: 256, colorScheme: "light" },
  { width: 375, height: 812, colorScheme: "dark" },
  { width: 812, height: 375, colorScheme: "dark" },
  { width: 1440, height: 900, colorScheme: "dark" },
  { width: 1920, height: 1080, colorScheme: "light" },
] as const;
const longAnswer = `${"x".repeat(200)} [${"y".repeat(80)}](/sv)\n\n${"**A**\n\n- [b](/en)\n\n1. c\n\n".repeat(20)}`;

panel.describePanel("The panel in a browser", (open) => {
  it("opens by mouse and keyboard, takes the focus and returns it, and leaves the page beside it usable", async () => {
    const { page } = await open("/en/after-commerce");
    const expectOpen = async (isOpen: boolean, focus: string) => {
      expect(await page.getByRole("dialog", { name: "Dialogue" }).isVisible()).toBe(isOpen);
      await becomes(() => page.locator(".dialogue-tab").getAttribute("aria-expanded"), String(isOpen));
      expect(await focused(page)).toBe(focus);
    };
    await expectOpen(true, "dialogue-message");
    await page.keyboard.press("Escape");
    await expectOpen(false, "dialogue-tab");
    await page.keyboard.press("Enter");
    await expectOpen(true, "dialogue-message");
    await buttonOf(page, "Close").click();
    await expectOpen(false, "dialogue-tab");
    await openPanel(page);
    await page.locator(".masthead-name").focus();
    await page.keyboard.press("Escape");
    await expectOpen(false, "masthead-name");
    await openPanel(page);
    await page.locator(".languages").getByRole("link", { name: "Svenska" }).click();
    await page.waitForURL("**/sv/after-commerce");
  });

  forEvery([
    "/sv/guides/a-pricing-review",
    "/nb/after-commerce/gothenburg",
    "/en/legal/privacy",
    "/sv/commerce-commons/join",
  ])("stands beside the text of the page, and below the masthead until it is scrolled", async (address) => {
    const { page } = await open(address, { reducedMotion: "reduce" });
    const texts = "main :is(.reader, .legal, .sheet, .board, .reading) :is(h2, h3, p, li, dt, dd, a)";
    const { x } = (await page.locator(".dialogue").boundingBox())!;
    expect(await seenWhere(page, texts, `box.right > ${x}`)).toEqual([]);
    const top = async () => Math.round((await panelOf(page).boundingBox())!.y);
    await becomes(top, Math.round((await page.locator(".masthead").boundingBox())!.height));
    await page.evaluate("scrollTo(0, 700)");
    await becomes(top, 0);
  });

  it("is a modal sheet on a phone, which keeps the focus, and a panel once the window is wide", async () => {
    const { page } = await open("/sv/after-commerce", { width: 375 });
    expect(await isModal(page)).toBe(true);
    expect(await focused(page)).toBe("dialogue-name"); // not the field: the keyboard would cover the suggestions
    for (let tabs = 0; tabs < 12; tabs += 1) {
      await page.keyboard.press("Tab");
      // After the last control the focus moves to the browser itself, which a page sees as its body.
      expect(await page.evaluate("document.activeElement.closest('main, header.masthead, footer')")).toBeNull();
    }
    chat.answer = (reply) => reply.begin().source("http://localhost/sv/after-commerce#dates", "x").say("A").finish();
    await ask(page, "Q?");
    await page.locator(".sources a").click(); // leads to what the sheet would cover
    expect(await panelOf(page).isVisible()).toBe(false);
    await openPanel(page);
    await page.setViewportSize({ width: 1300, height: 800 });
    await becomes(() => isModal(page), false);
    expect(await panelOf(page).isVisible()).toBe(true);
    await page.setViewportSize({ width: 600, height: 800 });
    await becomes(() => isModal(page), true);
    await page.keyboard.press("Escape");
    expect(await panelOf(page).isVisible()).toBe(false);
    expect(await focused(page)).toBe("dialogue-tab");
  });

  it("fits every window with an answer and an error, passes axe (WCAG 2.2 AA), and its targets are 44 px", async () => {
    const { page } = await open("/sv/commerce-commons", { width: 320, reducedMotion: "reduce" });
    expect(await barriersOn(page)).toEqual([]);
    chat.answer = (reply) => reply.begin().source("http://localhost/sv", "Hem").say(longAnswer).finish();
    await ask(page, "långt".repeat(60));
    chat.answer = (reply) => reply.refuse(429, { "Retry-After": "60" });
    await panel.send(page, "B?");
    await page.locator("#dialogue-note").waitFor();
    const parts = ".dialogue, .dialogue *:not(.unseen, .unseen *)";
    const isOutOfSight = "box.top < 0 || box.bottom > innerHeight";
    const scrolls = `e.scrollHeight > e.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(e).overflowY)`;
    const isTooWide = "e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1";
    const targets = ".dialogue :is(button, textarea, .sources a), .dialogue-tab";
    for (const window of windows) {
      await page.setViewportSize(window);
      await page.emulateMedia(window);
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
      const expectNone = async (selector: string, condition: string) =>
        expect({ ...window, wrong: await seenWhere(page, selector, condition) }).toEqual({ ...window, wrong: [] });
      await expectNone(".dialogue-close, .dialogue .ask-field", isOutOfSight);
      await expectNone(parts, `${scrolls} && !e.matches(".dialogue-body, .ask")`);
      await expectNone(parts, `${isTooWide} && getComputedStyle(e).display !== "inline"`);
      await expectNone(targets, "box.height < 44");
      expect(await barriersOn(page)).toEqual([]);
    }
  });

  it("has a field that grows, where Shift and Enter add a line, and Enter sends but ends no word being composed", async () => {
    const { page } = await open("/en");
    const height = async () => (await fieldOf(page).boundingBox())!.height;
    const one = await height();
    await page.keyboard.type("first");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("second");
    expect(await height()).toBeGreaterThan(one);
    await page.evaluate(`document.activeElement.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true }),
    )`);
    expect(chat.requests).toHaveLength(0);
    await page.keyboard.press("Enter");
    await answersOf(page).waitFor();
    expect(chat.requests[0]!.messages[0]!.content).toBe("first\nsecond");
    expect(await height()).toBe(one);
  });

  it("counts down the characters near the limit, and sends at most 4,000", async () => {
    const { page } = await open("/nb");
    const note = page.locator("#dialogue-note");
    await fieldOf(page).fill("x".repeat(3000));
    expect(await note.isVisible()).toBe(false);
    await fieldOf(page).fill("x".repeat(3990));
    expect(await note.textContent()).toBe("10 tegn igjen");
    await panel.send(page, "x".repeat(4002));
    expect(await note.textContent()).toBe("2 tegn for mye");
    expect(await fieldOf(page).getAttribute("aria-invalid")).toBe("true");
    expect(chat.requests).toHaveLength(0);
    await ask(page, "x".repeat(4000));
  });

  it("is without scripts a form by a link, that leads to a page with the answer and a form for the next", async () => {
    const { page, complaints } = await open("/sv/after-commerce", { javaScriptEnabled: false, width: 375 });
    await panelOf(page).getByRole("link", { name: "Stäng" }).click();
    expect(await panelOf(page).isVisible()).toBe(false);
    await page.getByRole("link", { name: "Fråga Dialogue" }).click();
    await fieldOf(page).fill("Är det <b>gratis</b>?");
    await buttonOf(page, "Fråga").click();
    await page.waitForURL("**/api/ai/chat");
    expect(await page.locator("h1").textContent()).toBe("Du frågade: Är det <b>gratis</b>?");
    expect(await page.locator("main .prose").textContent()).toMatch(/\w/);
    await page.locator("main textarea").fill("Och sen?");
    await page.locator("main button").click();
    await page.getByRole("heading", { name: "Och sen?" }).waitFor();
    expect(complaints).toEqual([]);
  });
});
