/** The script and the page for frames that other sites embed. */
import { expect, it } from "@jest/globals";
import { forEvery } from "./support/for-every.js";
import { textsOf } from "./support/html.js";
import { site } from "./support/site.js";

const { get, raw, services } = site();

it("the script is at most 4 KB, and can be loaded from any origin and cached for an hour", async () => {
  const { status, headers } = await raw("/embed/events.js", "GET", { "accept-encoding": "br" });
  expect(status).toBe(200);
  expect(headers).toMatchObject({ "access-control-allow-origin": "*", "cache-control": "public, max-age=3600" });
  expect(headers).toMatchObject({ "content-encoding": "br", "content-type": "text/javascript; charset=utf-8" });
  expect(Number(headers["content-length"])).toBeLessThanOrEqual(4096);
});

forEvery([
  "/embed/gothenburg?locale=sv",
  "/embed/G%C3%B6teborg",
  ...["/embed/events.js", "/embed/page.css"].map((name) => services.assets.address(name)),
  services.assets.all.find(({ address }) => address.endsWith(".woff2"))!.address,
  services.assets.all.find(({ address }) => address.startsWith("/share/"))!.address,
  "/api/events",
  "/api/calendar/gothenburg.ics",
  "/feed.xml",
])("a page that is isolated from other origins can load what other sites may show", async (path) => {
  expect((await get(path)).headers["cross-origin-resource-policy"]).toBe("cross-origin");
});

it("the page for frames is isolated, so that such a page can frame it, and no other page is for other sites", async () => {
  expect((await get("/embed/stockholm")).headers["cross-origin-embedder-policy"]).toBe("require-corp");
  expect((await get("/en")).headers).not.toHaveProperty("cross-origin-resource-policy");
});

it("only the page for frames can be framed, and it shows the events that its query selects", async () => {
  const { $, headers } = await get("/embed/stockholm?locale=sv&limit=200");
  expect(headers["content-security-policy"]).toContain("frame-ancestors *");
  expect(headers["x-robots-tag"]).toBe("noindex");
  expect($("html").attr("lang")).toBe("sv");
  const { events } = JSON.parse((await get("/api/events?city=stockholm&locale=sv&limit=200")).text);
  expect(textsOf($, "li a")).toEqual(events.map(({ title }: { title: string }) => title));
  expect($("li.off .change").length).toBeGreaterThan(0);
  expect((await get("/embed/stockholm?limit=1")).$("li").length).toBe(1);
  expect((await get("/embed/stockholm")).$("html").attr("lang")).toBe("en");
  expect((await get("/embed/oslo")).status).toBe(404);
  expect((await get("/embed/G%C3%B6teborg.ics")).status).toBe(400); // no calendar
  expect((await get("/embed/G%C3%B6teborg?locale=sv")).headers.location).toBe("/embed/gothenburg?locale=sv");
  for (const query of ["concept=x", "theme=blue", "theme=Dark", "theme=light&theme=dark"])
    expect({ query, status: (await get(`/embed/stockholm?${query}`)).status }).toEqual({ query, status: 400 });
  for (const path of ["/en", "/en/search", "/embed/oslo", "/embed/events.js"])
    expect((await get(path)).headers["content-security-policy"]).toContain("frame-ancestors 'none'");
});

it("the page for frames understands any tag of a language, and a concept in any case", async () => {
  for (const [tag, language] of Object.entries({ "nn-NO": "nb", "%20en_GB%20": "en", de: "en" })) {
    const { $ } = await get(`/embed/stockholm?locale=${tag}&concept=after`);
    expect({ tag, language: $("html").attr("lang") }).toEqual({ tag, language });
    expect(textsOf($, "h1")).toEqual([expect.stringContaining("After Commerce")]);
  }
});

it("the page for frames is light or dark as its query says, otherwise as the system", async () => {
  const schemes = async (query: string) =>
    (await get(`/embed/varberg${query}`)).$("meta[name=color-scheme]").attr("content");
  const shown = { dark: await schemes("?theme=dark"), light: await schemes("?theme=light"), none: await schemes("") };
  expect(shown).toEqual({ dark: "dark", light: "light", none: "light dark" });
});
