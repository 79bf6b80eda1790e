import { describe, expect, it } from "@jest/globals";
import { forEvery } from "./support/for-every.js";
import { parsed } from "./support/html.js";
import { site } from "./support/site.js";
import { everyAddress } from "./support/specified-pages.js";

const { get, raw, services } = site();
const errorText = (key: string, lng: string) => services.i18n.t(`errors:${key}`, { lng });

describe("GET /", () => {
  forEvery([
    ["sv-SE,sv;q=0.9,en;q=0.8", "/sv"],
    ["nb-NO", "/nb"],
    ["nn_NO, en;q=0.5", "/nb"],
    ["de-DE, fr;q=0.9, sv;q=0.2", "/sv"],
    ["en;q=0.3, nb;q=0.7", "/nb"],
    ["sv;q=0, en", "/en"],
    ["sv;q=0", "/en"],
    ["*", "/en"],
    ["", "/en"],
    ["<script>, ../../etc, %00", "/en"],
  ])("redirects to the language that Accept-Language prefers, and keeps the query", async (preferred, home) => {
    const answer = await get("/?utm_source=a&x=%C3%A5", { "Accept-Language": preferred });
    const headers = { location: `${home}?utm_source=a&x=%C3%A5`, vary: "Accept-Language" };
    expect(answer).toMatchObject({ status: 302, headers: { ...headers, "cache-control": "public, max-age=60" } });
  });

  it("is the only address that reads Accept-Language", async () =>
    expect((await get("/sv", { "Accept-Language": "en" })).headers["content-language"]).toBe("sv"));
});

describe("An address with a missing locale, an alias or a trailing slash", () => {
  forEvery([
    ["/after-commerce/", "/en/after-commerce"],
    ["/guides/product-data", "/en/guides/product-data"],
    ["/developer.md", "/en/developer.md"],
    ["/no", "/nb"],
    ["/no.md", "/nb.md"],
    ["/no/perspectives/measure-less", "/nb/perspectives/measure-less"],
    ["/no/after-commerce/faq/", "/nb/after-commerce/faq"],
    ["/sv/", "/sv"],
    ["/sv/after-commerce///", "/sv/after-commerce"],
    ["/sv/a@b:c+d/", "/sv/a@b:c+d"],
    ["//api///events//", "/api/events"],
    ["/mcp/", "/mcp"],
    ["/embed/events.js/", "/embed/events.js"],
    ["/styles/site.css/", "/styles/site.css"],
    ["/nothing/", "/nothing"],
    ["//evil.example", "/evil.example"],
    ["/\\evil.example/", "/evil.example"],
    ["///no//", "/nb"],
    ["https://any.example:8443/no/", "/nb"], // an absolute form is answered by its path
    ["HTTP://[::1]/no", "/nb"],
  ])("redirects every method with 308 to the canonical address, with its query", async (path, target) => {
    for (const method of ["GET", "POST"]) {
      const answer = await raw(`${path}?a=1&b=//evil.example`, method);
      const headers = { location: `${target}?a=1&b=//evil.example`, "cache-control": "public, max-age=60" };
      expect({ method, ...answer }).toMatchObject({ method, status: 308, headers });
    }
  });

  forEvery([
    ...["//evil.example", "//evil.example/", "///evil.example/", "/\\evil.example/", "/%5Cevil.example/"],
    ...["/%2F%2Fevil.example/", "/%2F/evil.example/", "//evil.example/%2e%2e/", "/.//evil.example/"],
    ...["/en//evil.example/", "/no//evil.example/", "/no/\\evil.example/", "/http://evil.example/"],
    ...["/sv\\evil.example/", "/sv/..//evil.example/", "/sv/..\\\\evil.example/", "/no/%2e%2e/%2Fevil.example/"],
    ...["/sv@evil.example/", "http://evil.example/sv/", "http://any.example//evil.example/"],
    ...["//api//evil.example/", "/api/..//evil.example/", "/api\\evil.example/", "/mcp\\evil.example/"],
    ...["/\\mcp/", "//feed.xml//evil.example"],
  ])("never redirects to another host", async (path) => {
    const { status, headers } = await raw(path);
    const target = new URL(headers.location ?? "/", "https://www.forcommerce.example");

    expect({ path, isRejectedOrMoved: status === 404 || status === 308 }).toEqual({ path, isRejectedOrMoved: true });
    expect(target.host).toBe("www.forcommerce.example");
    expect(headers.location ?? "/en").toMatch(/^\/[^/\\]/);
  });
});

