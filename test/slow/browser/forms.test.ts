import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import type { Services } from "../../../src/services.js";
import { type Form, type FormName, formNames, forms } from "../../../src/site/forms.js";
import { paths } from "../../../src/site/paths.js";
import { barriersOn, becomes, describeInBrowser, lookRules, type WindowOptions } from "../../support/browser.js";
import { forEvery } from "../../support/for-every.js";
import { formPath } from "../../support/forms.js";
import { inLine } from "../../support/html.js";
import { languages } from "../../support/specified-pages.js";

/** Each form in one language, for tests that do not depend on the length of words. */
const inEachLanguage = formNames.map((name, index) => [name, languages[index % 3]!] as const);
/** They have every kind of field. */
const byKeyboard: readonly FormName[] = ["seat-varberg", "format", "start-boardroom", "student"];
const DATA_DIR = mkdtempSync(path.join(tmpdir(), "forms-"));
const SCRIPTS = "dist/public/scripts";
let services: Services;
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
const focused = (page: Page) => page.evaluate("document.activeElement.className || document.activeElement.id");
const isInSight = (page: Page, selector: string) =>
  page.evaluate(
    `(() => { const { top, bottom } = document.querySelector('${selector}').getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; })()`,
  );
/** Sets the seconds that a visitor took for the form. */
const takeSeconds = (page: Page, seconds: number) =>
  page.evaluate(`performance.now = ((now) => () => now() + ${seconds * 1000})(performance.now.bind(performance))`);
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

