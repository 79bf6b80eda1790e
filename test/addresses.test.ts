import { describe, expect, it } from "@jest/globals";
import { forEvery } from "./support/for-every.js";
import { parsed } from "./support/html.js";
import { site } from "./support/site.js";
import { everyAddress } from "./support/specified-pages.js";

const { get, raw, client, services } = site();
const errorText = (key: string, lng: string) => services.i18n.t(`errors:${key}`, { lng });

describe("GET /", () => {
  forEvery([
    ["sv-SE,sv;q=0.9,en;q=0.8", "/sv"],
    ["nb-NO", "/nb"],
    ["no", "/nb"],
    ["nn-NO, en;q=0.5", "/nb"],
    ["de-DE, fr;q=0.9, sv;q=0.2", "/sv"],
    ["en;q=0.3, nb;q=0.7", "/nb"],
    ["sv;q=0, en", "/en"],
    ["sv;q=0", "/en"],
    ["*", "/en"],
    ["", "/en"],
    ["<script>, ../../etc, %00", "/en"],
  ])("redirects to the language that Accept-Language prefers, and keeps the query", async (preferred, home) => {
    const { status, headers } = await get("/?utm_source=a&x=%C3%A5", { "Accept-Language": preferred });
    expect({ status, location: headers.location }).toEqual({ status: 302, location: `${home}?utm_source=a&x=%C3%A5` });
    expect(headers).toMatchObject({ vary: "Accept-Language", "cache-control": "public, max-age=60" });
  });

  it("is the only address that reads Accept-Language", async () => {
    const { status, headers } = await get("/sv", { "Accept-Language": "en" });
    expect({ status, language: headers["content-language"] }).toEqual({ status: 200, language: "sv" });
  });
});

