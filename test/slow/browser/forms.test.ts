import { mkdtempSync, rmSync } from "node:fs";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import type { Services } from "../../../src/services.js";
import { type Form, type FormName, forms } from "../../../src/site/forms.js";
import {
  barriersOn,
  becomes,
  describeInBrowser,
  focused,
  lookRules,
  seenWhere,
  type WindowOptions,
} from "../../support/browser.js";
import { forEvery } from "../../support/for-every.js";
import { eachFormPage, formPath } from "../../support/forms.js";

const DATA_DIR = mkdtempSync(path.join(tmpdir(), "forms-"));
let services: Services;
const before = (made: Services, listener: RequestListener) => {
  services = made;
  return listener;
};
let visitors = 0;

/** The options of a visitor with a new address. */
const visitor = (options: WindowOptions = {}) => {
  visitors += 1;
  return { extraHTTPHeaders: { "X-Forwarded-For": `10.0.0.${visitors}` }, ...options };
};
const addressOf = (name: FormName, language: string) => `/${language}${formPath(name)}`;
const fieldsOf = (name: FormName) => (forms[name] as Form).fields;
const stored = () => services.submissions!.list({});
const sheetOf = (page: Page) => page.locator(".form-sheet");
const buttonOf = (page: Page) => sheetOf(page).locator("button[type=submit]");
const summaryOf = (page: Page) => page.locator(".form-problems");
const controlOf = (page: Page, field: string) => page.locator(`#form-${field}`);
const outOfSight = (page: Page, selector: string) =>
  seenWhere(page, selector, "box.top < 0 || box.bottom > innerHeight");
/** Sets the clock of the page to so many seconds after it was loaded. */
const stopClock = (page: Page, seconds: number) =>
  page.evaluate(`{
    const [{ domContentLoadedEventEnd: loaded }] = performance.getEntriesByType("navigation");
    performance.now = () => loaded + ${seconds * 1000};
  }`);
const textFor = (field: string) => (field === "email" ? "anna@example.com" : `Ett svar om ${field}, på någon rad`);

/** Fills in a form; `press` is a click or a tap. */
async function fillIn(page: Page, name: FormName, press: "click" | "tap" = "click"): Promise<Record<string, string>> {
  const filled: Record<string, string> = {};
  for (const field of fieldsOf(name)) {
    const control = controlOf(page, field.name);
    if (field.kind !== "choice") {
      await sheetOf(page).locator(`label[for=form-${field.name}]`)[press]();
      await page.keyboard.insertText(textFor(field.name));
    } else if ((await control.evaluate((element) => element.tagName)) === "SELECT") {
      await control.selectOption({ index: 1 });
    } else {
      await sheetOf(page).locator(`label:has([name=${field.name}])`).nth(1)[press]();
    }
    const chosen = sheetOf(page).locator(`[name=${field.name}]:not([type=radio]), [name=${field.name}]:checked`);
    filled[field.name] = await chosen.inputValue();
  }
  return filled;
}

async function send(page: Page): Promise<void> {
  await buttonOf(page).click();
  await page.waitForURL("**?sent**");
}

/** Sends the form, and waits for the page with its errors. */
async function sendInVain(page: Page): Promise<void> {
  await Promise.all([page.waitForEvent("load"), buttonOf(page).click()]);
  await summaryOf(page).waitFor();
}

