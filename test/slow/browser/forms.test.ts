import type { RequestListener } from "node:http";
import { expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import type { FormName } from "../../../src/addresses/pages.js";
import type { Site } from "../../../src/site.js";
import { barriersOn, becomes, describeInBrowser, focused, lookRules, seenWhere } from "../../support/browser.js";
import { newFolder } from "../../support/folders.js";
import { forEvery } from "../../support/for-every.js";
import { applies, eachFormPage, fieldsOf, formPath, rightAnswers } from "../../support/forms.js";

let services: Site;
const before = (made: Site, listener: RequestListener) => {
  services = made;
  return listener;
};
const addressOf = (name: FormName, language: string) => `/${language}${formPath(name)}`;
async function stored() {
  const all = await services.forms!.submissions.list({});
  await services.forms!.submissions.erase({});
  return all;
}
const sheetOf = (page: Page) => page.locator(".form-sheet");
const buttonOf = (page: Page) => sheetOf(page).locator("button[type=submit]");
const summaryOf = (page: Page) => page.locator(".form-problems");
const controlOf = (page: Page, field: string) => page.locator(`#form-${field}`);
const outOfSight = (page: Page, selector: string) =>
  seenWhere(page, selector, "box.top < 0 || box.bottom > innerHeight");
const format = rightAnswers("format");
/** Fills in the form about formats at one go, but for what a password manager leaves alone. */
const fillIn = `(() => {
  const answers = ${JSON.stringify(format)};
  for (const control of document.querySelectorAll(".form-sheet :is(input, textarea):not([autocomplete=off])")) {
    if (control.type === "radio") control.checked = control.value === answers[control.name];
    else control.value = answers[control.name] ?? "filled in";
  }
})()`;

/** The focused element, and whether it is in sight and not under the tab of Dialogue; of a long field, its first lines. */
const focusClearOfTab = `(() => {
  const { name, type } = document.activeElement;
  const box = document.activeElement.getBoundingClientRect();
  const tab = document.querySelector(".dialogue-tab").getBoundingClientRect();
  const bottom = Math.min(box.bottom, box.top + 64);
  return { name, type, isClear: box.top >= 0 && bottom <= innerHeight && (bottom <= tab.top || box.right <= tab.left) };
})()`;

async function sendInVain(page: Page): Promise<void> {
  await Promise.all([page.waitForEvent("load"), buttonOf(page).click()]);
  await summaryOf(page).waitFor();
}

async function expectNoBarriers(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await barriersOn(page);
  await page.emulateMedia({ colorScheme: "dark" });
  expect({ light, dark: await barriersOn(page, lookRules) }).toEqual({ light: [], dark: [] });
}

describeInBrowser("Forms in a browser", { before, variables: { DATA_DIR: newFolder(), TRUST_PROXY: "1" } }, (open) => {
  const phone = { width: 390, height: 700 };

  it("a form filled in on a phone is stored as typed, and confirmed in sight", async () => {
    const { page, complaints } = await open(addressOf("join", "sv"), { ...phone, hasTouch: true, isMobile: true });
    const fields = rightAnswers("join");
    for (const { name, kind } of fieldsOf("join").filter((field) => applies(field, "join"))) {
      const isChoice = kind === "choice";
      await sheetOf(page)
        .locator(isChoice ? `label:has([value=${fields[name]}])` : `label[for=form-${name}]`)
        .tap();
      if (!isChoice) await page.keyboard.insertText(fields[name]!);
    }
    await buttonOf(page).tap();
    await page.waitForURL("**?sent**");
    expect(await outOfSight(page, "h1")).toEqual([]);
    expect(await stored()).toMatchObject([{ form: "join", locale: "sv", suspected: false, fields }]);
    expect(complaints).toEqual([]);
    await expectNoBarriers(page);
  });

  // They have every kind of field.
  forEvery(["seat-varberg", "join"])("a form can be sent by keyboard, and no tab covers the focus", async (form) => {
    const { page } = await open(addressOf(form, "sv"), phone);
    await sheetOf(page).evaluate((sheet) => sheet.setAttribute("tabindex", "-1"));
    await sheetOf(page).focus();
    if (form === "join") await page.keyboard.press("Tab"); // the link for those who need another form
    const expectFocus = async (expected: { name: string; type?: string }) => {
      await page.keyboard.press("Tab");
      const focus = await page.evaluate<{ type: string }>(focusClearOfTab);
      expect(focus).toMatchObject({ ...expected, isClear: true });
      return focus.type;
    };
    // The space bar chooses the first option of a choice, so nothing is asked of a company.
    for (const field of fieldsOf(form).filter(({ when }) => when?.value !== "company")) {
      const type = await expectFocus({ name: field.name });
      if (type === "radio") await page.keyboard.press("Space");
      else if (type === "select-one") await page.keyboard.press("ArrowDown");
      else await page.keyboard.type(field.name === "email" ? "a@example.com" : "Ja");
    }
    await expectFocus({ name: "", type: "submit" });
    await page.keyboard.press("Enter");
    await page.waitForURL("**?sent**");
    expect(await stored()).toMatchObject([{ form, suspected: false }]);
  });

  it("a form that is filled in at one go and sent by Enter is not suspected, also after going back to it", async () => {
    const { page } = await open(addressOf("format", "en"));
    await page.evaluate(fillIn);
    await page.goto("/en/about");
    await page.goBack();
    await becomes(() => controlOf(page, "month").inputValue(), format.month!);
    await controlOf(page, "month").press("Enter");
    await page.waitForURL("**?sent**");
    expect(await stored()).toMatchObject([{ form: "format", suspected: false, fields: format }]);
  });

  const visitors = [{ width: 1440 }, { width: 390 }, { width: 1440, javaScriptEnabled: false }];
  forEvery(visitors)(
    "the error summary is in focus and links to each field, and the values can be corrected",
    async (options) => {
      const { page } = await open(addressOf("join", "en"), options);
      const message = "Two lines,\n\nand a blank one";
      await controlOf(page, "name").fill("Anna <b>Berg</b>");
      await controlOf(page, "email").fill("anna@example");
      await controlOf(page, "message").fill(message);
      await sendInVain(page);
      expect(await page.title()).toMatch(/^This has not been sent: /);
      await summaryOf(page).and(page.locator(":focus")).waitFor();
      expect(await outOfSight(page, ".form-problems")).toEqual([]);
      const links = summaryOf(page).getByRole("link");
      const wrong = ["email", "invoice"];
      expect(await links.count()).toBe(wrong.length);
      for (const [index, field] of wrong.entries()) {
        await links.nth(index).click();
        expect(await focused(page)).toBe(`form-${field}`);
        const labelled = `#form-${field}, .field:has(#form-${field}) > :is(label, legend)`;
        expect(await outOfSight(page, labelled)).toEqual([]);
      }
      await controlOf(page, "email").fill("anna@example.com");
      await page.getByLabel("I do, as a private individual").check();
      await controlOf(page, "address").fill("Storgatan 1\n411 01 Göteborg");
      await buttonOf(page).click();
      await page.waitForURL("**?sent**");
      const fields = { name: "Anna <b>Berg</b>", invoice: "private", discount: "none", message };
      expect(await stored()).toMatchObject([{ suspected: false, fields }]);
    },
  );

  it("the values are still there after the connection is lost while sending", async () => {
    const { page } = await open("/en/about");
    await page.goto(addressOf("student", "en"));
    const answers = Object.entries(rightAnswers("student"));
    for (const [name, text] of answers) await controlOf(page, name).fill(text);
    await page.waitForTimeout(2000); // Chromium saves typed values up to a second later
    await page.context().setOffline(true);
    await buttonOf(page).click();
    await page.waitForURL(/^chrome-error:/);
    await page.context().setOffline(false);
    await page.goBack();
    for (const [name, text] of answers) await becomes(() => controlOf(page, name).inputValue(), text);
  });

  forEvery(eachFormPage)("a form fits every width, passes axe with errors, and begins high up", async (address) => {
    const { page } = await open(address, { width: 360, height: 740 });
    expect((await sheetOf(page).boundingBox())!.y).toBeLessThan(740);
    await sendInVain(page);
    await expectNoBarriers(page);
    const notTrap = "!e.closest('.form-trap')";
    const targets = ":is(button, select, textarea, input:not([type=radio], [type=hidden]), .field-option, a)";
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await seenWhere(page, ".form-sheet *", `${notTrap} && box.right > innerWidth + 1`)).toEqual([]);
      expect(await seenWhere(page, `.form-sheet ${targets}`, `${notTrap} && box.height < 44`)).toEqual([]);
      expect(await seenWhere(page, ".form-trap", "box.width * box.height > 1")).toEqual([]);
    }
  });

  it("the message beyond the rate limit has the focus and passes axe, in light and dark", async () => {
    const { page } = await open("/sv/contact");
    for (let sent = 0; sent < 5; sent += 1) await page.request.post(page.url(), { form: {} });
    await sendInVain(page);
    await page.locator(".form-problems:not(:has(ul)):focus").waitFor();
    await expectNoBarriers(page);
  });
});