describeInBrowser(
  "Forms in a browser",
  (open, visit) => {
    // The other forms are sent by keyboard.
    it.each(inEachLanguage.filter(([name]) => !byKeyboard.includes(name)))(
      "%s can be filled in and sent by mouse (%s), is stored as typed and confirmed",
      async (name, language) => {
        await open(addressOf(name, language), visitor(), async (page, complaints) => {
          await sheetOf(page).getByRole("heading", { level: 2 }).waitFor();
          const filled = await fillIn(page, name);
          await takeSeconds(page, 30);
          await send(page);
          expect(await page.locator("h1").count()).toBe(1);
          expect(await isInSight(page, "h1")).toBe(true);
          expect(await page.evaluate("location.hash")).toBe("");
          const [, event] = /\/dates\/(.+)/.exec(formPath(name)) ?? [];
          const fields = { ...filled, ...(event && { event }) };
          expect(await kept()).toEqual([
            expect.objectContaining({ form: name, locale: language, suspected: false, fields }),
          ]);
          expect(complaints).toEqual([]);
        });
      },
    );

    it.each(byKeyboard)(
      "%s can be filled in and sent by keyboard, and the tab of Dialogue does not cover the focus",
      async (name) => {
        await open(addressOf(name, "sv"), visitor({ viewport: { width: 390, height: 700 } }), async (page) => {
          await takeSeconds(page, 30);
          await page.locator(".trail a").last().focus();
          const { fields, otherForm } = forms[name] as Form;
          if (otherForm) await page.keyboard.press("Tab"); // the link for those who need another form
          for (const field of fields) {
            await page.keyboard.press("Tab");
            expect(await page.evaluate("document.activeElement.name")).toBe(field.name);
            expect([field.name, await isFocusClear(page)]).toEqual([field.name, true]);
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
          expect(await kept()).toEqual([expect.objectContaining({ form: name, suspected: false })]);
        });
      },
    );

    it("every form begins on a phone's first screen", async () => {
      const height = 740;
      for (const [name, language] of inEachLanguage)
        await open(addressOf(name, language), visitor({ viewport: { width: 360, height } }), async (page) => {
          const { y } = (await sheetOf(page).boundingBox())!;
          expect([name, language, y < height]).toEqual([name, language, true]);
        });
    });

    it.each(["contact", "join"] as const)("%s can be filled in and sent by touch, on a phone", async (name) => {
      const phone = { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true };
      await open(addressOf(name, "nb"), visitor(phone), async (page) => {
        await takeSeconds(page, 30);
        const fields = await fillIn(page, name, "tap");
        await buttonOf(page).tap();
        await page.waitForURL("**?sent**");
        expect(await kept()).toEqual([expect.objectContaining({ fields })]);
      });
    });

    describe("without scripts", () => {
      const withoutScripts = { javaScriptEnabled: false };

      it("a form is sent and not suspected", async () => {
        await open(addressOf("student", "en"), visitor(withoutScripts), async (page) => {
          for (const { name } of forms.student.fields) await controlOf(page, name).fill(textFor(name));
          await send(page);
          expect(await kept()).toEqual([expect.objectContaining({ form: "student", suspected: false })]);
        });
      });

      it("the error summary is visible and focused, and its links lead to the fields", async () => {
        await open(addressOf("join", "sv"), visitor(withoutScripts), async (page) => {
          await controlOf(page, "name").fill("Anna");
          await sendInVain(page);
          await summaryOf(page).and(page.locator(":focus")).waitFor();
          await summaryOf(page).getByRole("link").last().click();
          await controlOf(page, "address").and(page.locator(":focus")).waitFor();
          expect(await controlOf(page, "name").inputValue()).toBe("Anna");
        });
      });
    });

    it.each([1440, 390])(
      "the error summary is visible and focused, links to each field, and the values can be corrected (%i px)",
      async (width) => {
        await open(addressOf("join", "en"), visitor({ width }), async (page) => {
          await takeSeconds(page, 30);
          await controlOf(page, "name").fill("Anna <b>Berg</b>");
          await controlOf(page, "email").fill("anna@example");
          await controlOf(page, "message").fill("Two lines,\n\nand a blank one");
          await sendInVain(page);

          expect(await page.title()).toMatch(/^This has not been sent: /);
          await summaryOf(page).and(page.locator(":focus")).waitFor();
          expect(await isInSight(page, ".form-problems")).toBe(true);
          const links = summaryOf(page).getByRole("link");
          expect(await links.allTextContents()).toEqual([
            "Write an email address like name@example.com",
            "Choose who gets the invoice",
            "Enter the invoice details",
          ]);
          for (const [index, field] of ["email", "invoice", "address"].entries()) {
            await links.nth(index).click();
            expect(await focused(page)).toBe(`form-${field}`);
            expect([field, await isInSight(page, `#form-${field}`)]).toEqual([field, true]);
            expect([field, await isInSight(page, `.field:has(#form-${field}) > :is(label, legend)`)]).toEqual([
              field,
              true,
            ]);
          }
          expect(await controlOf(page, "name").inputValue()).toBe("Anna <b>Berg</b>");
          expect(await controlOf(page, "message").inputValue()).toBe("Two lines,\n\nand a blank one");
          expect(
            await sheetOf(page)
              .locator("[aria-invalid=true]:not(fieldset)")
              .evaluateAll((fields) => fields.map((field) => field.getAttribute("id"))),
          ).toEqual(["form-email", "form-address"]);

          await controlOf(page, "email").fill("anna@example.com");
          await page.getByLabel("I do, as a private individual").check();
          await controlOf(page, "address").fill("Storgatan 1\n411 01 Göteborg");
          await send(page);
          expect(await kept()).toEqual([
            expect.objectContaining({
              suspected: false,
              fields: expect.objectContaining({
                name: "Anna <b>Berg</b>",
                invoice: "private",
                discount: "none",
                message: "Two lines,\n\nand a blank one",
              }),
            }),
          ]);
        });
      },
    );

    it.each([
      [1, true],
      [3, false],
    ])("a form that is sent after %i s is stored, with suspected: %s", async (seconds, suspected) => {
      await open(addressOf("contact", "en"), visitor(), async (page) => {
        await page.evaluate(`performance.now = () => ${0}`); // stops the clock while the test fills in the form
        await fillIn(page, "contact");
        await page.evaluate(
          `performance.now = () => performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd + ${seconds * 1000}`,
        );
        await send(page);
        expect(await kept()).toEqual([expect.objectContaining({ form: "contact", suspected })]);
      });
    });

    it("a correction that is sent quickly is not suspected", async () => {
      await open(addressOf("student", "sv"), visitor(), async (page) => {
        await fillIn(page, "student");
        await controlOf(page, "email").fill("anna");
        await sendInVain(page);
        await controlOf(page, "email").fill("anna@example.com");
        await send(page);
        expect(await kept()).toEqual([expect.objectContaining({ suspected: false })]);
      });
    });

    it("sending again after going back, or reloading, stores no duplicate", async () => {
      await open(addressOf("student", "nb"), visitor(), async (page) => {
        const fields = await fillIn(page, "student");
        await takeSeconds(page, 30);
        await send(page);
        await page.reload();
        await page.goBack();
        await sheetOf(page).waitFor();
        expect(await summaryOf(page).count()).toBe(0);
        for (const [name, text] of Object.entries(fields)) await controlOf(page, name).fill(text);
        await send(page);
        expect(await kept()).toHaveLength(1);
      });
    });

    it.each([true, false])(
      "the values are still there after the connection is lost while sending (scripts: %s)",
      async (javaScriptEnabled) => {
        await open("/en/about", visitor({ javaScriptEnabled }), async (page) => {
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
        });
      },
    );

    it("a double click on the button sends once", async () => {
      await open(addressOf("student", "en"), visitor(), async (page) => {
        await fillIn(page, "student");
        await buttonOf(page).dblclick();
        await page.waitForURL("**?sent**");
        expect(await kept()).toHaveLength(1);
      });
    });

    it.each([
      [429, "sv"],
      [503, "nb"],
    ] as const)(
      "a rejected form (%i) shows the reason with focus, keeps the values and links to a mail address",
      async (status, language) => {
        const options = visitor({ width: 390 });
        await open(addressOf("contact", language), options, async (page) => {
          if (status === 429) await useUp(page, options);
          services.health.draining = status === 503;
          try {
            const filled = await fillIn(page, "contact");
            const [answer] = await Promise.all([
              page.waitForResponse((response) => response.request().method() === "POST"),
              buttonOf(page).click(),
            ]);
            expect(answer.status()).toBe(status);
            await page.locator(".form-problems:not(:has(ul)):focus").waitFor();
            expect(await isInSight(page, ".form-problems")).toBe(true);
            expect(await summaryOf(page).getByRole("link").getAttribute("href")).toMatch(/^mailto:/);
            for (const [name, value] of Object.entries(filled))
              expect(await controlOf(page, name).inputValue()).toBe(value);
            expect(await kept()).toEqual([]);
          } finally {
            services.health.draining = false;
          }
        });
      },
    );

    describe("for screen readers", () => {
      forEvery(inEachLanguage)(
        "each field of a form has its question as its name, and hint and error as its description",
        async (name, language) => {
          const t = services.getFixedT(language);
          await open(addressOf(name, language), visitor(), async (page) => {
            await sendInVain(page);
            for (const field of (forms[name] as Form).fields) {
              const isGroup = (await controlOf(page, field.name).getAttribute("type")) === "radio";
              const isMenu = (await controlOf(page, field.name).evaluate(({ tagName }) => tagName)) === "SELECT";
              const optional = field.required ? "" : ` (${t("forms:optional")})`;
              const control = sheetOf(page).getByRole(isGroup ? "radiogroup" : isMenu ? "combobox" : "textbox", {
                name: t(field.label) + optional,
                exact: true,
              });
              expect([field.name, await control.count()]).toEqual([field.name, 1]);
              const described = [];
              for (const id of ((await control.getAttribute("aria-describedby")) ?? "").split(" ").filter(Boolean))
                described.push(inLine((await page.locator(`#${id}`).textContent())!));
              expect(described).toEqual([
                ...(field.hint ? [inLine(t(field.hint))] : []),
                ...(field.required && !field.preset ? [expect.stringContaining(" ")] : []),
              ]);
              if (isGroup) {
                const names = (field.options ?? []).map(({ label }) => t(label));
                for (const option of names)
                  expect(await control.getByRole("radio", { name: option, exact: true }).count()).toBe(1);
                if (!field.optionsFrom) expect(await control.getByRole("radio").count()).toBe(names.length);
              }
            }
            expect(await sheetOf(page).getByRole("button").count()).toBe(1);
            expect(
              await page.getByRole("region", { name: await sheetOf(page).locator("h2").innerText() }).count(),
            ).toBe(1);
            expect(await page.getByRole("alert").count()).toBe(1);
          });
        },
      );

      it.each(["format", "seat-gothenburg", "contact", "join"] as const)(
        "the form %s passes axe in light and dark, in every state",
        async (name) => {
          const options = visitor();
          await open(addressOf(name, "sv"), options, async (page) => {
            const expectNoBarrier = async (state: string) => {
              for (const [colorScheme, rules] of [
                ["light", undefined],
                ["dark", lookRules],
              ] as const) {
                await page.emulateMedia({ colorScheme });
                expect([state, colorScheme, await barriersOn(page, rules)]).toEqual([state, colorScheme, []]);
              }
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
            expect(await summaryOf(page).getByRole("list").count()).toBe(0);
            await expectNoBarrier("refused");
          });
        },
      );
    });

    forEvery(["seat-varberg", "format", "join", "contact"] as const)(
      "the focus ring in a form differs from its background, in light and dark",
      async (name) => {
        const { page } = await visit(addressOf(name, "en"));
        for (const colorScheme of ["dark", "light"] as const) {
          await page.emulateMedia({ colorScheme });
          await controlOf(page, "name").focus();
          const [ring, text, around] = (await page.evaluate(
            "(() => { const sheet = getComputedStyle(document.querySelector('.form-sheet')); const { outlineColor, outlineStyle } = getComputedStyle(document.activeElement); return [outlineStyle + outlineColor, 'solid' + sheet.color, 'solid' + sheet.backgroundColor]; })()",
          )) as [string, string, string];
          expect([colorScheme, ring]).toEqual([colorScheme, text]);
          expect(ring).not.toBe(around);
        }
      },
    );

    forEvery(inEachLanguage)(
      "a form with errors needs no horizontal scrolling from 320 to 1440 px, and has targets at least 44 px high",
      async (name, language) => {
        const { page } = await visit(addressOf(name, language), visitor().extraHTTPHeaders);
        await sendInVain(page);
        for (const width of [320, 390, 768, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          const wider = await page.evaluate(
            "[...document.querySelectorAll('.form-sheet *')].filter((e) => e.checkVisibility() && !e.closest('.form-trap') && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML)",
          );
          const small = await page.evaluate(
            "[...document.querySelectorAll('.form-sheet :is(button, select, textarea, input:not([type=radio], [type=hidden]), .field-option, a)')].filter((e) => e.checkVisibility() && !e.closest('.form-trap') && e.getBoundingClientRect().height < 44).map((e) => e.outerHTML)",
          );
          const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
          expect([width, overflow, wider, small]).toEqual([width, 0, [], []]);
        }
      },
    );

    it("the honeypot field is not visible, announced, reached by Tab or autofilled", async () => {
      await open(addressOf("contact", "en"), visitor(), async (page) => {
        const trap = page.locator("[name=leave_empty]");
        expect(await trap.getAttribute("autocomplete")).toBe("off");
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

    it("a form with the honeypot field filled in is stored as suspected", async () => {
      await open(addressOf("student", "en"), visitor(), async (page) => {
        await fillIn(page, "student");
        await takeSeconds(page, 30);
        await page.locator("[name=leave_empty]").evaluate((trap) => trap.setAttribute("value", "https://x.example"));
        await send(page);
        expect(await kept()).toEqual([expect.objectContaining({ suspected: true })]);
      });
    });

    it("the confirmation page exists in the other languages, and links to the page above", async () => {
      await open(`${addressOf("student", "sv")}?sent`, {}, async (page) => {
        const swedish = await page.locator("h1").innerText();
        await page.locator(".languages").getByRole("link", { name: "Norsk" }).click();
        await page.waitForURL("**/nb/**?sent");
        expect(await page.locator("html").getAttribute("lang")).toBe("nb");
        expect(await page.locator("h1").innerText()).not.toBe(swedish);
        await page.locator("main .link-row a").first().click();
        await page.waitForURL(`**/nb${paths["commerce-commons-discounts"]}`);
      });
    });

    it("the scripts of a page with a form are at most 8 KB (brotli)", async () => {
      await open(addressOf("join", "sv"), {}, async (page, complaints) => {
        const sources = (await page.evaluate(
          "[...document.querySelectorAll('script[src]')].map((script) => script.getAttribute('src'))",
        )) as string[];
        expect(sources).toHaveLength(2);
        const files = readdirSync(SCRIPTS).filter((file) => sources.some((source) => source.endsWith(`/${file}`)));
        const bytes = files.map((file) => brotliCompressSync(readFileSync(path.join(SCRIPTS, file))).length);
        expect(bytes).toHaveLength(2);
        expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(8 * 1024);
        expect(complaints).toEqual([]);
      });
    });
  },
  (made, listener) => {
    services = made;
    return listener;
  },
  { DATA_DIR, TRUST_PROXY: "1" },
);

/** Whether the focused element is visible and not under the tab of Dialogue; of a long field, its first lines. */
function isFocusClear(page: Page) {
  return page.evaluate(
    "(() => { const box = document.activeElement.getBoundingClientRect(); const tab = document.querySelector('.dialogue-tab').getBoundingClientRect(); const bottom = Math.min(box.bottom, box.top + 64); return box.top >= 0 && bottom <= innerHeight && (bottom <= tab.top || box.right <= tab.left); })()",
  );
}
