import { describe, expect, it } from "@jest/globals";
import { forEvery } from "./support/for-every.js";
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
    ["en-US,en;q=0.9,sv;q=0.8", "/en"],
    ["en;q=0.3, nb;q=0.7", "/nb"],
    ["de", "/en"],
    ["*", "/en"],
    ["sv;q=0, en", "/en"],
    ["sv;q=0", "/en"],
    ["", "/en"],
    ["<script>, ../../etc, %00", "/en"],
  ])("redirects to the language that Accept-Language prefers", async (preferred, home) => {
    const { status, headers } = await get("/", { "Accept-Language": preferred });

    expect(status).toBe(302);
    expect(headers.location).toBe(home);
    expect(headers.vary).toBe("Accept-Language");
    expect(headers["cache-control"]).toBe("public, max-age=60");
  });

  it("keeps the query in the redirect", async () => {
    const { headers } = await get("/?utm_source=newsletter&x=%C3%A5");
    expect(headers.location).toBe("/en?utm_source=newsletter&x=%C3%A5");
  });

  it("ignores the host of a request in absolute form", async () => {
    const { headers } = await raw("http://evil.example/?x=1");
    expect(headers.location).toBe("/en?x=1");
  });

  it("is the only address that reads Accept-Language", async () => {
    const { status, headers } = await get("/sv", { "Accept-Language": "en" });
    expect([status, headers["content-language"]]).toEqual([200, "sv"]);
  });
});

describe("An address with a missing locale, an alias or a trailing slash", () => {
  forEvery([
    ["/after-commerce", "/en/after-commerce"],
    ["/guides/product-data", "/en/guides/product-data"],
    ["/guides/product-data.md/", "/en/guides/product-data.md"],
    ["/developer.md", "/en/developer.md"],
    ["/no/perspectives/measure-less", "/nb/perspectives/measure-less"],
    ["/sv/guides/product-data/", "/sv/guides/product-data"],
    ["/after-commerce/gothenburg/start-format", "/en/after-commerce/gothenburg/start-format"],
    ["/after-commerce/", "/en/after-commerce"],
    ["/no", "/nb"],
    ["/no/", "/nb"],
    ["/no/after-commerce", "/nb/after-commerce"],
    ["/no/after-commerce/faq/", "/nb/after-commerce/faq"],
    ["/no.md", "/nb.md"],
    ["/no/after-commerce.md", "/nb/after-commerce.md"],
    ["/no/finnes-ikke", "/nb/finnes-ikke"],
    ["/sv/", "/sv"],
    ["/sv/after-commerce/", "/sv/after-commerce"],
    ["/sv/after-commerce///", "/sv/after-commerce"],
    ["/en/nothing/", "/en/nothing"],
    ["/sv/a+b/", "/sv/a+b"],
    ["/sv/a@b:c/", "/sv/a@b:c"],
    ["/api/events/", "/api/events"],
    ["/api/calendar/gothenburg/", "/api/calendar/gothenburg"],
    ["/mcp/", "/mcp"],
    ["/healthz//", "/healthz"],
    ["/feed.xml/", "/feed.xml"],
    ["/sitemap.xml/", "/sitemap.xml"],
    ["/robots.txt/", "/robots.txt"],
    ["/llms.txt/", "/llms.txt"],
    ["/.well-known/security.txt/", "/.well-known/security.txt"],
    ["/embed/gothenburg/", "/embed/gothenburg"],
    ["/embed/events.js/", "/embed/events.js"],
    ["/styles/site.css/", "/styles/site.css"],
    ["/favicon.ico/", "/favicon.ico"],
    ["/en.md/", "/en.md"],
    ["//api///events//", "/api/events"],
    ["/sv//after-commerce", "/sv/after-commerce"],
    ["/nothing/", "/nothing"],
    ["//evil.example", "/evil.example"],
    ["/\\evil.example/", "/evil.example"],
    ["///no//", "/nb"],
  ])("redirects with 308 to the canonical address, with its query", async (path, target) => {
    const { status, headers } = await raw(`${path}?a=1&b=//evil.example`);

    expect(status).toBe(308);
    expect(headers["cache-control"]).toBe("public, max-age=60");
    expect(headers.location).toBe(`${target}?a=1&b=//evil.example`);
  });

  forEvery([
    "//evil.example",
    "//evil.example/",
    "///evil.example/",
    "/\\evil.example/",
    "/%5Cevil.example/",
    "/%2F%2Fevil.example/",
    "/%2F/evil.example/",
    "//evil.example/%2e%2e/",
    "/.//evil.example/",
    "/en//evil.example/",
    "/no//evil.example/",
    "/no/\\evil.example/",
    "/http://evil.example/",
    "/sv\\evil.example/",
    "/sv/..//evil.example/",
    "/sv/..\\\\evil.example/",
    "/no/%2e%2e/%2Fevil.example/",
    "/sv@evil.example/",
    "http://evil.example/sv/",
    "http://any.example//evil.example/",
    "//api//evil.example/",
    "/api/..//evil.example/",
    "/api\\evil.example/",
    "/mcp\\evil.example/",
    "/\\mcp/",
    "//feed.xml//evil.example",
  ])("never redirects to another host", async (path) => {
    const { status, headers } = await raw(path);
    const target = new URL(headers.location ?? "/", "https://www.forcommerce.example");

    expect([404, 308]).toContain(status);
    expect(target.host).toBe("www.forcommerce.example");
    expect(headers.location ?? "/en").toMatch(/^\/[^/\\]/);
  });

  it("redirects other methods too", async () => {
    const [page, mcp] = [await raw("/no/after-commerce", "POST"), await raw("/mcp/", "POST")];
    expect({ status: page.status, location: page.headers.location }).toEqual({
      status: 308,
      location: "/nb/after-commerce",
    });
    expect({ status: mcp.status, location: mcp.headers.location }).toEqual({ status: 308, location: "/mcp" });
  });
});

