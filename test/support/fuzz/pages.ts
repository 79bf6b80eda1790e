/** Pages, articles, their Markdown, files for programs, and what leads to them. */
import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { withoutFingerprint } from "../../../src/content/assets.js";
import { isDecodable } from "../../../src/text/escaping.js";
import { everyAddress, languages, pagePaths, shippedArticles } from "../specified-pages.js";
import * as wild from "./arbitraries.js";
import type { Fuzz } from "./fuzz.js";
import { asOfGet, partsOf } from "./sound.js";
import type { Received, Sent } from "./wire.js";

const pages: readonly string[] = everyAddress.map(([address]) => address);
const files: Readonly<Record<string, string>> = {
  "/feed.xml": "application/rss+xml; charset=utf-8",
  "/sitemap.xml": "application/xml; charset=utf-8",
  "/robots.txt": "text/plain; charset=utf-8",
  "/.well-known/security.txt": "text/plain; charset=utf-8",
  "/llms.txt": expect.stringMatching(/^text\/(?:plain|markdown); charset=utf-8$/) as unknown as string,
  "/llms-full.txt": expect.stringMatching(/^text\/(?:plain|markdown); charset=utf-8$/) as unknown as string,
  "/.well-known/api-catalog": expect.stringMatching(/^application\/linkset\+json/) as unknown as string,
  "/api/openapi.json": "application/json; charset=utf-8",
  "/en/site.webmanifest": "application/manifest+json; charset=utf-8",
  "/sv/site.webmanifest": "application/manifest+json; charset=utf-8",
  "/nb/site.webmanifest": "application/manifest+json; charset=utf-8",
};
const unlocalised = [
  ...pagePaths,
  ...Object.entries(shippedArticles).flatMap(([list, slugs]) => slugs.map((slug) => `/${list}/${slug}`)),
];

/** Every address whose response may be cached. */
const cacheable = new Set([
  ...pages,
  ...pages.map((address) => `${address}.md`),
  ...Object.keys(files),
  ...languages.map((locale) => `/feed.xml?locale=${locale}`),
  ...["", "/gothenburg", "/stockholm", "/varberg"].flatMap((city) =>
    ["", ".ics"].flatMap((extension) =>
      ["", ...languages.map((locale) => `locale=${locale}`)].flatMap((locale) =>
        ["", "concept=AFTER", "concept=BOARDROOM", "concept=COMMONS"].map((concept) => {
          const query = [locale, concept].filter(Boolean).join("&");
          return `/api/calendar${city}${extension}${query && `?${query}`}`;
        }),
      ),
    ),
  ),
]);

const address = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...pages) },
  { weight: 2, arbitrary: fc.constantFrom(...pages).map((page) => `${page}.md`) },
  { weight: 3, arbitrary: fc.constantFrom(...Object.keys(files), "/security.txt", "/healthz", "/") },
  { weight: 2, arbitrary: fc.constantFrom(...unlocalised).map((path) => path || "/") },
);
const letterIn = (path: string, at: number) => at % path.length;
/** A changed address. */
const changed = fc
  .tuple(address, fc.nat(), wild.segmentNear(fc.constantFrom("en", "guides", "site.css", "no", "assets")))
  .chain(([path, at, segment]) => {
    const cut = letterIn(path, at);
    const [head, tail] = [path.slice(0, cut), path.slice(cut)];
    const parts = path.split("/");
    const place = 1 + (at % Math.max(1, parts.length - 1));
    return fc.constantFrom(
      `${path}/`,
      `${path}//`,
      `/${path}`,
      `${path}.md`,
      `${path}.html`,
      `${path}%20`,
      `${path}%00`,
      `${path}/${segment}`,
      path.replace(/^\/\w\w(?=\/|$)/, `/${segment}`),
      path.replace(/^\/nb/, "/no"),
      path.replace("/", "/./"),
      path.replace("/", "/x/../"),
      path.replace("/", "/%2e%2e/"),
      path.replace("/", "/\\"),
      path.replace("/", "//evil.example/"),
      path.toUpperCase(),
      [...parts.slice(0, place), segment, ...parts.slice(place)].join("/"),
      [...parts.slice(0, place), segment, ...parts.slice(place + 1)].join("/"),
      `${head}${wild.spellings.escaped(tail.slice(0, 1))}${tail.slice(1)}`,
      `${head}%${tail}`,
      head || "/",
      `${head}/${tail}`,
      `/${segment}`,
      `http://site${path}`,
      `https://evil.example${path}`,
      `//evil.example${path}`,
    );
  });
const target = fc.oneof({ weight: 2, arbitrary: address }, { weight: 3, arbitrary: changed });
const query = wild.queryNear({ locale: wild.language, sent: fc.constant(""), page: fc.constantFrom("1", "../x") });

