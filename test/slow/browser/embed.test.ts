/** The events embedded on a page of another origin. */
import { beforeAll, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import type { ApiEvent } from "../../../src/events/record.js";
import { barriersOn, describeInBrowser } from "../../support/browser.js";
import { portOf } from "../../support/listen.js";

let shown = "";
let partner: string;
beforeAll(async () => {
  const style = ":root { color-scheme: light dark; background: light-dark(#fff, #111); color: light-dark(#111, #eee) }";
  const head = `<!doctype html><html lang="en"><title>Partner</title><style>${style}</style><main><h1>Partner</h1>`;
  const port = await portOf((_request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(`${head}${shown}</main></html>`);
  });
  partner = `http://localhost:${port}`;
});

/** Shows the element with these attributes on a page of a partner, and returns it and the site's origin. */
async function showOnPartner(page: Page, attributes: string) {
  const { origin } = new URL(page.url());
  const script = `<script type="module" src="${origin}/embed/events.js"></script>`;
  shown = `${script}<for-commerce-events ${attributes}></for-commerce-events>`;
  await page.goto(partner);
  return { origin, element: page.locator("for-commerce-events") };
}

describeInBrowser("The custom element for other sites", {}, (open) => {
  it.each([
    { locale: "sv", online: "På nätet", zone: "centraleuropeisk normaltid", colorScheme: "light" },
    { locale: "nb", online: "På nett", zone: "sentraleuropeisk normaltid", colorScheme: "dark" },
  ] as const)("lists the events of the API in $locale, with their places and changes", async (given) => {
    const { locale, online, zone, colorScheme } = given;
    const { page } = await open("/en/contact", { colorScheme, width: 375 });
    const { origin, element } = await showOnPartner(page, `city="gothenburg" limit="8" locale="${locale}"`);
    const items = element.locator(`[lang=${locale}] li`);
    await items.first().waitFor();
    const listed = await items.evaluateAll((all) =>
      all.map((item) => {
        const textOf = (selector: string) => item.querySelector(selector)?.textContent;
        const startsAt = item.querySelector("time")?.dateTime;
        const [dateText, title, url] = [textOf("time"), textOf("a"), item.querySelector("a")?.href];
        return { title, url, startsAt, dateText, place: textOf(".place"), change: textOf(".change") };
      }),
    );
    const answer = await page.request.get(`${origin}/api/events?city=gothenburg&limit=8&locale=${locale}`);
    const { events } = (await answer.json()) as { events: ApiEvent[] };
    const isChanged = ({ status, previousStartsAt }: ApiEvent) =>
      status === "cancelled" || status === "postponed" || previousStartsAt !== null;
    const expected = events.map((event) => ({
      title: event.title,
      url: event.url,
      startsAt: event.startsAt,
      // The time stays on one line.
      dateText: event.dateText.replace("–", "–\u2060"),
      place: event.attendance === "online" ? online : `${event.venue?.name}, ${event.cityName}`,
      change: isChanged(event) ? event.description.split("\n\n")[0] : undefined,
    }));
    expect(listed).toEqual(expected);
    expect(events.some(isChanged)).toBe(true);
    expect(expected.find(({ place }) => place === online)?.dateText).toContain(`(${zone})`);
    expect(await page.context().cookies()).toEqual([]);
    expect(await barriersOn(page)).toEqual([]);
  });

  it("updates when its attributes change, and links to the site if there is no event or an error", async () => {
    const { page } = await open("/en/contact");
    const requests: string[] = [];
    page.on("request", (request) => void (request.url().includes("/api/") && requests.push(request.url())));
    const { origin, element } = await showOnPartner(page, 'limit="2" locale="en" city="gothenburg"');
    await element.locator("li").nth(1).waitFor();
    expect(requests).toEqual([`${origin}/api/events?limit=2&city=gothenburg&locale=en`]);
    const warning = page.waitForEvent("console", (message) => message.text().includes('"city":["'));
    await element.evaluate((host) => {
      host.setAttribute("locale", "nb");
      host.setAttribute("city", "Malmö");
    });
    await element.getByText("Vi har ingen by som heter «Malmö». Byene våre er Göteborg,").waitFor();
    expect(await element.locator("a").getAttribute("href")).toBe(`${origin}/nb`);
    await warning; // for the developer of the page
    expect(requests).toHaveLength(2);
    // The own content of the element replaces the message.
    await element.evaluate((host) => {
      host.append("Our dates are on another site.");
      host.setAttribute("limit", "3");
    });
    await element.locator("slot").waitFor({ state: "attached" });
    expect(await element.locator("a").count()).toBe(0);
    const full = { signUp: "full", status: "tentative", attendance: "hybrid", dateText: "", description: "" };
    await page.route("**/api/events?**", (route) => route.fulfill({ json: { events: [full] } }));
    await element.evaluate((host) => host.setAttribute("limit", "4"));
    expect(await element.locator("li").textContent()).toMatch(/også på nettFulltIkke bekreftet ennå\.$/);
  });

  it.each([
    ['locale="sv-SE" concept="after" city="GÖTEBORG"', "sv", "concept=AFTER&city=gothenburg&locale=sv"],
    ['locale=" no " concept="After"', "nb", "concept=AFTER&locale=nb"],
    ['locale="nn_NO" city="goteborg"', "nb", "city=gothenburg&locale=nb"],
    ['locale="constructor"', "en", ""],
  ])("understands %s", async (attributes, language, query) => {
    const { page } = await open("/en/contact");
    const asked = page.waitForRequest((request) => request.url().includes("/api/events"));
    const { element } = await showOnPartner(page, `${attributes} limit="1"`);
    await element.locator(`[lang=${language}] li`).waitFor();
    const { searchParams } = new URL((await asked).url());
    searchParams.delete("limit");
    expect([...searchParams].sort()).toEqual([...new URLSearchParams(query)].sort());
  });

  it("does without what older browsers lack, and stops waiting after ten seconds", async () => {
    const { page } = await open("/en/contact");
    await page.addInitScript(`
      for (const name of ["any", "timeout"]) delete AbortSignal[name];
      for (const owner of [Document, ShadowRoot]) delete owner.prototype.adoptedStyleSheets;
      CSSStyleSheet = undefined;
    `);
    const { element } = await showOnPartner(page, 'city="gothenburg" locale="sv"');
    await element.locator("ol[role=list] li").nth(2).waitFor(); // Safari drops the role with the markers
    const list = "document.querySelector('for-commerce-events').shadowRoot.querySelector('ol')";
    expect(await page.evaluate(`getComputedStyle(${list}).listStyleType`)).toBe("none");
    await page.clock.install();
    await page.route("**/api/events?**", () => {});
    await element.evaluate((host) => host.setAttribute("locale", "nb"));
    await page.clock.runFor(10_000);
    await element.getByText("Arrangementene kan ikke vises akkurat nå.").waitFor({ timeout: 5_000 }); // the clock runs on
  });
});
