/** The events embedded on a page of another origin. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import type { ApiEvent } from "../../../src/contracts/event-record.js";
import { barriersOn, describeInBrowser } from "../../support/browser.js";

let partner: Server;
beforeAll(async () => {
  partner = createServer((request, response) => {
    const content = new URL(request.url!, "http://localhost").searchParams.get("content")!;
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(
      `<!doctype html><html lang="en"><meta name="color-scheme" content="light dark"><title>Partner</title><style>:root{color-scheme:light dark}body{background:light-dark(#fff,#111);color:light-dark(#111,#eee)}</style><main><h1>Partner</h1>${content}</main></html>`,
    );
  }).listen(0, "localhost");
  await once(partner, "listening");
});
afterAll(() => void partner.close());

/** Shows the markup on a page of the partner; `SITE` in it is the site's origin. */
async function showOnPartner(page: Page, markup: string): Promise<string> {
  const { origin } = new URL(page.url());
  const content = markup.replaceAll("SITE", origin);
  const { port } = partner.address() as AddressInfo;
  await page.goto(`http://localhost:${port}/?content=${encodeURIComponent(content)}`);
  return origin;
}
const eventsOf = async (page: Page, origin: string, query: string) =>
  (await (await page.request.get(`${origin}/api/events?${query}`)).json()).events as ApiEvent[];
const script = '<script type="module" src="SITE/embed/events.js"></script>';

