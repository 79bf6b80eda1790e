import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it, jest } from "@jest/globals";
import { forEvery } from "./support/for-every.js";
import { listeningLogger, NOW, site } from "./support/site.js";

const SECURITY = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; manifest-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "strict-origin-when-cross-origin",
  "strict-transport-security": "max-age=31536000",
  "x-content-type-options": "nosniff",
};

describe("A cached page", () => {
  const everyCoding = site();

  it("is rendered once, and has the same bytes with any query", async () => {
    const { logger, lines } = listeningLogger();
    const { get } = site({ logger });
    const first = await get("/sv/after-commerce");
    const second = await get("/sv/after-commerce?utm_source=x&fbclid=y");

    expect(second.text).toBe(first.text);
    expect(lines.filter(({ message }) => message === "request")).toHaveLength(1);
  });

  it("is rendered once for requests in absolute form or with a fragment", async () => {
    const { logger, lines } = listeningLogger();
    const { get, raw, services } = site({ logger });
    await get("/nb");
    const before = services.responseCache.get("/nb");
    await get("/nb", { Accept: "text/markdown;q=0, text/html" });
    await raw("http://www.forcommerce.example/nb");
    await raw("/nb#fragment");
    await raw("/nb?query#fragment");

    expect(services.responseCache.get("/nb") === before).toBe(true);
    expect(lines.filter(({ message }) => message === "request")).toHaveLength(1);
  });

  it("is rendered once for concurrent requests, and again when an event on it has ended", async () => {
    let now = Date.parse("2026-12-03T18:00:00Z"); // during an event
    const { raw, services } = site({ clock: () => now });
    const rendered = jest.spyOn(services.responseCache, "make");
    const requestAtOnce = () => Promise.all(Array.from({ length: 20 }, () => raw("/sv/after-commerce")));
    const first = await requestAtOnce();
    expect(rendered).toHaveBeenCalledTimes(1);

    now = services.agenda.current().validUntil(now);
    const second = await requestAtOnce();
    expect(rendered).toHaveBeenCalledTimes(2);
    expect(new Set([...first, ...second].map(({ status, text }) => `${status} ${text}`)).size).toBe(2);
  });

  forEvery([
    ["/sitemap.xml"],
    ["/feed.xml"],
    ["/feed.xml?topic=ai&concept=COMMONS&kind=perspective"], // without articles
    ["/api/calendar/gothenburg"],
    ["/api/events/after-commerce-gothenburg-2026-12-03.ics"],
    ["/llms-full.txt"],
    ["/embed/stockholm?limit=2"],
    ["/nb", "text/markdown"],
    ["/en/contact?event=x", "text/markdown"],
    ["/sv/guides/product-data", "text/markdown, */*"],
  ])(
    "is rendered once for many requests for a file, feed, calendar, frame or Markdown",
    async (path, accept: string = "*/*") => {
      const { raw, services } = site();
      const made = jest.spyOn(services.responseCache, "make");
      const request = () => raw(path, "GET", { accept });
      const answers = await Promise.all(Array.from({ length: 20 }, request));
      answers.push(await request(), await raw(`${path}${path.includes("?") ? "&" : "?"}x=1`, "GET", { accept }));

      expect(made.mock.calls.filter(([address]) => !address.endsWith(" by Accept"))).toHaveLength(1);
      expect(new Set(answers.map(({ status, text }) => `${status} ${text.length}`)).size).toBe(1);
    },
  );

  it("in Markdown by Accept has the text of the .md address, and headers of its own", async () => {
    const { get, raw, services } = site();
    const accept = { accept: "text/markdown" };
    for (const path of ["/sv", "/sv/guides/product-data"]) {
      const page = await get(path);
      const file = await get(`${path}.md`);
      for (const { headers, text } of [await get(path, accept), await get(path, accept)]) {
        expect(text).toBe(file.text);
        expect(headers).toMatchObject({
          ...SECURITY,
          "cache-control": "no-store",
          "content-language": "sv",
          "content-type": "text/markdown; charset=utf-8",
          link: `<https://www.forcommerce.example${path}>; rel="canonical"`,
          vary: "Accept, Accept-Encoding",
        });
      }
      const bodies = [`${path}.md`, `${path}.md by Accept`].map(
        (address) => services.responseCache.get(address)!.bodies,
      );
      expect(bodies[0]).toBe(bodies[1]); // rendered and compressed once
      expect((await get(path)).text).toBe(page.text);
      expect((await get(`${path}.md`, accept)).headers["cache-control"]).toMatch(/^public/);
      expect(await raw(path, "HEAD", accept)).toMatchObject({
        status: 200,
        text: "",
        headers: { link: file.headers.link },
      });
    }
  });

  it("has one entry in the cache, however its address is written", async () => {
    const { raw, services } = site();
    const made = jest.spyOn(services.responseCache, "make");
    const statuses: number[] = [];
    const markdown = { accept: "text/markdown" };
    for (const slug of ["product-data", "product%2Ddata", "product%2ddata"])
      statuses.push((await raw(`/sv/guides/${slug}`, "GET", markdown)).status);
    for (const limit of [100, 200]) statuses.push((await raw(`/embed/stockholm?limit=${limit}`)).status);
    expect(statuses).toEqual(Array(5).fill(200));
    expect(made.mock.calls.map(([address]) => address)).toEqual([
      expect.stringMatching(/\.md by Accept$/),
      expect.stringMatching(/\.md$/),
      expect.stringMatching(/^\/embed\//),
    ]);
  });

  it("is rendered again when the clock is set back", async () => {
    let now = Date.parse("2031-06-01T12:00:00Z");
    const { get } = site({ clock: () => now });
    expect((await get("/en/after-commerce/gothenburg")).text).toContain("2031");
    now = NOW;
    expect((await get("/en/after-commerce/gothenburg")).text).not.toContain("2031");
  });

  it("is cached by its path, without the query", async () => {
    const { get, services } = site();
    await get("/sv?x=1");

    expect(services.responseCache.get("/sv?x=1")).toBeUndefined();
    expect(services.responseCache.get("/sv")?.mediaType).toBe("text/html");
  });

  forEvery(["http://any.example/sv", "/sv#fragment", "http://any.example/sv?x=1"])(
    "is in the language of its path if the first request is in absolute form",
    async (target) => {
      const { raw, get } = site();

      expect((await raw(target)).text).toContain('<html lang="sv"');
      expect((await get("/sv")).headers["content-language"]).toBe("sv");
    },
  );

  it("is cacheable for a minute, sets no cookie, and has the security headers", async () => {
    const { get } = site();
    for (const time of ["rendered", "from memory"]) {
      const { headers } = await get("/nb/after-commerce");

      expect([time, headers]).toEqual([time, expect.objectContaining(SECURITY)]);
      expect(headers["cache-control"]).toBe("public, max-age=60, stale-while-revalidate=300");
      expect(headers["set-cookie"]).toBeUndefined();
      expect(headers["x-powered-by"]).toBeUndefined();
      expect(headers.vary).toBe("Accept, Accept-Encoding");
      expect(headers["content-language"]).toBe("nb");
    }
  });

  it("has HSTS only on a site with HTTPS", async () => {
    const { headers } = await site({}, { BASE_URL: "http://localhost:3000" }).get("/en");
    expect(headers["strict-transport-security"]).toBeUndefined();
  });

  it("has the same text in each encoding, with an ETag for each", async () => {
    const { raw, services } = site();
    const identity = await raw("/sv");
    const { bodies, representations } = services.responseCache.get("/sv")!;

    expect(brotliDecompressSync(bodies.br!).toString()).toBe(identity.text);
    expect(gunzipSync(bodies.gzip!).toString()).toBe(identity.text);
    expect(new Set(Object.values(representations).map(({ etag }) => etag)).size).toBe(3);

    expect(identity.headers["content-encoding"]).toBeUndefined();
  });

  forEvery([
    ["gzip, deflate, br, zstd", "br"],
    ["br;q=0.1, gzip", "gzip"],
    ["identity;q=0", undefined],
    ["", undefined],
  ])("has the encoding that Accept-Encoding prefers", async (accepted, coding) => {
    const { headers } = await everyCoding.raw("/sv", "GET", { "accept-encoding": accepted });
    expect(headers["content-encoding"]).toBe(coding);
  });

  it("is sent uncompressed if Accept-Encoding rejects every encoding", async () => {
    const { raw } = everyCoding;
    expect((await raw("/sv", "GET", { "accept-encoding": "*;q=0" })).status).toBe(200);
    const icon = await raw("/favicon.ico", "GET", { "accept-encoding": "identity;q=0, br" });
    expect([icon.status, icon.headers["content-encoding"]]).toEqual([200, undefined]);
  });

  it("answers 304 if the ETag matches", async () => {
    const { raw } = site();
    const { headers } = await raw("/en");
    const etag = headers.etag!;
    const status = async (ifNoneMatch: string) => (await raw("/en", "GET", { "if-none-match": ifNoneMatch })).status;

    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(await status(etag)).toBe(304);
    expect(await status(`W/${etag}`)).toBe(304);
    expect(await status(`"other", ${etag}`)).toBe(304);
    expect(await status("*")).toBe(304);
    expect(await status('"other"')).toBe(200);
    expect(await status(etag.slice(0, -2))).toBe(200);

    const { headers: unchanged, text } = await raw("/en", "GET", { "if-none-match": etag });
    expect(text).toBe("");
    expect(unchanged).toMatchObject({ etag, "cache-control": headers["cache-control"], vary: headers.vary });
  });

  it("weighs at most 60 KB compressed with its style, font, icon and scripts, 8 KB of it scripts", async () => {
    const { raw, get } = site();
    const { $ } = await get("/en");
    const links = $("link[rel=stylesheet], link[rel=preload], link[rel=icon]").toArray();
    const scripts = $("script:not([type='application/ld+json'])").toArray();
    const weightOf = async (addresses: readonly string[]) => {
      const sizes = await Promise.all(
        addresses.map(async (address) => {
          const { headers } = await raw(address, "GET", { "accept-encoding": "br" });
          expect([address, headers["content-encoding"]]).toEqual([
            address,
            /woff2|ico$/.test(address) ? undefined : "br",
          ]);
          return Number(headers["content-length"]);
        }),
      );
      return sizes.reduce((sum, size) => sum + size, 0);
    };
    expect($("link[rel=preload][as=font]").attr("crossorigin")).toBe(""); // without it the font is loaded twice (CSS Fonts 4 §4.9)
    const inScripts = await weightOf(scripts.map((script) => $(script).attr("src")!));

    expect(inScripts).toBeGreaterThan(1_000);
    expect(inScripts).toBeLessThan(8_000);
    expect((await weightOf(["/en", ...links.map((link) => $(link).attr("href")!)])) + inScripts).toBeLessThan(60_000);
  });
});

forEvery([
  ["/", 302],
  ["/sv/", 308],
  ["/%", 400],
  ["/sv/finns-inte", 404],
  ["/healthz", 200],
])("a response of any status has the security headers", async (path, status) => {
  expect(await site().raw(path)).toMatchObject({ status, headers: SECURITY });
});

it("a request with more than 200 header lines gets 431, a page or JSON, with the security headers", async () => {
  const headers = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`x-${index}`, "1"])); // and Host
  const answer = async (path: string) => site().raw(path, "GET", headers);

  expect(await answer("/nb")).toMatchObject({
    status: 431,
    headers: { ...SECURITY, "content-type": "text/html; charset=utf-8", connection: "close" },
    text: expect.stringContaining('<html lang="nb"'),
  });
  const { status, text } = await answer("/api/events");
  expect({ status, ...JSON.parse(text) }).toEqual({ status: 431, error: expect.any(String) });
});