describe("An address with a missing locale, an alias or a trailing slash", () => {
  forEvery([
    ["/after-commerce/", "/en/after-commerce"],
    ["/guides/product-data", "/en/guides/product-data"],
    ["/guides/product-data.md/", "/en/guides/product-data.md"],
    ["/developer.md", "/en/developer.md"],
    ["/no", "/nb"],
    ["/no.md", "/nb.md"],
    ["/no/perspectives/measure-less", "/nb/perspectives/measure-less"],
    ["/no/after-commerce/faq/", "/nb/after-commerce/faq"],
    ["/no/after-commerce.md", "/nb/after-commerce.md"],
    ["/no/finnes-ikke", "/nb/finnes-ikke"],
    ["/sv/", "/sv"],
    ["/sv/after-commerce///", "/sv/after-commerce"],
    ["/en/nothing/", "/en/nothing"],
    ["/sv/a@b:c+d/", "/sv/a@b:c+d"],
    ["//api///events//", "/api/events"],
    ["/api/calendar/gothenburg/", "/api/calendar/gothenburg"],
    ["/mcp/", "/mcp"],
    ["/healthz//", "/healthz"],
    ["/feed.xml/", "/feed.xml"],
    ["/.well-known/security.txt/", "/.well-known/security.txt"],
    ["/embed/events.js/", "/embed/events.js"],
    ["/styles/site.css/", "/styles/site.css"],
    ["/favicon.ico/", "/favicon.ico"],
    ["/nothing/", "/nothing"],
    ["//evil.example", "/evil.example"],
    ["/\\evil.example/", "/evil.example"],
    ["///no//", "/nb"],
  ])("redirects every method with 308 to the canonical address, with its query", async (path, target) => {
    for (const method of ["GET", "POST"]) {
      const { status, headers } = await raw(`${path}?a=1&b=//evil.example`, method);
      expect({ method, status, location: headers.location, caching: headers["cache-control"] }).toEqual({
        method,
        status: 308,
        location: `${target}?a=1&b=//evil.example`,
        caching: "public, max-age=60",
      });
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

    expect([404, 308]).toContain(status);
    expect(target.host).toBe("www.forcommerce.example");
    expect(headers.location ?? "/en").toMatch(/^\/[^/\\]/);
  });
});

describe("A request in absolute form", () => {
  forEvery(["http://any.example", "https://any.example:8443", "HTTP://[::1]"])(
    "is answered by its path",
    async (origin) => {
      const { status, text } = await raw(`${origin}/nb/after-commerce?x=1`);
      expect({ status, isSame: text === (await raw("/nb/after-commerce")).text }).toEqual({
        status: 200,
        isSame: true,
      });
      expect((await raw(`${origin}/no/?x=1`)).headers.location).toBe("/nb?x=1");
      expect((await raw(`${origin}/?x=1`)).headers.location).toBe("/en?x=1");
    },
  );
});

describe("An unknown address", () => {
  forEvery([
    ["/sv/finns-inte", "sv"],
    ["/sv/finns-inte.md", "sv"],
    ["/nb/finnes-ikke", "nb"],
    ["/en/missing", "en"],
    ["/perspectives/product-data", "en"],
    ["/missing.md", "en"],
    ["/de/after-commerce", "en"],
    ["/EN/after-commerce", "en"],
    ["/sv/After-Commerce", "sv"],
    ["/sv/after-commerce/goteborg", "sv"],
    ["/en/after-commerce/gothenburg/start-format/x", "en"],
    ["/favicon.png", "en"],
    ["/../../etc/passwd", "en"],
    ["/en/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "en"],
    ["/sv/%00", "sv"],
    ["/styles/../../package.json", "en"],
    ["/constructor", "en"],
    ["/cimode", "en"], // a language that i18next has by itself
    ["/cimode.md", "en"],
    ["/dev/x", "en"],
    ["/sv/__proto__", "sv"],
    ["/sv/aaa…", "sv", `/sv/${"a".repeat(8000)}`],
    ["/a/a/a…", "en", `${"/a".repeat(4000)}`],
  ])(
    "gets a page of its language with 404, which is not cached, and has a search",
    async (name, language, path = name) => {
      const { status, headers, $ } = parsed(await raw(path));
      expect({ status, ...headers }).toMatchObject({
        status: 404,
        "cache-control": "no-store",
        "content-type": "text/html; charset=utf-8",
        "content-language": language,
      });
      expect(headers.etag).toBeUndefined();
      const search = $("main search form[method=get]");
      expect({
        language: $("html").attr("lang"),
        heading: $("h1").text(),
        robots: $("meta[name=robots]").attr("content"),
        languages: [
          ...new Set(
            $("a[hreflang]")
              .map((_, link) => link.attribs.href)
              .get(),
          ),
        ],
        search: { action: search.attr("action"), words: search.find("input[name=q]").attr("value") },
      }).toEqual({
        language,
        heading: errorText("notFound.heading", language),
        robots: "noindex",
        languages: ["/en", "/sv", "/nb"],
        search: { action: `/${language}/search`, words: "" },
      });
      expect((await raw(path, "POST")).status).toBe(404);
    },
  );

  forEvery(["/%", "http://[/", "javascript://site", "/en/%zz", "/sv/after-commerce/%E0%A4%A", "/%C3%28/"])(
    "answers 400 if it cannot be decoded",
    async (path) => {
      const { status, headers, text } = await raw(path);

      expect(status).toBe(400);
      expect(headers["cache-control"]).toBe("no-store");
      expect(text).toContain(`<h1>${errorText("badRequest.heading", path.startsWith("/sv") ? "sv" : "en")}</h1>`);
    },
  );

  it("answers 404 in JSON under /api, in the locale of the query", async () => {
    for (const [address, language] of [
      ["/api", "en"],
      ["/api/nothing", "en"],
      ["/api/nothing?locale=sv", "sv"],
      ["/api/nothing?locale=xx&locale=sv", "en"],
    ] as const) {
      const { status, headers, text } = await get(address);
      expect({ address, status, ...headers, body: JSON.parse(text) }).toMatchObject({
        address,
        status: 404,
        body: { error: errorText("notFound.message", language) },
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-store",
        "content-language": language,
      });
    }
  });
});

describe("Methods", () => {
  forEvery(["POST", "PUT", "DELETE", "PATCH"])(
    "another method than GET and HEAD on a page is 405, in its language, with Allow",
    async (method) => {
      const { status, headers, text } = await raw("/sv/after-commerce", method);
      expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: "GET, HEAD, OPTIONS" });
      expect(text).toContain(`<h1>${errorText("methodNotAllowed.heading", "sv")}</h1>`);
    },
  );

  forEvery([
    ["OPTIONS", "/nb", 204],
    ["POST", "/favicon.ico", 405],
    ["POST", "/nb/site.webmanifest", 405],
    ["POST", "/en.md", 405],
    ["POST", "/sv/guides/product-data.md", 405],
  ])("OPTIONS, and POST to a file, get Allow", async (method, path, expected) => {
    const { status, headers } = await raw(path, method);
    expect({ path, status, allow: headers.allow }).toEqual({ path, status: expected, allow: "GET, HEAD, OPTIONS" });
  });

  it("a rejected request body is not read to its end", async () => {
    expect((await raw("/sv", "POST", { "content-length": "1000000000" })).headers.connection).toBe("close");
  });

  forEvery(everyAddress.filter((_, index) => index % 7 === 0))(
    "HEAD answers like GET, without a body",
    async (address) => {
      const got = await client.get(address).set("Accept-Encoding", "identity");
      const head = await client.head(address).set("Accept-Encoding", "identity");

      for (const { status, headers } of [head, got])
        expect({ status, ...headers }).toMatchObject({
          status: 200,
          "content-length": got.headers["content-length"],
          "content-type": got.headers["content-type"],
        });
      expect(head.text ?? "").toBe("");
    },
  );
});