describeInBrowser("The custom element for other sites", (open) => {
  it.each(["light", "dark"] as const)("lists the events of the API with their changes, in %s mode", (colorScheme) =>
    open("/en/contact", { colorScheme, width: 375 }, async (page) => {
      const origin = await showOnPartner(
        page,
        `${script}<for-commerce-events city="gothenburg" locale="sv" limit="8">Wait</for-commerce-events>`,
      );
      const items = page.locator("for-commerce-events li");
      await items.first().waitFor();
      const events = await eventsOf(page, origin, "city=gothenburg&locale=sv&limit=8");
      const shown = await items.evaluateAll((all) =>
        all.map((item) => [
          item.querySelector("a")?.textContent,
          item.querySelector("a")?.getAttribute("href"),
          item.querySelector("time")?.getAttribute("datetime"),
          item.querySelector("time")?.textContent,
          item.querySelector(".change")?.textContent ?? null,
        ]),
      );
      const isChanged = ({ status, previousStartsAt }: ApiEvent) =>
        status === "cancelled" || status === "postponed" || previousStartsAt !== null;
      expect(shown).toEqual(
        events.map((event) => [
          event.title,
          event.url,
          event.startsAt,
          event.dateText.replace("–", "–\u2060"), // keeps the time on one line
          isChanged(event) ? event.description.split("\n\n")[0] : null,
        ]),
      );
      expect(events.filter(isChanged).length).toBeGreaterThan(0);
      expect(await page.locator("for-commerce-events [lang=sv]").count()).toBe(1);
      expect(await page.context().cookies()).toEqual([]);
      expect(await barriersOn(page)).toEqual([]);
    }),
  );

  it("updates when its attributes change, and links to the site if there is no event or an error", () =>
    open("/en/contact", {}, async (page) => {
      const requests: string[] = [];
      const messages: string[] = [];
      page.on("request", (request) => void (request.url().includes("/api/") && requests.push(request.url())));
      page.on("console", (message) => void messages.push(message.text()));
      const attributes = 'limit="2" locale="en" city="gothenburg"';
      const origin = await showOnPartner(page, `${script}<for-commerce-events ${attributes}></for-commerce-events>`);
      const element = page.locator("for-commerce-events");
      await element.locator("li").nth(1).waitFor();
      expect(requests).toEqual([`${origin}/api/events?limit=2&city=gothenburg&locale=en`]);
      for (const [city, message] of [
        ["oslo", "Vi har ingen by som heter «oslo». Byene våre er Göteborg, Stockholm og Varberg."],
        ["Malmö", "Vi har ingen by som heter «Malmö»."],
      ] as const) {
        await element.evaluate((host, city) => {
          host.setAttribute("locale", "nb");
          host.setAttribute("city", city);
        }, city);
        await element.getByText(message).waitFor();
        expect(await element.locator("a").getAttribute("href")).toBe(`${origin}/nb`);
      }
      expect(requests).toHaveLength(3);
      expect(messages.filter((text) => text.includes("<for-commerce-events>"))).toEqual([
        expect.stringContaining('"city":["'),
      ]);
      // The own content of the element replaces the message.
      await element.evaluate((host) => {
        host.append("Our dates are on another site.");
        host.setAttribute("limit", "3");
      });
      await element.locator("slot").waitFor({ state: "attached" });
      expect(await element.locator("a").count()).toBe(0);
    }));

  it.each(["Göteborg", " goteborg ", "GBG", "Gothenburg"])("knows the city by the spelling “%s”", (city) =>
    open("/en/contact", {}, async (page) => {
      const element = `<for-commerce-events city="${city}" locale="sv" concept="AFTER"></for-commerce-events>`;
      await showOnPartner(page, script + element);
      await page.locator("for-commerce-events .place").getByText("Göteborg").first().waitFor();
    }),
  );

  it("does without what older browsers lack, and stops waiting after ten seconds", () =>
    open("/en/contact", {}, async (page) => {
      await page.addInitScript(
        "delete AbortSignal.any; delete AbortSignal.timeout; delete Document.prototype.adoptedStyleSheets; delete ShadowRoot.prototype.adoptedStyleSheets; CSSStyleSheet = undefined;",
      );
      await showOnPartner(page, `${script}<for-commerce-events city="gothenburg" locale="sv"></for-commerce-events>`);
      const element = page.locator("for-commerce-events");
      await element.locator("li").nth(2).waitFor();
      // Safari drops the role with the markers.
      const marker =
        "getComputedStyle(document.querySelector('for-commerce-events').shadowRoot.querySelector('ol[role=list]')).listStyleType";
      expect(await page.evaluate(marker)).toBe("none");

      await page.clock.install();
      await page.route("**/api/events?**", () => {});
      await element.evaluate((host) => host.setAttribute("locale", "nb"));
      await page.clock.runFor(10_000);
      await element.getByText("Datoene kan ikke vises akkurat nå.").waitFor();
    }));

  it.each([
    ["en", "Online"],
    ["sv", "På nätet"],
    ["nb", "På nett"],
  ])("says in %s that an event is online", (locale, online) =>
    open("/en/contact", {}, async (page) => {
      const attributes = `locale="${locale}" concept="COMMONS" limit="200"`;
      await showOnPartner(page, `${script}<for-commerce-events ${attributes}></for-commerce-events>`);
      await page.locator("for-commerce-events .place").getByText(online, { exact: true }).first().waitFor();
    }),
  );

  it("has a page for frames, and no other page can be framed", () =>
    open("/en/contact", {}, async (page) => {
      const frames = `<iframe title="Dates" src="SITE/embed/gothenburg?locale=nb&limit=3"></iframe><iframe title="Other" src="SITE/nb"></iframe>`;
      const origin = await showOnPartner(page, frames);
      const dates = page.frameLocator("iframe[title=Dates]");
      await dates.locator("li").nth(2).waitFor();
      const events = await eventsOf(page, origin, "city=gothenburg&locale=nb&limit=3");
      expect(await dates.locator("li a").allTextContents()).toEqual(events.map(({ title }) => title));
      expect(await dates.locator("html").getAttribute("lang")).toBe("nb");
      expect(await page.frameLocator("iframe[title=Other]").locator(".masthead").count()).toBe(0);
    }));

  it.each(["light", "dark"] as const)("shows frames in their theme, or like the system in %s mode", (colorScheme) =>
    open("/en/contact", { colorScheme }, async (page) => {
      const frame = (name: string, query: string) =>
        `<iframe name="${name}" src="SITE/embed/varberg${query}"></iframe>`;
      await showOnPartner(page, frame("light", "?theme=light") + frame("dark", "?theme=dark") + frame("system", ""));
      const background = (name: string) =>
        page.frame(name)!.evaluate("getComputedStyle(document.documentElement).backgroundColor");
      const colours = { light: "rgb(251, 248, 241)", dark: "rgb(27, 25, 20)" };
      const shown = {
        light: await background("light"),
        dark: await background("dark"),
        system: await background("system"),
      };
      expect(shown).toEqual({ ...colours, system: colours[colorScheme] });
    }),
  );
});