describe("A built file", () => {
  const { raw, services } = site();
  const style = services.assets.address("/styles/site.css");

  it("is immutable under its fingerprint", async () => {
    const { status, headers } = await raw(style);

    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/css; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      ...SECURITY,
    });
  });

  forEvery(["http://any.example", "http://any.example:8080"])(
    "is served for a request in absolute form",
    async (origin) => {
      const { status, text } = await raw(origin + style);
      expect([status, text]).toEqual([200, (await raw(style)).text]);
    },
  );

  it("is served under the fingerprint of an earlier build too, for a minute", async () => {
    const { status, headers, text } = await raw("/styles/site.ABCD1234.css");

    expect(status).toBe(200);
    expect(headers["cache-control"]).toBe("public, max-age=60");
    expect(text).toBe((await raw(style)).text);
  });

  it("answers 404 under a name that never existed", async () => {
    const { status, headers } = await raw("/styles/other.ABCD1234.css");
    expect([status, headers["cache-control"]]).toEqual([404, "no-store"]);
    expect((await raw("/en/after-commerce.ABCD1234.md")).status).toBe(404);
  });

  it("is served in the same way if it is an image for link previews", async () => {
    const image = services.assets.address("/share/home.sv.png");
    const { status, headers } = await raw(image);
    const old = await raw("/share/home.sv.ABCD1234.png");
    expect([status, headers["content-type"]]).toEqual([200, "image/png"]);
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect([old.status, old.headers["cache-control"], old.headers.etag]).toEqual([
      200,
      "public, max-age=60",
      headers.etag,
    ]);
    expect((await raw("/share/home.nb.png")).status).toBe(200);
    expect((await raw("/share/home.png")).status).toBe(404);
  });

  it("answers 500, and is logged, if an image for link previews is gone from the disk", async () => {
    const { logger, lines } = listeningLogger();
    const all = services.assets.all.map((asset) => ({
      ...asset,
      read: () => {
        if (asset.address.startsWith("/share/home.sv")) throw new Error("ENOENT");
        return asset.read();
      },
    }));
    const { raw } = site({ logger, assets: { ...services.assets, all } });
    const image = services.assets.address("/share/home.sv.png");
    expect([(await raw(image)).status, (await raw(image)).status, (await raw("/en")).status]).toEqual([500, 500, 200]);
    expect(lines.filter(({ message }) => message === "request failed").length).toBe(2);
  });

  forEvery(["/favicon.ico", "/apple-touch-icon.png"])(
    "is served at the addresses where browsers look for icons",
    async (address) => {
      expect((await raw(address)).status).toBe(200);
    },
  );

  forEvery(["Familjen Grotesk", "Newsreader"])("a font has its licence beside it", async (font) => {
    const { text } = await raw("/fonts/OFL.txt");
    expect(text).toContain(`The ${font} Project Authors`);
    expect(text).toContain("SIL Open Font License");
  });
});

