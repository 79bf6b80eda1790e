import { expect, it } from "@jest/globals";
import { forEvery } from "./support/for-every.js";
import { parsed } from "./support/html.js";
import { BASE_URL, listeningLogger, site } from "./support/site.js";

const { get, raw, services } = site();
const errorText = (key: string, lng: string) => services.i18n.t(`errors:${key}`, { lng });

forEvery([
  ["sv-SE,sv;q=0.9,en;q=0.8", "/sv"],
  ["nn_NO, en;q=0.5", "/nb"],
  ["de-DE, fr;q=0.9, sv;q=0.2", "/sv"],
  ["en;q=0.3, nb;q=0.7", "/nb"],
  ["sv;q=0, en", "/en"],
  ["sv;q=0", "/en"],
  ["*", "/en"],
  ["<script>, ../../etc, %00", "/en"],
  ["more than 500 characters", "/en", `${"de,".repeat(200)}sv`],
])("only / leads to the preferred language, with its query", async (name, home, preferred: string = name) => {
  const answer = await get("/?utm_source=a&x=%C3%A5", { "Accept-Language": preferred });
  const headers = { location: `${home}?utm_source=a&x=%C3%A5`, vary: "Accept-Language" };
  expect(answer).toMatchObject({ status: 302, headers: { ...headers, "cache-control": "public, max-age=60" } });
  expect((await get("/sv", { "Accept-Language": preferred })).headers["content-language"]).toBe("sv");
});

forEvery([
  ["/after-commerce/", "/en/after-commerce"],
  ["/guides/product-data", "/en/guides/product-data"],
  ["/developer.md", "/en/developer.md"],
  ["/no", "/nb"],
  ["/sv/a@b:c+d/", "/sv/a@b:c+d"],
  ["//api///events//", "/api/events"],
  ["//evil.example", "/evil.example"],
  ["/Sv.md", "/sv.md"],
  ["/NO//guides/product-data.md", "/nb/guides/product-data.md"],
  ["/en/dates.md.", "/en/dates.md"],
  ["/no/guides/product-data...", "/nb/guides/product-data"],
  ["/SV/./dates/after-commerce-gothenburg-2026-12-03.//", "/sv/./dates/after-commerce-gothenburg-2026-12-03"],
  ["/en/dates),", "/en/dates"],
  ["/en/contact%20%E2%80%8B", "/en/contact"],
  ["/EN//evil.example./", "/en/evil.example"],
  ["https://any.example:8443/no/", "/nb"], // an absolute form is answered by its path
])("an address without locale, or in another spelling, leads to the right one", async (path, target) => {
  for (const method of ["GET", "POST"]) {
    const answer = await raw(`${path}?a=1&b=//evil.example`, method);
    const headers = { location: `${target}?a=1&b=//evil.example`, "cache-control": "public, max-age=60" };
    expect({ method, ...answer }).toMatchObject({ method, status: 308, headers });
  }
});

it("the end of an article's or a date's address is corrected too", async () => {
  for (const path of ["/en/guides/product-data", "/sv/dates/after-commerce-gothenburg-2026-12-03"])
    expect(await raw(`${path}%20%E2%80%8B`, "GET")).toMatchObject({ status: 308, headers: { location: path } });
});

forEvery([
  ...["///evil.example/", "/%2F%2Fevil.example/", "/%2F/evil.example/", "//evil.example/%2e%2e/"],
  ...["/no/\\evil.example/", "/sv/..//evil.example/", "/no/%2e%2e/%2Fevil.example/", "http://evil.example/sv/"],
  ...["//api//evil.example/", "/mcp\\evil.example/", "//feed.xml//evil.example"],
])("no address leads to another host", async (path) => {
  const { status, headers } = await raw(path);
  expect({ path, isRejectedOrMoved: status === 404 || status === 308 }).toEqual({ path, isRejectedOrMoved: true });
  expect(headers.location ?? "/en").toMatch(/^\/[^/\\]/);
  expect(new URL(headers.location ?? "/", "https://www.forcommerce.example").host).toBe("www.forcommerce.example");
});