describe("A request in absolute form", () => {
  forEvery(["http://any.example", "https://any.example:8443", "HTTP://[::1]"])(
    "is answered by its path",
    async (origin) => {
      const { status, headers, text } = await raw(`${origin}/nb/after-commerce?x=1`);

      expect([status, headers["content-language"]]).toEqual([200, "nb"]);
      expect(text).toBe((await raw("/nb/after-commerce")).text);
      expect((await raw(`${origin}/no/?x=1`)).headers.location).toBe("/nb?x=1");
    },
  );
});

describe("An unknown address", () => {
  forEvery([
    ["/sv/finns-inte", "sv"],
    ["/nb/finnes-ikke", "nb"],
    ["/en/missing", "en"],
    ["/guides/missing", "en"],
    ["/perspectives/product-data", "en"],
    ["/missing.md", "en"],
    ["/de/after-commerce", "en"],
    ["/EN/after-commerce", "en"],
    ["/sv/After-Commerce", "sv"],
    ["/sv/after-commerce/goteborg", "sv"],
    ["/en/after-commerce/gothenburg/start-format/x", "en"],
    ["/favicon.png", "en"],
    ["/../../etc/passwd", "en"],
    ["/en/../../../etc/passwd", "en"],
    ["/en/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "en"],
    ["/sv/%00", "sv"],
    ["/styles/../../package.json", "en"],
    ["/__proto__", "en"],
    ["/constructor", "en"],
    ["/cimode", "en"], // a language that i18next has by itself
    ["/cimode.md", "en"],
    ["/dev/x", "en"],
    ["/sv/__proto__", "sv"],
    ["/sv/aaa…", "sv", `/sv/${"a".repeat(8000)}`],
    ["/a/a/a…", "en", `${"/a".repeat(4000)}`],
  ])("answers 404 with a page in its language that is not cached", async (name, language, path = name) => {
    const { status, headers, text } = await raw(path);

    expect(status).toBe(404);
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-language"]).toBe(language);
    expect(text).toContain(`<html lang="${language}"`);
    expect(text).toContain(`<h1>${errorText("notFound.heading", language)}</h1>`);
    expect(headers.etag).toBeUndefined();
    expect(text).toContain('<meta name="robots" content="noindex">');
    const languageLinks = [...text.matchAll(/href="([^"]+)" hreflang="\w+"/g)].map((match) => match[1]);
    expect(languageLinks).toEqual(["/en", "/sv", "/nb", "/en", "/sv", "/nb"]);
    expect(text).toContain(`href="/${language}/after-commerce"`);
  });

  it("is answered by one page for each language, with a field to search the site", async () => {
    const [missing, other] = [await get("/sv/finns-inte/alls"), await get("/sv/%22%3E%3Cscript%3E")];
    const form = missing.$("main search form[method=get]");
    expect({ action: form.attr("action"), words: form.find("input[name=q]").attr("value") }).toEqual({
      action: "/sv/search",
      words: "",
    });
    expect(other.text).toBe(missing.text);
  });

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
    const english = await get("/api/nothing");
    const swedish = await get("/api/nothing?locale=sv");
    const unknown = await get("/api/nothing?locale=xx&locale=sv");

    expect(english.status).toBe(404);
    expect(english.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(english.headers["cache-control"]).toBe("no-store");
    expect(JSON.parse(english.text)).toEqual({ error: errorText("notFound.message", "en") });
    expect(JSON.parse(swedish.text)).toEqual({ error: errorText("notFound.message", "sv") });
    expect(JSON.parse((await get("/api")).text)).toEqual(JSON.parse(english.text));
    expect(JSON.parse(unknown.text)).toEqual(JSON.parse(english.text));
    expect([english, swedish, unknown].map(({ headers }) => headers["content-language"])).toEqual(["en", "sv", "en"]);
  });
});