it("the web manifest is in the page's language, and its icons exist in the stated sizes", async () => {
  const { get, services } = site();
  const { $ } = await get("/nb");
  const { headers, text } = await get($("link[rel=manifest]").attr("href")!);
  const manifest = JSON.parse(text);

  expect(headers["content-type"]).toBe("application/manifest+json; charset=utf-8");
  expect(manifest).toMatchObject({ name: services.library.organisation.name, lang: "nb", start_url: "/nb" });
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toEqual(["any", "any", "maskable"]);
  for (const { src, sizes } of manifest.icons) {
    const image = services.assets.all.find((asset) => asset.address === src)!.read().identity;
    expect(`${image.readUInt32BE(16)}x${image.readUInt32BE(20)}`).toBe(sizes);
  }
});

it("responses served from the cache are counted, and logged once", async () => {
  const { logger, lines } = listeningLogger();
  const { get, logCounts } = site({ logger });
  await get("/en");
  await get("/en");
  const { headers } = await get("/en");
  await get("/en", { "If-None-Match": headers.etag! });
  await get("/favicon.ico");
  logCounts();
  logCounts();

  const counted = lines.filter(({ message }) => message === "cached responses served");
  expect(counted.map(({ fields }) => fields)).toEqual([
    { "text/html 200": 2, "text/html 304": 1, "image/x-icon 200": 1 },
  ]);
});

it("in production, a missing TRUST_PROXY is logged once", async () => {
  const { logger, lines } = listeningLogger();
  const { get } = site({ logger }, { NODE_ENV: "production" });
  await get("/en");
  await get("/en", { "X-Forwarded-For": "192.0.2.1" });
  await get("/en/missing", { "X-Forwarded-For": "192.0.2.1" });

  expect(lines.filter(({ message }) => message.includes("TRUST_PROXY"))).toHaveLength(1);
});

it("the log has no IP address and no query, and at most 200 characters of a path", async () => {
  const { logger, lines } = listeningLogger();
  const { get } = site({ logger });
  await get("/en/missing?mail=anna@example.com", { "X-Forwarded-For": "192.0.2.1", "User-Agent": "Secret/1" });

  expect(JSON.stringify(lines)).not.toMatch(/anna|192\.0|127\.0|::1|Secret/);
  expect(lines.at(-1)).toMatchObject({
    message: "request",
    fields: { method: "GET", path: "/en/missing", status: 404 },
  });
  await get(`/en/${"a".repeat(5000)}`);
  expect(lines.at(-1)!.fields).toMatchObject({ path: `/en/${"a".repeat(196)}` }); // a long path is truncated
});
