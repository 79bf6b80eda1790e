import { setImmediate } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it, jest } from "@jest/globals";
import { ResponseCache } from "../src/http/cache.js";
import { forEvery } from "./support/for-every.js";
import { attributesOf } from "./support/html.js";
import { listeningLogger, site } from "./support/site.js";

const SECURITY = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; manifest-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "strict-origin-when-cross-origin",
  "strict-transport-security": "max-age=31536000",
  "x-content-type-options": "nosniff",
};

const ofAll = site();

function countingSite(...[given, variables]: Parameters<typeof site>) {
  const { logger, lines } = listeningLogger();
  const made = site({ logger, ...given }, variables);
  const { mock } = jest.spyOn(made.services.snapshot().responses, "getOrMake");
  return { ...made, lines, resourcesMade: () => new Set(mock.calls.map(([resource]) => JSON.stringify(resource))) };
}

it("the cache makes one response in a turn of the event loop, and one for all that ask at once", async () => {
  const cache = new ResponseCache({});
  let made = 0;
  const body = () => `${++made}`;
  const pending = ["a", "b", "c", "c"].map((key) => cache.getOrMake({ key, headers: {}, body }));
  await setImmediate();
  expect(made).toBeLessThan(3);
  await Promise.all(pending);
  expect(made).toBe(3);
});

it("the cache keeps the last hundred uncommon responses, and every other", async () => {
  const cache = new ResponseCache({});
  let made = 0;
  const body = () => `${++made}`;
  const make = (key: string, isUncommon: boolean) => cache.getOrMake({ key, isUncommon, headers: {}, body });
  await make("/en", false);
  for (let number = 0; number <= 100; number++) await make(`/api/events?limit=${number}`, true);
  const held = ["/en", "/api/events?limit=0", "/api/events?limit=1", "/api/events?limit=100"];
  expect(held.filter((key) => cache.get(key) !== undefined)).toEqual([held[0], held[2], held[3]]);
  for (const key of held.slice(0, 2)) await make(key, true);
  expect(made).toBe(103); // the one that was dropped is made again, and nothing else holds it
});

describe("A cached response", () => {
  forEvery([
    ["/sv/after-commerce"],
    ["/feed.xml?topic=ai&concept=COMMONS&kind=perspective"], // without articles
    ["/api/calendar/gothenburg"],
    ["/llms-full.txt"],
    ["/embed/stockholm?limit=2"],
    ["/api/events?limit=200&from=2026-01-01"],
    ["/api/events?city=oslo"],
    ["/nb", "text/markdown"],
    ["/en/contact?event=x", "text/markdown"],
    ["/sv/guides/product-data", "text/markdown, */*"],
  ])("is made once for many requests, with any query", async (path, accept: string = "*/*") => {
    const { raw, resourcesMade } = countingSite();
    const request = (query = "") => raw(path + query, "GET", { accept });
    const answers = await Promise.all(Array.from({ length: 20 }, () => request()));
    answers.push(await request(), await request(`${path.includes("?") ? "&" : "?"}utm_source=x`));
    expect(resourcesMade().size).toBe(1);
    const texts = answers.map(({ status, text }) => `${status} ${text}`);
    expect([...new Set(texts)]).toEqual([`200 ${answers[0]!.text}`]);
  });

  it("is made once for all who have sent a form, and a link to it that was shared is not answered by it", async () => {
    const { get, resourcesMade } = countingSite();
    const path = "/en/dates/after-commerce-gothenburg-2026-12-03?sent";
    const sent = { status: 200, headers: { "cache-control": "no-store" } };
    for (const address of [path, path, `${path}&event=`]) expect(await get(address)).toMatchObject(sent);
    expect(resourcesMade().size).toBe(1);
    expect((await get(path, { "Sec-Fetch-Site": "none" })).status).toBe(303);
  });

  it("in Markdown by Accept has the text of the .md address, headers of its own, and no browser gets it", async () => {
    const { get, raw } = ofAll;
    const path = "/sv/guides/product-data";
    const accept = { accept: "text/markdown" };
    const file = await get(`${path}.md`);
    const headers = {
      ...SECURITY,
      "cache-control": "no-store",
      vary: "Accept, Accept-Encoding",
      "content-language": "sv",
      "content-type": "text/markdown; charset=utf-8",
      link: `<https://www.forcommerce.example${path}>; rel="canonical"`,
    };
    for (const _again of [1, 2]) expect(await get(path, accept)).toMatchObject({ text: file.text, headers });
    expect(await raw(path, "HEAD", accept)).toMatchObject({ status: 200, text: "", headers });
    expect((await get(path)).headers["content-type"]).toBe("text/html; charset=utf-8");
    expect((await get(`${path}.md`, accept)).headers["cache-control"]).toMatch(/^public/);
  });

  it("has the same text in each encoding, and an ETag for each, which 304 repeats without a body", async () => {
    const { raw, services } = ofAll;
    const { text } = await raw("/en");
    const { br, gzip } = services.snapshot().responses.get("/en")!;
    expect(brotliDecompressSync(br!.body).toString()).toBe(text);
    expect(gunzipSync(gzip!.body).toString()).toBe(text);
    const tags = new Set<unknown>();
    for (const encoding of ["br", "gzip", "identity"]) {
      const accepted = { "accept-encoding": encoding };
      const { headers } = await raw("/en", "GET", accepted);
      const { etag, vary, "content-encoding": sent = "identity", "cache-control": caching } = headers;
      expect({ sent, etag }).toEqual({ sent: encoding, etag: expect.stringMatching(/^"[\w-]+"$/) });
      const unchanged = await raw("/en", "GET", { ...accepted, "if-none-match": `"other", W/${etag}` });
      expect(unchanged).toMatchObject({ status: 304, text: "", headers: { etag, vary, "cache-control": caching } });
      expect(unchanged.headers).not.toHaveProperty("content-length");
      tags.add(etag);
    }
    expect(tags.size).toBe(3);
  });

  it("of the home page weighs at most 60 KB compressed with all that it loads, 8 KB of it scripts", async () => {
    const { raw, get } = ofAll;
    const { $ } = await get("/en");
    const weightOf = async (...addresses: (string | undefined)[]) => {
      let weight = 0;
      for (const address of addresses)
        weight += Number((await raw(address!, "GET", { "accept-encoding": "br" })).headers["content-length"]);
      return weight;
    };
    expect($("link[rel=preload][as=font]").attr("crossorigin")).toBe(""); // without it the font is loaded twice (CSS Fonts 4 §4.9)
    const scripts = await weightOf(...attributesOf($, "script[src]", "src"));
    const links = attributesOf($, "link[rel=stylesheet], link[rel=preload], link[rel=icon]", "href");
    expect(scripts).toBeGreaterThan(1_000);
    expect(scripts).toBeLessThan(8_000);
    expect((await weightOf("/en", ...links)) + scripts).toBeLessThan(60_000);
  });
});