export function pageProperties({ site, hold }: Fuzz): void {
  it("pages and files are served, and every other address redirects to one or is not found", () =>
    hold(0.2, [target, query, wild.method, wild.headers()], async (path, query, method, headers) => {
      const sent = { method, target: path + query, headers };
      const answer = await site.ask(sent);
      if (method === "HEAD") await expectLikeGet(sent, answer);
      if (/^30[1278]$/.test(`${answer.status}`)) return expectToArrive(sent, answer);
      const isExact = pages.includes(path) || (path.endsWith(".md") && pages.includes(path.slice(0, -3)));
      const isPlain = isExact || (path in files && path !== "/feed.xml");
      if (!isPlain) return;
      const isForm = method === "POST" && answer.headers.allow === undefined;
      if (method === "GET" || method === "HEAD")
        expect([path, answer.status]).toEqual([path, answer.status === 304 ? 304 : 200]);
      else if (!isForm) expect([path, method, answer.status]).toEqual([path, method, method === "OPTIONS" ? 204 : 405]);
      if (method === "GET" && answer.status === 200) await expectDocument(path, sent, answer);
    }));

  async function expectDocument(path: string, sent: Sent, { headers, text }: Received) {
    if (path in files) expect([path, headers["content-type"]]).toEqual([path, files[path]]);
    else if (headers["content-type"] === "text/markdown; charset=utf-8") expect(text).toMatch(/^(?:---|#|>)/m);
    else expect(text).toMatch(new RegExp(`^\\s*<!doctype html>\\s*<html lang="${path.slice(1, 3)}"`, "i"));
    expect(headers["cache-control"]).toMatch(/^(?:public, max-age=60|no-store)/);

    const etag = headers.etag;
    if (etag === undefined) return expect(headers["cache-control"]).toBe("no-store");
    expect(etag).toMatch(/^"[\w-]+"$/);
    const again = {
      ...sent,
      headers: [...sent.headers.filter(([name]) => name !== "If-None-Match"), ["If-None-Match", etag] as const],
    };
    const { status, headers: unchanged } = await site.ask(again);
    // The final Brotli encoding may have replaced the first one, with its own ETag.
    if (!etag.endsWith('-br5"')) expect([path, status, unchanged.etag]).toEqual([path, 304, etag]);
  }

  /** Expects the same response without its body; its encoding may have been replaced meanwhile. */
  async function expectLikeGet(sent: Sent, answer: Received) {
    const got = await site.ask({ ...sent, method: "GET" });
    expect([answer.status, asOfGet(answer)]).toEqual([got.status, asOfGet(got)]);
  }

  /** Expects at most a few redirects within the site, which keep the query. */
  async function expectToArrive({ target }: Sent, answer: Received) {
    const query = partsOf(target)!.query;
    let { status, headers } = answer;
    expect(headers.location!.endsWith(query) || /["<>\\^`{|}]|%(?![\da-f]{2})/i.test(query)).toBe(true);
    const steps: string[] = [];
    while (status >= 301 && status !== 304 && status < 309 && steps.length < 4) {
      const { location = "" } = headers;
      expect(new URL(location, "https://this.example").host).toBe("this.example");
      steps.push(location);
      ({ status, headers } = await site.ask({ method: "GET", target: location, headers: [] }));
    }
    expect([target, steps.length <= 2 && isDecodable(steps[0]!.split("?")[0]!)]).toEqual([target, true]);
  }

  it("the feed is in the language of its query, or rejects the query", () =>
    hold(
      0.03,
      [wild.queryNear({ locale: wild.language }), wild.method, wild.headers()],
      async (query, method, headers) => {
        const sent = { method, target: `/feed.xml${query}`, headers };
        const answer = await site.ask(sent);
        if (method === "HEAD") await expectLikeGet(sent, answer);
        if (method !== "GET" || answer.status === 304) return;
        const given = [...new URLSearchParams(partsOf(sent.target)!.query)].filter(
          ([name, value]) => (name === "locale" || name.startsWith("locale[")) && value !== "",
        );
        const isRight =
          given.length === 0 ||
          (given.length === 1 && given[0]![0] === "locale" && (languages as readonly string[]).includes(given[0]![1]));
        expect([query, answer.status]).toEqual([query, isRight ? 200 : 400]);
        if (!isRight) return;
        expect(answer.headers["content-type"]).toBe("application/rss+xml; charset=utf-8");
        expect(answer.text).toContain(`<language><![CDATA[${given[0]?.[1] ?? "en"}`);
      },
    ));

  it("the response cache has only addresses of the site", () => {
    const isOfDate = (address: string) => /^\/api\/events(?:\/[a-z\d-]+(?:\.ics)?)?(?:\?|$)/.test(address);
    const isBuilt = (address: string) => site.assets.find(withoutFingerprint(address)) !== undefined;
    const addresses = [...site.responseCache.addresses].map((address) => address.replace(/ by Accept$/, ""));
    expect(addresses.filter((address) => !cacheable.has(address) && !isOfDate(address) && !isBuilt(address))).toEqual(
      [],
    );
  });
}
