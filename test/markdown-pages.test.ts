import { describe, expect, it } from "@jest/globals";
import { parse } from "yaml";
import { inLine } from "./support/html.js";
import { BASE_URL, site } from "./support/site.js";
import { everyAddress } from "./support/specified-pages.js";

const { get, services } = site();

describe.each(everyAddress)("the Markdown twin of %s", (address, language) => {
  it("says what the page says, to programs", async () => {
    const { $ } = await get(address);
    const { status, headers, text } = await get($('link[type="text/markdown"]').attr("href")!);
    const [, frontMatter, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(text)!;

    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/markdown; charset=utf-8");
    expect(headers.link).toBe(`<${BASE_URL}${address}>; rel="canonical"`);
    expect(headers["cache-control"]).toContain("public");
    expect(parse(frontMatter!)).toMatchObject({
      title: $("title").text().replace(` · ${services.library.organisation.name}`, ""),
      description: $("meta[name=description]").attr("content"),
      lang: language,
      url: BASE_URL + address,
    });
    const headings = [...body!.matchAll(/^#{1,3} (.+)$/gm)].map((match) => match[1]);
    const shown = $("main h1, main h2, main h3")
      .not(".articles h3, .notes h2") // there they stand in a list of links
      .toArray()
      .map((heading) => [$(heading).closest("li").find("time").text(), $(heading).text()].filter(Boolean).join(" "));
    expect(headings).toEqual(shown);
    for (const fact of $(".key-facts dd").toArray()) expect(inLine(body!)).toContain(inLine($(fact).text()));
    for (const said of $(".subscribe dd, #form legend, #form label, #form .field-hint").not(".form-trap *").toArray())
      expect(inLine(body!)).toContain(inLine($(said).text()));
    expect(body).not.toMatch(/\]\(\/|\{#|\{\{|\(page:/);
  });
});

describe("the address of a page answers Markdown to who prefers it", () => {
  it.each([
    ["text/markdown", true],
    ["text/markdown, text/html;q=0.9", true],
    ["text/markdown, text/html", true],
    ["text/html, text/markdown", false],
    ["text/html;q=0.5, text/markdown;q=0.4", false],
    ["text/markdown;q=0.9, */*;q=0.1", true],
    ["text/markdown, */*", true],
    ["text/markdown;q=0", false],
    ["text/markdown;q=0.5, */*", false],
    ["Text/Markdown", true],
    ["text/markdown;charset=utf-8", true],
    ["text/markdown; charset=utf-8, text/html;q=0.5", true],
    ["text/html;level=1, text/markdown;q=0.5", false],
    ["text/markdown;q=x", false],
    [",;, ,text/markdown", true],
    ["text/html,application/xhtml+xml,*/*;q=0.8", false],
    ["*/*", false],
    ["text/*", false],
    ["application/json", false],
  ])("Accept: %s", async (accept, markdown) => {
    for (const address of ["/en/after-commerce", "/en/after-commerce"]) {
      const { status, headers } = await get(address, { Accept: accept });

      expect([status, headers["content-type"]]).toEqual([200, `text/${markdown ? "markdown" : "html"}; charset=utf-8`]);
      expect(headers.vary).toMatch(/\bAccept\b(?!-)/);
      expect(headers["cache-control"]).toBe(markdown ? "no-store" : "public, max-age=60, stale-while-revalidate=300");
    }
  });

  it("without handing it to the next browser", async () => {
    const fresh = site();
    await fresh.get("/sv", { Accept: "text/markdown" });
    expect((await fresh.get("/sv", { Accept: "text/html" })).headers["content-type"]).toBe("text/html; charset=utf-8");
  });
});