const ofPages = { "cache-control": "public, max-age=60, stale-while-revalidate=300", vary: "Accept, Accept-Encoding" };
forEvery<[string, number, object?]>([
  ["/nb/after-commerce", 200, ofPages],
  ["/nb/after-commerce", 200, ofPages], // from memory
  ["http://any.example/nb/after-commerce", 200, ofPages], // by its path
  ["/", 302],
  ["/sv/", 308],
  ["/%", 400],
  ["/sv/finns-inte", 404, { "cache-control": "no-store" }],
  ["/healthz", 200],
])("a response of any status has the security headers, and no cookie", async (path, status, more) => {
  const answer = await ofAll.raw(path);
  expect(answer).toMatchObject({ status, headers: { ...SECURITY, ...more } });
  for (const name of ["set-cookie", "x-powered-by"]) expect(answer.headers).not.toHaveProperty(name);
});

it("a request with more than 200 header lines gets 431, a page or JSON, with the security headers", async () => {
  const { get, raw } = ofAll;
  const ask = (path: string, lines: number) => {
    const others = Array.from({ length: lines - 2 }, (_, index) => [`x-${index}`, "1"]); // Host is one, too
    return raw(path, "GET", { ...Object.fromEntries(others), connection: "keep-alive" });
  };
  for (const path of ["/nb", "/api/events"]) await get(path); // a cached response does not help
  expect(await ask("/nb", 201)).toMatchObject({
    status: 431,
    headers: { ...SECURITY, "content-type": "text/html; charset=utf-8", connection: "close" },
    text: expect.stringContaining('<html lang="nb"'),
  });
  expect((await ask("/nb", 200)).status).toBe(200);
  const { status, text } = await ask("/api/events", 201);
  expect({ status, ...JSON.parse(text) }).toEqual({ status: 431, error: expect.any(String) });
});

it("the log has the number of responses served from the cache", async () => {
  const { get, logCounts, lines } = countingSite();
  await get("/en");
  const { headers } = await get("/en");
  await get("/en", { "If-None-Match": headers.etag! });
  for (let minute = 0; minute < 2; minute++) logCounts();
  const fields = { "text/html 200": 1, "text/html 304": 1 };
  expect(lines.filter(({ message }) => message === "cached responses served")).toMatchObject([{ fields }]);
});

it("the log has no IP address and no query, and at most 200 characters of a path", async () => {
  const { get, lines } = countingSite();
  await get("/en/missing?mail=anna@example.com", { "X-Forwarded-For": "192.0.2.1", "User-Agent": "Secret/1" });
  await get(`/en/${"a".repeat(5000)}`);
  expect(JSON.stringify(lines)).not.toMatch(/anna|192\.0|127\.0|::1|Secret/);
  const fields = { method: "GET", status: 404, milliseconds: expect.any(Number) };
  expect(lines.filter(({ message }) => message === "request")).toEqual([
    { level: "info", message: "request", fields: { ...fields, path: "/en/missing" } },
    { level: "info", message: "request", fields: { ...fields, path: `/en/${"a".repeat(196)}` } },
  ]);
});
