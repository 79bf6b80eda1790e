/** The events embedded on a page of another origin. */
import { beforeAll, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import type { ApiEvent } from "../../../src/contracts/event-record.js";
import { barriersOn, describeInBrowser } from "../../support/browser.js";
import { forEvery } from "../../support/for-every.js";
import { portOf } from "../../support/listen.js";

let shown = "";
let partner: string;
beforeAll(async () => {
  const style = ":root { color-scheme: light dark; background: light-dark(#fff, #111); color: light-dark(#111, #eee) }";
  const head = `<!doctype html><html lang="en"><title>Partner</title><style>${style}</style><main><h1>Partner</h1>`;
  const port = await portOf((_request, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(`${head}${shown}</main></html>`);
  });
  partner = `http://localhost:${port}`;
});

/** Shows markup on a page of a partner; `SITE` in it is the site's origin. */
async function showOnPartner(page: Page, markup: string): Promise<string> {
  const { origin } = new URL(page.url());
  shown = markup.replaceAll("SITE", origin);
  await page.goto(partner);
  return origin;
}
const eventsOf = async (page: Page, origin: string, query: string) =>
  (await (await page.request.get(`${origin}/api/events?${query}`)).json()).events as ApiEvent[];
const script = '<script type="module" src="SITE/embed/events.js"></script>';

describeInBrowser("The custom element for other sites", {}, (open) => {
  it.each(["light", "dark"] as const)(
    "lists the events of the API with their changes, in %s mode",
    async (colorScheme) => {
      const { page } = await open("/en/contact", { colorScheme, width: 375 });
      const element = '<for-commerce-events city="gothenburg" locale="sv" limit="8">Wait</for-commerce-events>';
      const origin = await showOnPartner(page, script + element);
      const items = page.locator("for-commerce-events li");
      await items.first().waitFor();
      const events = await eventsOf(page, origin, "city=gothenburg&locale=sv&limit=8");
      const listed = await items.evaluateAll((all) =>
        all.map((item) => ({
          title: item.querySelector("a")?.textContent,
          url: item.querySelector("a")?.getAttribute("href"),
          startsAt: item.querySelector("time")?.getAttribute("datetime"),
          dateText: item.querySelector("time")?.textContent,
          change: item.querySelector(".change")?.textContent ?? null,
        })),
      );
      const isChanged = ({ status, previousStartsAt }: ApiEvent) =>
        status === "cancelled" || status === "postponed" || previousStartsAt !== null;
      expect(listed).toEqual(
        events.map((event) => {
          const { title, url, startsAt, description } = event;
          const dateText = event.dateText.replace("–", "–\u2060"); // keeps the time on one line
          return { title, url, startsAt, dateText, change: isChanged(event) ? description.split("\n\n")[0] : null };
        }),
      );
      expect(events.filter(isChanged).length).toBeGreaterThan(0);
      expect(await page.locator("for-commerce-events [lang=sv]").count()).toBe(1);
      expect(await page.context().cookies()).toEqual([]);
      expect(await barriersOn(page)).toEqual([]);
    },
  );

  it("updates when its attributes change, and links to the site if there is no event or an error", async () => {
    const { page } = await open("/en/contact");
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
      ["oslo", "Vi har ingen by som heter «oslo». Byene våre er Göteborg,"],
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
    const warnings = messages.filter((text) => text.includes("<for-commerce-events>"));
    expect(warnings).toEqual([expect.stringContaining('"city":["')]);
    // The own content of the element replaces the message.
    await element.evaluate((host) => {
      host.append("Our dates are on another site.");
      host.setAttribute("limit", "3");
    });
    await element.locator("slot").waitFor({ state: "attached" });
    expect(await element.locator("a").count()).toBe(0);
  });

  it("does without what older browsers lack, and stops waiting after ten seconds", async () => {
    const { page } = await open("/en/contact");
    await page.addInitScript(`
        for (const name of ["any", "timeout"]) delete AbortSignal[name];
        for (const owner of [Document, ShadowRoot]) delete owner.prototype.adoptedStyleSheets;
        CSSStyleSheet = undefined;
      `);
    await showOnPartner(page, `${script}<for-commerce-events city="gothenburg" locale="sv"></for-commerce-events>`);
    const element = page.locator("for-commerce-events");
    const list = "document.querySelector('for-commerce-events').shadowRoot.querySelector('ol')";
    const marker = `getComputedStyle(${list}).listStyleType`;
    await element.locator("ol[role=list] li").nth(2).waitFor(); // Safari drops the role with the markers
    expect(await page.evaluate(marker)).toBe("none");

    await page.clock.install();
    await page.route("**/api/events?**", () => {});
    await element.evaluate((host) => host.setAttribute("locale", "nb"));
    await page.clock.runFor(10_000);
    await element.getByText("Datoene kan ikke vises akkurat nå.").waitFor();
  });

  forEvery([
    ["en", "Online"],
    ["sv", "På nätet"],
    ["nb", "På nett"],
  ])("says that an event is online", async (locale, online) => {
    const { page } = await open("/en/contact");
    const attributes = `locale="${locale}" concept="COMMONS" limit="200"`;
    await showOnPartner(page, `${script}<for-commerce-events ${attributes}></for-commerce-events>`);
    await page.locator("for-commerce-events .place").getByText(online, { exact: true }).first().waitFor();
  });

  it("has a page for frames, and no other page can be framed", async () => {
    const { page } = await open("/en/contact");
    const dates = '<iframe title="Dates" src="SITE/embed/gothenburg?locale=nb&limit=3"></iframe>';
    const origin = await showOnPartner(page, `${dates}<iframe title="Other" src="SITE/nb"></iframe>`);
    const frame = page.frameLocator("iframe[title=Dates]");
    await frame.locator("li").nth(2).waitFor();
    const events = await eventsOf(page, origin, "city=gothenburg&locale=nb&limit=3");
    expect(await frame.locator("li a").allTextContents()).toEqual(events.map(({ title }) => title));
    expect(await page.frameLocator("iframe[title=Other]").locator(".masthead").count()).toBe(0);
  });
});
