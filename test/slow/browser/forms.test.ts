import { mkdtempSync, rmSync } from "node:fs";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import type { Services } from "../../../src/services.js";
import { type Form, type FormName, formNames, forms } from "../../../src/site/forms.js";
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
import { formPath } from "../../support/forms.js";
import { languages } from "../../support/specified-pages.js";

/** Each form in one language, for tests that do not depend on the length of words. */
const inEachLanguage = formNames.map((name, index) => [name, languages[index % 3]!] as const);
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
const kept = () => services.submissions!.list({});
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
  for (const field of (forms[name] as Form).fields) {
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

/** Sends as many empty forms as the rate limit of an address allows. */
async function useUp(page: Page, { extraHTTPHeaders: headers }: ReturnType<typeof visitor>): Promise<void> {
  for (let sent = 0; sent < 5; sent += 1) await page.request.post(page.url(), { headers, form: {} });
}

beforeEach(async () => {
  await services?.submissions?.erase({});
});
afterAll(async () => {
  await services?.submissions?.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

describeInBrowser("Forms in a browser", { before, variables: { DATA_DIR, TRUST_PROXY: "1" } }, (open) => {
  const phone = { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true };
  forEvery([
    ["contact", "en", "click", {}],
    ["join", "sv", "click", {}],
    ["date", "nb", "tap", phone],
    ["join", "nb", "tap", phone],
  ] as const)(
    "a form filled in by mouse or touch is stored as typed and confirmed",
    async (name, locale, press, options) => {
      await services.submissions!.erase({});
      const { page, complaints } = await open(addressOf(name, locale), visitor(options));
      const filled = await fillIn(page, name, press);
      await stopClock(page, 30);
      await buttonOf(page)[press]();
      await page.waitForURL("**?sent**");
      expect(await outOfSight(page, "h1")).toEqual([]);
      const [, event] = /\/dates\/(.+)/.exec(formPath(name)) ?? [];
      const fields = { ...filled, ...(event && { event }) };
      expect(await kept()).toMatchObject([{ form: name, locale, suspected: false, fields }]);
      expect(complaints).toEqual([]);
    },
  );

  // They have every kind of field.
  it.each(["seat-varberg", "format", "start-boardroom"] as const)(
    "%s can be filled in and sent by keyboard, and the tab of Dialogue does not cover the focus",
    async (name) => {
      const { page } = await open(addressOf(name, "sv"), visitor({ viewport: { width: 390, height: 700 } }));
      await stopClock(page, 30);
      await sheetOf(page).evaluate((sheet) => sheet.setAttribute("tabindex", "-1"));
      await sheetOf(page).focus();
      const { fields, otherForm } = forms[name] as Form;
      if (otherForm) await page.keyboard.press("Tab"); // the link for those who need another form
      for (const field of fields) {
        await page.keyboard.press("Tab");
        expect({
          name: await page.evaluate("document.activeElement.name"),
          isClear: await isFocusClear(page),
        }).toEqual({ name: field.name, isClear: true });
        const type = await page.evaluate("document.activeElement.type");
        if (type === "radio") await page.keyboard.press("Space");
        else if (type === "select-one") await page.keyboard.press("ArrowDown");
        else await page.keyboard.type(field.name === "email" ? "a@example.com" : "Ja");
      }
      await page.keyboard.press("Tab");
      expect(await page.evaluate("document.activeElement.type")).toBe("submit");
      expect(await isFocusClear(page)).toBe(true);
      await page.keyboard.press("Enter");
      await page.waitForURL("**?sent**");
      expect(await kept()).toMatchObject([{ form: name, suspected: false }]);
    },
  );

  forEvery(inEachLanguage)("a form begins on a phone's first screen", async (name, language) => {
    const { page } = await open(addressOf(name, language), visitor({ viewport: { width: 360, height: 740 } }));
    expect((await sheetOf(page).boundingBox())!.y).toBeLessThan(740);
  });

  it("without scripts, errors are in focus, lead to the fields and keep the values, and the form is sent", async () => {
    const { page } = await open(addressOf("join", "sv"), visitor({ javaScriptEnabled: false }));
    await controlOf(page, "name").fill("Anna");
    await sendInVain(page);
    await summaryOf(page).and(page.locator(":focus")).waitFor();
    await summaryOf(page).getByRole("link").last().click();
    await controlOf(page, "address").and(page.locator(":focus")).waitFor();
    expect(await controlOf(page, "name").inputValue()).toBe("Anna");
    const fields = await fillIn(page, "join");
    await send(page);
    expect(await kept()).toMatchObject([{ form: "join", suspected: false, fields }]);
  });

  it.each([1440, 390])(
    "the error summary is in focus and links to each field, and the values can be corrected at once (%i px)",
    async (width) => {
      const { page } = await open(addressOf("join", "en"), visitor({ width }));
      await controlOf(page, "name").fill("Anna <b>Berg</b>");
      await controlOf(page, "email").fill("anna@example");
      await controlOf(page, "message").fill("Two lines,\n\nand a blank one");
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
      const message = "Two lines,\n\nand a blank one";
      const fields = { name: "Anna <b>Berg</b>", invoice: "private", discount: "none", message };
      expect(await kept()).toMatchObject([{ suspected: false, fields }]);
    },
  );

  forEvery([
    [1, true],
    [3, false],
  ])("a form is suspected if it is sent within three seconds", async (seconds, suspected) => {
    await services.submissions!.erase({});
    const { page } = await open(addressOf("contact", "en"), visitor());
    await fillIn(page, "contact");
    await stopClock(page, seconds);
    await send(page);
    expect(await kept()).toMatchObject([{ form: "contact", suspected }]);
  });

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
    expect(await kept()).toHaveLength(1);
  });

  it.each([true, false])(
    "the values are still there after the connection is lost while sending (scripts: %s)",
    async (javaScriptEnabled) => {
      const { page } = await open("/en/about", visitor({ javaScriptEnabled }));
      await page.goto(new URL(addressOf("student", "en"), page.url()).href);
      for (const { name } of forms.student.fields) await controlOf(page, name).fill(textFor(name));
      await page.waitForTimeout(2000); // Chromium saves typed values up to a second later
      await page.context().setOffline(true);
      await buttonOf(page).click();
      await page.waitForURL("chrome-error:**");
      await page.context().setOffline(false);
      await page.goBack();
      for (const { name } of forms.student.fields)
        await becomes(() => controlOf(page, name).inputValue(), textFor(name));
    },
  );

  it("a form beyond the rate limit shows the reason with focus, keeps the values and links to a mail address", async () => {
    const options = visitor({ width: 390 });
    const { page } = await open(addressOf("contact", "sv"), options);
    await useUp(page, options);
    const filled = await fillIn(page, "contact");
    await sendInVain(page);
    await page.locator(".form-problems:not(:has(ul)):focus").waitFor();
    expect(await outOfSight(page, ".form-problems")).toEqual([]);
    expect(await summaryOf(page).getByRole("link").getAttribute("href")).toMatch(/^mailto:/);
    for (const [name, value] of Object.entries(filled))
      expect({ [name]: await controlOf(page, name).inputValue() }).toEqual({ [name]: value });
    expect(await kept()).toEqual([]);
  });

  forEvery(inEachLanguage)("for a screen reader, a field is named by its question alone", async (name, language) => {
    const t = services.getFixedT(language);
    const { page } = await open(addressOf(name, language));
    for (const field of (forms[name] as Form).fields) {
      const isGroup = (await controlOf(page, field.name).getAttribute("type")) === "radio";
      const isMenu = (await controlOf(page, field.name).evaluate(({ tagName }) => tagName)) === "SELECT";
      const question = t(field.label) + (field.required ? "" : ` (${t("forms:optional")})`);
      const control = sheetOf(page).getByRole(isGroup ? "radiogroup" : isMenu ? "combobox" : "textbox", {
        ...{ name: question, exact: true },
      });
      expect({ question, count: await control.count() }).toEqual({ question, count: 1 });
    }
  });

  it.each(["format", "seat-gothenburg", "join"] as const)(
    "the form %s passes axe in light and dark, in every state",
    async (name) => {
      const options = visitor();
      const { page } = await open(addressOf(name, "sv"), options);
      const expectNoBarrier = async (state: string) => {
        await page.emulateMedia({ colorScheme: "light" });
        const light = await barriersOn(page);
        await page.emulateMedia({ colorScheme: "dark" });
        expect({ state, light, dark: await barriersOn(page, lookRules) }).toEqual({ state, light: [], dark: [] });
      };
      await sendInVain(page);
      await expectNoBarrier("wrong");
      if (name !== "join") return;

      await fillIn(page, name);
      await send(page);
      await expectNoBarrier("sent");
      await page.goto(new URL(addressOf(name, "sv"), page.url()).href);
      await expectNoBarrier("empty");
      await useUp(page, options);
      await sendInVain(page);
      await expectNoBarrier("refused");
    },
  );

  forEvery(inEachLanguage)(
    "a form with errors needs no horizontal scrolling from 320 to 1440 px, and has targets at least 44 px high",
    async (name, language) => {
      const { page } = await open(addressOf(name, language), visitor());
      await sendInVain(page);
      for (const width of [320, 390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const notTrap = "!e.closest('.form-trap')";
        const targets = ":is(button, select, textarea, input:not([type=radio], [type=hidden]), .field-option, a)";
        const wider = await seenWhere(page, ".form-sheet *", `${notTrap} && box.right > innerWidth + 1`);
        const small = await seenWhere(page, `.form-sheet ${targets}`, `${notTrap} && box.height < 44`);
        expect({ width, wider, small }).toEqual({ width, wider: [], small: [] });
      }
    },
  );

  it("the honeypot field is not visible, announced or reached by Tab", async () => {
    const { page } = await open(addressOf("contact", "en"), visitor());
    expect(await sheetOf(page).getByRole("textbox").count()).toBe(3); // name, mail, message
    const { width, height } = (await page.locator(".form-trap").boundingBox())!;
    expect(width * height).toBeLessThanOrEqual(1);
    await controlOf(page, "about").focus();
    for (let tabs = 0; tabs < 8; tabs += 1) {
      expect(await page.evaluate("document.activeElement.name")).not.toBe("leave_empty");
      await page.keyboard.press("Tab");
    }
  });
});

/** Whether the focused element is visible and not under the tab of Dialogue; of a long field, its first lines. */
function isFocusClear(page: Page) {
  return page.evaluate(`(() => {
    const box = document.activeElement.getBoundingClientRect();
    const tab = document.querySelector(".dialogue-tab").getBoundingClientRect();
    const bottom = Math.min(box.bottom, box.top + 64);
    return box.top >= 0 && bottom <= innerHeight && (bottom <= tab.top || box.right <= tab.left);
  })()`);
}
