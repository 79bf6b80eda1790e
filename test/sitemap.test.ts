import { expect, it } from "@jest/globals";
import { load } from "cheerio";
import { XMLValidator } from "fast-xml-parser";
import { articleFile } from "./support/article.js";
import { tinyContentFolder } from "./support/content-copy.js";
import { libraryOf } from "./support/content-folder.js";
import { BASE_URL, site } from "./support/site.js";
import { everyAddress, languages } from "./support/specified-pages.js";

const { get } = site();
const locationsIn = (xml: string) => {
  const $ = load(xml, { xml: true });
  return $("url")
    .toArray()
    .map((url) => ({
      loc: $(url).find("loc").text(),
      changed: $(url).find("lastmod").text(),
      links: $(url)
        .find("xhtml\\:link")
        .toArray()
        .map((link) => ({ language: $(link).attr("hreflang"), url: $(link).attr("href") })),
    }));
};

it("the sitemap lists every page, article and coming date in each language once, with its other languages", async () => {
  const { text } = await get("/sitemap.xml");
  expect(XMLValidator.validate(text)).toBe(true);
  const entries = locationsIn(text);
  const addresses: string[] = everyAddress.map(([address]) => BASE_URL + address);
  for (const locale of languages)
    for (const { url } of JSON.parse((await get(`/api/events?locale=${locale}&limit=200`)).text).events)
      addresses.push(url);
  expect(entries.map(({ loc }) => loc).sort()).toEqual(addresses.sort());
  for (const { loc, links, changed } of entries) {
    const path = loc.slice(`${BASE_URL}/en`.length);
    const others = languages.map((language) => ({ language, url: `${BASE_URL}/${language}${path}` }));
    expect({ loc, links }).toEqual({ loc, links: [...others, { language: "x-default", url: others[0]!.url }] });
    expect(changed).toMatch(/^20\d\d-\d\d-\d\d$/);
  }
});

it("the sitemap has the languages of an article, and as lastmod the last change on a page, in its language", async () => {
  const content = tinyContentFolder();
  content.change("events/evening/event.json", (text) =>
    JSON.stringify({ ...JSON.parse(text), updated: "2089-12-03T23:30:00Z" }),
  );
  content.remove("events/evening/nb.md");
  content.change("pages/contact/sv.md", (text) => text.replace(/^updated: .*$/m, "updated: 2089-12-05"));
  content.change("pages/contact/en.md", (text) => text.replace(/^updated: .*$/m, "updated: 2026-11-20"));
  content.write("guides/lamps/en.md", articleFile({ published: "2089-12-07" }));
  const { get } = site({ library: libraryOf(content.folder), clock: () => Date.parse("2090-01-01T12:00:00Z") });
  const entries = new Map(locationsIn((await get("/sitemap.xml")).text).map((entry) => [entry.loc, entry]));
  const on = (path: string) => entries.get(BASE_URL + path)?.changed;

  expect({
    "the event, on its local date in Stockholm": on("/sv/after-commerce/gothenburg"),
    "the event is not in Norwegian": on("/nb/after-commerce/gothenburg"),
    "the Swedish text": on("/sv/contact"),
    "the English text": on("/en/contact"),
    "the list of the article": on("/en/guides"),
    "the list without it": on("/sv/guides"),
    "the article": on("/en/guides/lamps"),
    "the article is not in Swedish": on("/sv/guides/lamps"),
    "its languages": entries.get(`${BASE_URL}/en/guides/lamps`)!.links.map(({ language }) => language),
  }).toEqual({
    "the event, on its local date in Stockholm": "2089-12-04",
    "the event is not in Norwegian": "2026-11-01",
    "the Swedish text": "2089-12-05",
    "the English text": "2026-11-20",
    "the list of the article": "2089-12-07",
    "the list without it": "2026-11-01",
    "the article": "2089-12-07",
    "its languages": ["en", "x-default"],
  });
});
