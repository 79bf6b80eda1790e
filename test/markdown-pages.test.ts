import { describe, expect, it } from "@jest/globals";
import { forEvery } from "./support/for-every.js";
import { site } from "./support/site.js";

const { get } = site();

describe("The address of a page", () => {
  forEvery([
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
  ] as const)("answers Markdown or HTML as the Accept header prefers", async (accept, markdown) => {
    for (const address of ["/en/after-commerce", "/en/after-commerce"]) {
      const { status, headers } = await get(address, { Accept: accept });

      expect([status, headers["content-type"]]).toEqual([200, `text/${markdown ? "markdown" : "html"}; charset=utf-8`]);
      expect(headers.vary).toMatch(/\bAccept\b(?!-)/);
      expect(headers["cache-control"]).toBe(markdown ? "no-store" : "public, max-age=60, stale-while-revalidate=300");
    }
  });

  it("does not serve Markdown from the cache to a browser", async () => {
    const fresh = site();
    await fresh.get("/sv", { Accept: "text/markdown" });
    expect((await fresh.get("/sv", { Accept: "text/html" })).headers["content-type"]).toBe("text/html; charset=utf-8");
  });
});
