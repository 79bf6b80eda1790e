/** What may differ between browser engines, in Firefox and in WebKit, on which Safari is built. */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { type EngineWindow, openFirefox, openWebKit } from "../../support/engines.js";
import { describeWith } from "../../support/installed.js";
import { portOf } from "../../support/listen.js";
import { site } from "../../support/site.js";

const engines = [
  ["Firefox", ["/usr/bin/firefox-esr"], openFirefox],
  ["WebKit", ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"], openWebKit],
] as const;

/** One page of each kind. */
const pages = [
  ...["/en", "/sv/after-commerce", "/nb/after-commerce/gothenburg", "/sv/boardroom-for-commerce/varberg"],
  ...["/en/boardroom-for-commerce/gothenburg/attend", "/nb/commerce-commons/join", "/sv/after-commerce/faq"],
  ...["/en/guides", "/nb/guides/product-data", "/en/search?q=gothenburg", "/sv/developer", "/nb/contact"],
  ...["/en/legal/privacy", "/sv/no-such-page", "/embed/gothenburg"],
];

/** Waits up to ten seconds; an evaluation that a new page interrupts is repeated. */
async function expectSoon(window: EngineWindow, condition: string): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; await wait(100))
    if (await window.evaluate<boolean>(`Boolean(${condition})`).catch(() => false)) return;
  throw new Error(`Not within ten seconds: ${condition}`);
}

for (const [name, programs, launch] of engines)
  describeWith(programs, `The site in ${name}`, () => {
    let origin: string;
    let window: EngineWindow;
    beforeAll(async () => {
      origin = `http://127.0.0.1:${await portOf(site({}, { BASE_URL: "http://localhost" }).listener)}`;
      window = await launch();
    }, 60_000);
    afterAll(() => window?.close());
    const click = (selector: string) => window.evaluate(`document.querySelector("${selector}").click()`);

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
      const answer = `document.querySelector(".exchange-answer:not([aria-busy])")?.textContent.includes("Varberg")`;
      await expectSoon(window, answer);
    });

    it("shows a form again with what was typed and what is wrong", async () => {
      await window.open(`${origin}/sv/contact`);
      await window.evaluate(`document.querySelector("[name=name]").value = "Eva Åkesson"`);
      await click("main form button[type=submit]");
      await expectSoon(window, `document.querySelector("[aria-invalid=true]")`);
      expect(await window.evaluate(`document.querySelector("[name=name]").value`)).toBe("Eva Åkesson");
    });

    it("lists the events in the element for other sites", async () => {
      await window.open(`${origin}/en/contact`); // its policy allows the site's own script
      await window.evaluate(`(() => {
        const script = Object.assign(document.createElement("script"), { type: "module", src: "/embed/events.js" });
        const element = document.createElement("for-commerce-events");
        element.setAttribute("city", "gothenburg");
        document.querySelector("main").append(script, element);
      })()`);
      const isListed = `document.querySelector("for-commerce-events").shadowRoot?.querySelectorAll("li time").length > 2`;
      await expectSoon(window, isListed);
    });
  });