beforeEach(async () => {
  await services?.submissions?.erase({});
});
afterAll(async () => {
  await services?.submissions?.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

describeInBrowser("Forms in a browser", { before, variables: { DATA_DIR, TRUST_PROXY: "1" } }, (open) => {
  const phone = { width: 390, height: 700, hasTouch: true, isMobile: true };
  it.each([
    { form: "contact", locale: "en", press: "click", seconds: 1, suspected: true },
    { form: "join", locale: "sv", press: "tap", options: phone, seconds: 30, suspected: false },
    { form: "date", locale: "nb", press: "tap", options: phone, seconds: 30, suspected: false },
  ] as const)(
    "$form filled in by a $press is stored as typed and confirmed, and suspected: $suspected after $seconds s",
    async ({ form, locale, press, seconds, suspected, ...given }) => {
      const { page, complaints } = await open(
        addressOf(form, locale),
        visitor("options" in given ? given.options : {}),
      );
      const filled = await fillIn(page, form, press);
      await stopClock(page, seconds);
      await buttonOf(page)[press]();
      await page.waitForURL("**?sent**");
      expect(await outOfSight(page, "h1")).toEqual([]);
      const [, event] = /\/dates\/(.+)/.exec(formPath(form)) ?? [];
      expect(await stored()).toMatchObject([
        { form, locale, suspected, fields: { ...filled, ...(event && { event }) } },
      ]);
      expect(complaints).toEqual([]);
    },
  );

  // They have every kind of field.
  it.each(["seat-varberg", "join"] as const)(
    "%s can be filled in and sent by keyboard, and the tab of Dialogue does not cover the focus",
    async (name) => {
      const { page } = await open(addressOf(name, "sv"), visitor({ width: 390, height: 700 }));
      await stopClock(page, 30);
      await sheetOf(page).evaluate((sheet) => sheet.setAttribute("tabindex", "-1"));
      await sheetOf(page).focus();
      if (name === "join") await page.keyboard.press("Tab"); // the link for those who need another form
      const expectFocus = async (expected: { name: string; type?: string }) => {
        await page.keyboard.press("Tab");
        const focus = await focusOn(page);
        expect(focus).toMatchObject({ ...expected, isClear: true });
        return focus.type;
      };
      for (const field of fieldsOf(name)) {
        const type = await expectFocus({ name: field.name });
        if (type === "radio") await page.keyboard.press("Space");
        else if (type === "select-one") await page.keyboard.press("ArrowDown");
        else await page.keyboard.type(field.name === "email" ? "a@example.com" : "Ja");
      }
      await expectFocus({ name: "", type: "submit" });
      await page.keyboard.press("Enter");
      await page.waitForURL("**?sent**");
      expect(await stored()).toMatchObject([{ form: name, suspected: false }]);
    },
  );

  it.each([{ width: 1440 }, { width: 390 }, { width: 1440, javaScriptEnabled: false }])(
    "the error summary is in focus and links to each field, and the values can be corrected at once: %o",
    async (options) => {
      const { page } = await open(addressOf("join", "en"), visitor(options));
      const message = "Two lines,\n\nand a blank one";
      await controlOf(page, "name").fill("Anna <b>Berg</b>");
      await controlOf(page, "email").fill("anna@example");
      await controlOf(page, "message").fill(message);
      await sendInVain(page);

      expect(await page.title()).toMatch(/^This has not been sent: /);
      await summaryOf(page).and(page.locator(":focus")).waitFor();
      expect(await outOfSight(page, ".form-problems")).toEqual([]);
      const links = summaryOf(page).getByRole("link");
      const wrong = ["email", "invoice", "address"];
      expect(await links.count()).toBe(wrong.length);
      for (const [index, field] of wrong.entries()) {
        await links.nth(index).click();
        expect(await focused(page)).toBe(`form-${field}`);
        const labelled = `#form-${field}, .field:has(#form-${field}) > :is(label, legend)`;
        expect(await outOfSight(page, labelled)).toEqual([]);
      }
      await stopClock(page, 0); // a correction is not suspected for its speed
      await controlOf(page, "email").fill("anna@example.com");
      await page.getByLabel("I do, as a private individual").check();
      await controlOf(page, "address").fill("Storgatan 1\n411 01 Göteborg");
      await send(page);
      const fields = { name: "Anna <b>Berg</b>", invoice: "private", discount: "none", message };
      expect(await stored()).toMatchObject([{ suspected: false, fields }]);
    },
  );

  it("a double click, sending again after going back, and reloading store no duplicate", async () => {
    const { page } = await open(addressOf("student", "nb"), visitor());
    const fields = await fillIn(page, "student");
    await stopClock(page, 30);
    await buttonOf(page).dblclick();
    await page.waitForURL("**?sent**");
    await page.reload();
    await page.goBack();
    await sheetOf(page).waitFor();
    expect(await summaryOf(page).count()).toBe(0);
    for (const [name, text] of Object.entries(fields)) await controlOf(page, name).fill(text);
    await send(page);
    expect(await stored()).toHaveLength(1);
  });

  it.each([true, false])(
    "the values are still there after the connection is lost while sending (scripts: %s)",
    async (javaScriptEnabled) => {
      const { page } = await open("/en/about", visitor({ javaScriptEnabled }));
      await page.goto(new URL(addressOf("student", "en"), page.url()).href);
      for (const { name } of fieldsOf("student")) await controlOf(page, name).fill(textFor(name));
      await page.waitForTimeout(2000); // Chromium saves typed values up to a second later
      await page.context().setOffline(true);
      await buttonOf(page).click();
      await page.waitForURL("chrome-error:**");
      await page.context().setOffline(false);
      await page.goBack();
      for (const { name } of fieldsOf("student"))
        await becomes(() => controlOf(page, name).inputValue(), textFor(name));
    },
  );

  forEvery(eachFormPage)(
    "a form begins on a phone's first screen, names each field by its question, and with errors fits from 320 px on",
    async (address, language, name) => {
      const t = services.getFixedT(language);
      const { page } = await open(address, visitor({ width: 360, height: 740 }));
      expect((await sheetOf(page).boundingBox())!.y).toBeLessThan(740);
      for (const field of fieldsOf(name)) {
        const isGroup = (await controlOf(page, field.name).getAttribute("type")) === "radio";
        const isMenu = (await controlOf(page, field.name).evaluate(({ tagName }) => tagName)) === "SELECT";
        const question = t(field.label) + (field.required ? "" : ` (${t("forms:optional")})`);
        const role = isGroup ? "radiogroup" : isMenu ? "combobox" : "textbox";
        const control = sheetOf(page).getByRole(role, { name: question, exact: true });
        expect({ question, count: await control.count() }).toEqual({ question, count: 1 });
      }

      await sendInVain(page);
      for (const width of [320, 390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const notTrap = "!e.closest('.form-trap')";
        const targets = ":is(button, select, textarea, input:not([type=radio], [type=hidden]), .field-option, a)";
        expect({
          width,
          wider: await seenWhere(page, ".form-sheet *", `${notTrap} && box.right > innerWidth + 1`),
          small: await seenWhere(page, `.form-sheet ${targets}`, `${notTrap} && box.height < 44`),
          honeypot: await seenWhere(page, ".form-trap", "box.width * box.height > 1"),
        }).toEqual({ width, wider: [], small: [], honeypot: [] });
      }
    },
  );

  it("forms pass axe in light and dark: empty, with errors, sent and beyond the rate limit", async () => {
    const barriers: object[] = [];
    const look = async (page: Page, state: string) => {
      await page.emulateMedia({ colorScheme: "light" });
      const light = await barriersOn(page);
      await page.emulateMedia({ colorScheme: "dark" });
      barriers.push({ state, found: [...light, ...(await barriersOn(page, lookRules))] });
    };
    const options = visitor();
    for (const name of ["format", "seat-gothenburg", "join"] as const) {
      const { page, go } = await open(addressOf(name, "sv"), options);
      await look(page, `${name}, empty`);
      await sendInVain(page);
      await look(page, `${name}, with errors`);
      if (name !== "join") continue;
      await fillIn(page, name);
      await send(page);
      await look(page, "sent");
      await go(addressOf(name, "sv"));
      await page.request.post(page.url(), { headers: options.extraHTTPHeaders, form: {} }); // the fifth in this minute
      await sendInVain(page);
      await page.locator(".form-problems:not(:has(ul)):focus").waitFor();
      await look(page, "beyond the rate limit");
    }
    expect(barriers.map((state) => ({ ...state, found: [] }))).toEqual(barriers);
  });
});

/** The focused element, and whether it is in sight and not under the tab of Dialogue; of a long field, its first lines. */
function focusOn(page: Page): Promise<{ name: string; type: string; isClear: boolean }> {
  return page.evaluate(`(() => {
    const { name, type } = document.activeElement;
    const box = document.activeElement.getBoundingClientRect();
    const tab = document.querySelector(".dialogue-tab").getBoundingClientRect();
    const bottom = Math.min(box.bottom, box.top + 64);
    const isClear = box.top >= 0 && bottom <= innerHeight && (bottom <= tab.top || box.right <= tab.left);
    return { name, type, isClear };
  })()`);
}
