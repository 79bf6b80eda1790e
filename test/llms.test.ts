/** The files that tell language models what the site has. */
import { describe, expect, it } from "@jest/globals";
import { name } from "./support/owner.js";
import { BASE_URL, site } from "./support/site.js";
import { everyAddress } from "./support/specified-pages.js";

const { get } = site();

describe("llms.txt", () => {
  it("begins with the site's name and a summary, and leaves out a part without text", async () => {
    const { text } = await get("/llms.txt");
    expect(text.split("\n\n").slice(0, 2)).toEqual([`# ${name}`, expect.stringMatching(/^> [^\n]+$/)]);
    expect(text).toContain("\n## Guides\n");
    expect((await site({ clock: () => 0 }).get("/llms.txt")).text).not.toMatch(/^## (?:Guides|Perspectives)/m);
  });

  it("links once to every English page and article in Markdown, and to the addresses of the data", async () => {
    const { text } = await get("/llms.txt");
    const links = [...text.matchAll(/\]\((.*?)\)/g)].map((match) => match[1]!);
    const english = everyAddress.filter(([, language]) => language === "en").map(([path]) => `${BASE_URL}${path}.md`);
    expect(links.length).toBe(new Set(links).size);
    expect(links).toEqual(expect.arrayContaining(english));
    for (const link of links) {
      const { status, headers } = await get(link.slice(BASE_URL.length));
      const type = headers["content-type"];
      expect({ link, status, type }).toEqual({ link, status: 200, type: "text/markdown; charset=utf-8" });
    }
    const [{ id }] = JSON.parse((await get("/api/events?limit=1")).text).events;
    const codes = [...text.matchAll(/`(https[^`]*)`/g)].map(([, code]) => code!.slice(BASE_URL.length));
    const data = ["/api/events", "/api/openapi.json", "/api/calendar.ics", "/api/calendar/varberg.ics", "/feed.xml"];
    expect(codes).toEqual(expect.arrayContaining([...data, "/sitemap.xml", "/llms-full.txt"]));
    for (const code of codes) {
      const { status } = await get(code.replace("{id}", id));
      expect({ code, status }).toEqual({ code, status: 200 });
    }
  });
});

it("llms-full.txt has the coming events, every page with its questions, and the technical information", async () => {
  const plain = (text: string) => text.replaceAll("\u00a0", " ").replaceAll("\u2060", "");
  const text = plain((await get("/llms-full.txt")).text);
  const list = JSON.parse((await get("/api/events?locale=en")).text);
  for (const { url, dateText } of list.events) {
    expect(text).toContain(`(${url})`);
    expect(text).toContain(dateText);
  }
  for (const [address, language] of everyAddress) {
    if (language !== "en") continue;
    const { $ } = await get(address);
    expect(text).toContain(BASE_URL + address);
    for (const question of $(".question h3").toArray()) expect(text).toContain($(question).text());
    if (!/\/(?:guides|perspectives)\/./.test(address)) {
      const [heading, lead] = ["h1", ".lead"].map((part) => plain($(part).first().text()));
      expect(text).toContain(`\n### ${heading} (${BASE_URL}${address})\n\n${lead}\n`);
    }
  }
  expect(text.match(/(?<=^## ).*?(?=$| \(https)/gm)).toEqual([
    "Who it is for",
    "All dates of the next twelve months",
    ...["After Commerce", "Boardroom for Commerce", "Commerce Commons", "About the site", "What membership costs"],
    ...["Guides", "Perspectives", "Privacy and terms", "Addresses", "Technical information"],
  ]);
  expect(text).toContain("curl");
  expect(text.match(/^# /gm)).toHaveLength(1);
  expect(text).not.toContain("](/");
});