describe("Methods", () => {
  forEvery(["POST", "PUT", "DELETE", "PATCH"])(
    "another method than GET and HEAD on a page is 405, in its language, with Allow",
    async (method) => {
      const { status, headers, text } = await raw("/sv/after-commerce", method);

      expect(status).toBe(405);
      expect(headers.allow).toBe("GET, HEAD, OPTIONS");
      expect(text).toContain(`<h1>${errorText("methodNotAllowed.heading", "sv")}</h1>`);
    },
  );

  it("OPTIONS answers 204 with Allow", async () => {
    const { status, headers } = await raw("/nb", "OPTIONS");
    expect([status, headers.allow]).toEqual([204, "GET, HEAD, OPTIONS"]);
  });

  forEvery(["/favicon.ico", "/nb/site.webmanifest", "/en.md", "/sv/guides/product-data.md"])(
    "POST to a file is 405",
    async (path) => {
      const { status, headers } = await raw(path, "POST");
      expect([status, headers.allow]).toEqual([405, "GET, HEAD, OPTIONS"]);
    },
  );

  it("an unknown address that ends in .md is answered with a page", async () => {
    const { status, text } = await raw("/sv/finns-inte.md");
    expect([status, text]).toEqual([404, expect.stringContaining(`<h1>${errorText("notFound.heading", "sv")}</h1>`)]);
  });

  it("a rejected request body is not read to its end", async () => {
    expect((await raw("/sv", "POST", { "content-length": "1000000000" })).headers.connection).toBe("close");
  });

  it("POST to an unknown address is 404", async () => {
    expect((await raw("/sv/finns-inte", "POST")).status).toBe(404);
  });

  forEvery(everyAddress.filter((_, index) => index % 7 === 0))(
    "HEAD answers like GET, without a body",
    async (address) => {
      const got = await client.get(address).set("Accept-Encoding", "identity");
      const head = await client.head(address).set("Accept-Encoding", "identity");

      expect(head.status).toBe(200);
      expect(head.text ?? "").toBe("");
      expect(head.headers["content-length"]).toBe(got.headers["content-length"]);
      expect(head.headers["content-type"]).toBe(got.headers["content-type"]);
    },
  );
});

describe("A request that a trusted proxy received by plain http", () => {
  const behindProxy = site({}, { TRUST_PROXY: "1" });
  const location = (path: string) => `${services.config.baseUrl}${path}`;

  forEvery([
    ["/sv/contact?x=1&y=%C3%A5", "http"],
    ["/sv/contact", "HTTP"],
    ["/styles/site.css", "http , https"],
    ["/en.md", "http,http"],
    ["/api/events?city=varberg", "http"],
    ["/no/", "http"],
    ["//evil.example/", "http"],
    ["/", "http"],
  ])("is redirected to the address with https, also if its response is cached", async (path, protocol) => {
    for (const method of ["GET", "HEAD", "GET"]) {
      await behindProxy.raw(path, "GET", { "x-forwarded-proto": "https" });
      const { status, headers } = await behindProxy.raw(path, method, { "x-forwarded-proto": protocol });
      expect({ status, location: headers.location }).toEqual({ status: 308, location: location(path) });
      expect(headers).toMatchObject({ "cache-control": "no-store" });
      expect(headers["strict-transport-security"]).toBeUndefined();
    }
  });

  forEvery([
    [{}, { "x-forwarded-proto": "http" }],
    [{ TRUST_PROXY: "192.0.2.0/24" }, { "x-forwarded-proto": "http" }],
    [{ TRUST_PROXY: "1", BASE_URL: "http://localhost:3000" }, { "x-forwarded-proto": "http" }],
    [{ TRUST_PROXY: "1" }, { "x-forwarded-proto": "https, http" }],
    [{ TRUST_PROXY: "2" }, { "x-forwarded-proto": "HTTPS,https" }],
    [{ TRUST_PROXY: "1" }, {}],
  ])("no other request is redirected", async (variables, headers) => {
    const { raw } = site({}, variables);
    for (const _again of [1, 2])
      expect((await raw("/sv/contact", "GET", headers as Record<string, string>)).status).toBe(200);
  });

  it("is answered if it is a check of health", async () => {
    expect((await behindProxy.raw("/healthz", "GET", { "x-forwarded-proto": "http" })).status).toBe(200);
  });

  forEvery([
    ["POST", "/sv/about", "text/html", "okrypterad anslutning"],
    ["DELETE", "/nb/contact", "text/html", "ukryptert forbindelse"],
    ["POST", "/api/ai/chat", "application/json", "unencrypted connection"],
    ["PUT", "/api/events?locale=sv", "application/json", "okrypterad anslutning"],
    ["POST", "/mcp", "application/json", "unencrypted connection"],
    ["OPTIONS", "/sitemap.xml", "application/json", "unencrypted connection"],
  ])("is rejected with 403 and the reason if it is not GET or HEAD", async (method, path, type, reason) => {
    const { status, headers, text } = await behindProxy.raw(path, method, { "x-forwarded-proto": "http" });
    expect({ status, type: headers["content-type"]!.split(";")[0] }).toEqual({ status: 403, type });
    expect(type === "text/html" ? text : JSON.parse(text).error).toContain(reason);
  });
});