forEvery<[name: string, language: string, path?: string]>([
  ["/sv/finns-inte", "sv"],
  ["/de/after-commerce", "en"],
  ["/sv/After-Commerce", "sv"],
  ["/styles/site.css.", "en"],
  ["/en/dots…x", "en", `/en/${".".repeat(8000)}x`],
  ["/en/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "en"],
  ["/sv/%00", "sv"],
  ["/styles/../../package.json", "en"],
  ["/cimode", "en"], // a language that i18next has by itself
  ["/sv/aaa…", "sv", `/sv/${"a".repeat(8000)}`],
])("an unknown address gets a page of its language with 404 and a search", async (name, language, path = name) => {
  const { status, headers, $ } = parsed(await raw(path));
  const type = "text/html; charset=utf-8";
  const expected = { "cache-control": "no-store", "content-type": type, "content-language": language };
  expect({ status, headers }).toMatchObject({ status: 404, headers: expected });
  expect(headers.etag).toBeUndefined();
  expect($("html").attr("lang")).toBe(language);
  expect($("h1").text()).toBe(errorText("notFound.heading", language));
  expect($("meta[name=robots]").attr("content")).toBe("noindex");
  expect($(".languages a[hreflang=nb]").attr("href")).toBe("/nb");
  expect($(`main search form[method=get][action="/${language}/search"] input[name=q]`).attr("value")).toBe("");
  expect((await raw(path, "POST")).status).toBe(404);
});

forEvery<[path: string, status: number, heading: string, way: string, accept?: string]>([
  ["/sv/finns-inte.md", 404, "notFound.heading", "/sv.md"],
  ["/sv/dates.md?concept=after", 400, "noSuchDates.heading", "/sv/dates.md"],
  ["/sv/finns-inte", 404, "notFound.heading", "/sv.md", "text/markdown"],
])("an error is Markdown where a page would be", async (path, status, heading, way, accept = "*/*") => {
  const { text, ...answer } = await raw(path, "GET", { accept });
  const headers = { "cache-control": "no-store", "content-type": "text/markdown; charset=utf-8" };
  expect(answer).toMatchObject({ status, headers });
  expect(text).not.toContain("meny");
  expect(text).toMatch(new RegExp(`^# ${errorText(heading, "sv")}\\n\\n.*\\n\\n\\[.*\\]\\(${BASE_URL}${way}\\)\\n$`));
});

const undecodable = ["/%", "http://[/", "javascript://site", "/en/%zz", "/sv/after-commerce/%E0%A4%A", "/%C3%28/"];
forEvery(undecodable)("an address that cannot be decoded gets 400", async (path) => {
  const heading = errorText("badRequest.heading", path.startsWith("/sv") ? "sv" : "en");
  const text = expect.stringContaining(`<h1>${heading}</h1>`);
  expect(await raw(path)).toMatchObject({ status: 400, text, headers: { "cache-control": "no-store" } });
});

forEvery([
  ["/api", "en"],
  ["/api/nothing?locale=sv", "sv"],
  ["/api/nothing?locale=xx&locale=sv", "en"],
])("an unknown address of the API gets 404 in JSON, in the locale of the query", async (address, language) => {
  const answer = await get(address);
  const headers = { "content-type": "application/json; charset=utf-8", "content-language": language };
  expect(answer).toMatchObject({ status: 404, headers: { ...headers, "cache-control": "no-store" } });
  expect(JSON.parse(answer.text)).toEqual({ error: errorText("notFound.message", language) });
});

const [ofPages, ofPosts] = ["GET, HEAD, OPTIONS", "POST, OPTIONS"];
forEvery([
  ["OPTIONS /nb", 204, ofPages],
  ["PATCH /sv/after-commerce", 405, ofPages],
  ["POST /favicon.ico", 405, ofPages],
  ["POST /nb/site.webmanifest", 405, ofPages],
  ["DELETE /sv/guides/product-data.md", 405, ofPages],
  ["OPTIONS /api/ai/chat", 204, ofPosts],
  ["HEAD /api/ai/chat", 405, ofPosts],
  ["GET /mcp", 405, ofPosts],
  ["DELETE /mcp", 405, ofPosts],
])("OPTIONS gets Allow, and so does a method that an address does not have", async (request, status, allow) => {
  const [method, path] = request.split(" ");
  const answer = await raw(path!, method);
  expect(answer).toMatchObject({ status, headers: { allow } });
  if (path === "/sv/after-commerce") expect(answer.text).toContain(errorText("methodNotAllowed.heading", "sv"));
});

// Requests that a trusted proxy received by plain http

const behindProxy = site({}, { TRUST_PROXY: "1" });

forEvery([
  ["/sv/contact?x=1&y=%C3%A5", "http"],
  ["/styles/site.css", "HTTP , https"],
  ["/api/events?city=varberg", "http,http"],
  ["//evil.example/", "http"],
])("GET and HEAD are redirected to the address with https, also if the response is cached", async (path, protocol) => {
  for (const method of ["GET", "HEAD", "GET"]) {
    await behindProxy.raw(path, "GET", { "x-forwarded-proto": "https" });
    const answer = await behindProxy.raw(path, method, { "x-forwarded-proto": protocol });
    expect(answer).toMatchObject({ status: 308, headers: { location: BASE_URL + path, "cache-control": "no-store" } });
    expect(answer.headers["strict-transport-security"]).toBeUndefined();
  }
});

forEvery<[NodeJS.ProcessEnv, Record<string, string>]>([
  [{}, { "x-forwarded-proto": "http" }],
  [{ TRUST_PROXY: "192.0.2.0/24" }, { "x-forwarded-proto": "http" }],
  [{ TRUST_PROXY: "1", BASE_URL: "http://localhost:3000" }, { "x-forwarded-proto": "http" }],
  [{ TRUST_PROXY: "1" }, { "x-forwarded-proto": "https, http" }],
  [{ TRUST_PROXY: "2" }, { "x-forwarded-proto": "HTTPS,https" }],
  [{ TRUST_PROXY: "1" }, {}],
])("no other request is redirected, nor a check of health", async (variables, headers) => {
  const { raw } = site({}, variables);
  for (const _again of [1, 2]) {
    const answer = await raw("/sv/contact", "GET", headers);
    expect(answer.status).toBe(200);
    expect("strict-transport-security" in answer.headers).toBe(!variables.BASE_URL); // a site without HTTPS does not ask for it
  }
  expect((await behindProxy.raw("/healthz", "GET", { "x-forwarded-proto": "http" })).status).toBe(200);
});

forEvery([
  ["POST", "/sv/about", "text/html", "okrypterad anslutning"],
  ["POST", "/api/ai/chat", "application/json", "unencrypted connection"],
  ["POST", "/mcp", "application/json", "unencrypted connection"],
  ["PUT", "/api/events?locale=sv", "application/json", "okrypterad anslutning"],
])("any other method gets 403 with the reason", async (method, path, type, reason) => {
  const { status, headers, text } = await behindProxy.raw(path, method, { "x-forwarded-proto": "http" });
  expect({ status, type: headers["content-type"]!.split(";")[0] }).toEqual({ status: 403, type });
  expect(type === "text/html" ? text : JSON.parse(text).error).toContain(reason);
});

forEvery([
  ["production", "error"],
  ["development", "warn"],
])("without TRUST_PROXY, the first forwarded request is logged once", async (NODE_ENV, level) => {
  const { logger, lines } = listeningLogger();
  const { get } = site({ logger }, { NODE_ENV });
  for (const _twice of [1, 2]) await get("/api/events?limit=1", { "x-forwarded-for": "192.0.2.1" });
  const warnings = lines.filter(({ message }) => message.includes("TRUST_PROXY"));
  expect(warnings).toMatchObject([{ level }]);
});
