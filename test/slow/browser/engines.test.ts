/** What may differ between browser engines, in Firefox and in WebKit, on which Safari is built. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { becomes, type EngineWindow, openFirefox, openWebKit } from "../../support/browser.js";
import { portOf } from "../../support/listen.js";
import { describeWith } from "../../support/processes.js";
import { site } from "../../support/site.js";

const engines = [
  { name: "Firefox", programs: ["/usr/bin/firefox-esr"], launch: openFirefox },
  { name: "WebKit", programs: ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"], launch: openWebKit },
];
/** One page of each layout. */
const pages = [
  ...["/en", "/nb/after-commerce/gothenburg", "/en/boardroom-for-commerce/gothenburg/attend", "/sv/after-commerce/faq"],
  ...["/nb/guides/product-data", "/en/search?q=gothenburg", "/sv/developer", "/sv/no-such-page", "/embed/gothenburg"],
];

for (const { name, programs, launch } of engines)
  describeWith(programs, `The site in ${name}`, () => {
    let origin: string;
    let window: EngineWindow;
    beforeAll(async () => {
      origin = `http://127.0.0.1:${await portOf(site({}, { BASE_URL: "http://localhost" }).listener)}`;
      window = await launch();
    }, 60_000);
    afterAll(() => window?.close());
    const click = (selector: string) => window.evaluate(`document.querySelector("${selector}").click()`);
    /** Waits for a condition; an evaluation that a new page interrupts is repeated. */
    const expectSoon = (condition: string) =>
      becomes(() => window.evaluate<boolean>(`Boolean(${condition})`).catch(() => false), true);

    it("shows every kind of page within the width of the window, with its heading and fonts", async () => {
      for (const width of [480, 1280]) {
        await window.resize(width);
        for (const page of pages) {
          await window.open(origin + page);
          const shown = await window.evaluate<object>(`document.fonts.ready.then(() => ({
            isTooWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
            hasHeading: document.querySelector("h1").getBoundingClientRect().height > 20,
            fonts: [...document.fonts].filter(({ family }) => family.includes("Grotesk")).every(({ status }) => status === "loaded"),
          }))`);
          expect({ page, width, ...shown }).toEqual({ page, width, isTooWide: false, hasHeading: true, fonts: true });
        }
      }
    });

    it("opens and closes the menu on a phone", async () => {
      await window.resize(480);
      await window.open(`${origin}/en`);
      for (const isShown of [false, true, false]) {
        expect(await window.evaluate(`document.querySelector("#menu").checkVisibility()`)).toBe(isShown);
        await click(".menu-button");
      }
    });

    it("answers a question in the panel", async () => {
      await window.resize(1280);
      await window.open(`${origin}/en/boardroom-for-commerce/varberg`);
      await click(".dialogue-tab");
      await window.evaluate(`document.querySelector("#dialogue-message").value = "When do you meet in Varberg next?"`);
      await click(".ask-send");
      await expectSoon(`document.querySelector(".exchange-answer:not([aria-busy])")?.textContent.includes("Varberg")`);
    });

    it("lists events in the element for other sites, and shows a form again with what was typed", async () => {
      await window.open(`${origin}/sv/contact`); // its policy allows the site's own script
      await window.evaluate(`document.querySelector("main").append(
        Object.assign(document.createElement("script"), { type: "module", src: "/embed/events.js" }),
        document.createElement("for-commerce-events"),
      )`);
      const items = `document.querySelector("for-commerce-events").shadowRoot?.querySelectorAll("li time")`;
      await expectSoon(`${items}.length > 2`);
      await window.evaluate(`document.querySelector("[name=name]").value = "Eva Åkesson"`);
      await click("main form button[type=submit]");
      await expectSoon(`document.querySelector("[aria-invalid=true]")`);
      expect(await window.evaluate(`document.querySelector("[name=name]").value`)).toBe("Eva Åkesson");
    });
  });