describe("An unknown address", () => {
  forEvery([
    ["/sv/finns-inte.md", "sv"],
    ["/perspectives/product-data", "en"],
    ["/de/after-commerce", "en"],
    ["/sv/After-Commerce", "sv"],
    ["/en/after-commerce/gothenburg/start-format/x", "en"],
    ["/en/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "en"],
    ["/sv/%00", "sv"],
    ["/styles/../../package.json", "en"],
    ["/cimode", "en"], // a language that i18next has by itself
    ["/sv/__proto__", "sv"],
    ["/sv/aaa…", "sv", `/sv/${"a".repeat(8000)}`],
    ["/a/a/a…", "en", `${"/a".repeat(4000)}`],
  ])(
    "gets a page of its language with 404, which is not cached, and has a search",
    async (name, language, path = name) => {
      const { status, headers, $ } = parsed(await raw(path));
      const type = "text/html; charset=utf-8";
      const expected = { "cache-control": "no-store", "content-type": type, "content-language": language };
      expect({ status, headers }).toMatchObject({ status: 404, headers: expected });
      expect(headers.etag).toBeUndefined();
      const search = $("main search form[method=get]");
      expect({
        language: $("html").attr("lang"),
        heading: $("h1").text(),
        robots: $("meta[name=robots]").attr("content"),
        norwegian: $(".languages a[hreflang=nb]").attr("href"),
        search: { action: search.attr("action"), words: search.find("input[name=q]").attr("value") },
      }).toEqual({
        language,
        heading: errorText("notFound.heading", language),
        robots: "noindex",
        norwegian: "/nb",
        search: { action: `/${language}/search`, words: "" },
      });
      expect((await raw(path, "POST")).status).toBe(404);
    },
  );

  forEvery(["/%", "http://[/", "javascript://site", "/en/%zz", "/sv/after-commerce/%E0%A4%A", "/%C3%28/"])(
    "answers 400 if it cannot be decoded",
    async (path) => {
      const answer = await raw(path);
      expect(answer).toMatchObject({ status: 400, headers: { "cache-control": "no-store" } });
      expect(answer.text).toContain(
        `<h1>${errorText("badRequest.heading", path.startsWith("/sv") ? "sv" : "en")}</h1>`,
      );
    },
  );

  it("answers 404 in JSON under /api, in the locale of the query", async () => {
    const languages = { "/api": "en", "/api/nothing?locale=sv": "sv", "/api/nothing?locale=xx&locale=sv": "en" };
    for (const [address, language] of Object.entries(languages)) {
      const answer = await get(address);
      const headers = { "content-type": "application/json; charset=utf-8", "content-language": language };
      expect(answer).toMatchObject({ status: 404, headers: { ...headers, "cache-control": "no-store" } });
      expect({ address, ...JSON.parse(answer.text) }).toEqual({
        address,
        error: errorText("notFound.message", language),
      });
    }
  });
});

describe("A method", () => {
  const [ofPages, ofPosts] = ["GET, HEAD, OPTIONS", "POST, OPTIONS"];
  forEvery([
    ["OPTIONS /nb", 204, ofPages],
    ["POST /sv/after-commerce", 405, ofPages],
    ["PATCH /sv/after-commerce", 405, ofPages],
    ["POST /favicon.ico", 405, ofPages],
    ["POST /nb/site.webmanifest", 405, ofPages],
    ["DELETE /sv/guides/product-data.md", 405, ofPages],
    ["OPTIONS /api/ai/chat", 204, ofPosts],
    ["GET /api/ai/chat", 405, ofPosts],
    ["HEAD /api/ai/chat", 405, ofPosts],
    ["GET /mcp", 405, ofPosts],
    ["DELETE /mcp", 405, ofPosts],
  ])(
    "OPTIONS gets Allow, and so does a method that an address does not have, with 405",
    async (request, status, allow) => {
      const [method, path] = request.split(" ");
      const answer = await raw(path!, method);
      expect(answer).toMatchObject({ status, headers: { allow } });
      if (path!.startsWith("/sv/after"))
        expect(answer.text).toContain(`<h1>${errorText("methodNotAllowed.heading", "sv")}</h1>`);
    },
  );

  forEvery(everyAddress.filter((_, index) => index % 7 === 0))("HEAD gets the headers of GET", async (address) => {
    const { status, headers } = await raw(address, "GET");
    const same = { "content-type": headers["content-type"], "content-length": headers["content-length"] };
    expect(status).toBe(200);
    expect(await raw(address, "HEAD")).toMatchObject({ status, text: "", headers: same });
  });
});
