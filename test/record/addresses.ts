/** Every address of the site, found by following links, and the variants of the request for it. */
import { headerOf, isOneIn, type Recorder, typeOf } from "./recorder.js";
import { type Headers, HOST } from "./site.js";

const MAX_ADDRESSES = 6000;

/** What no page links to. */
const seeds = [
  "/",
  ...["en", "sv", "nb"].flatMap((locale) => [`/${locale}`, `/${locale}/search`, `/${locale}/search?q=breakfast`]),
  ...["/sitemap.xml", "/robots.txt", "/llms.txt", "/llms-full.txt", "/security.txt", "/.well-known/security.txt"],
  ...["/.well-known/api-catalog", "/api/openapi.json", "/feed.xml", "/healthz", "/fonts/OFL.txt", "/embed/events.js"],
  ...["/apple-touch-icon.png", "/favicon.ico", "/icons/icon.svg", "/icons/icon-192.png", "/api/calendar.ics"],
  "/api/events?limit=200",
  "/api/events?from=2024-01-01&to=2029-01-01&limit=200",
];

/** In attributes, CSS, Markdown and JSON. */
const link = new RegExp(
  `(?:["'(]|\\b(?:https?|webcal)://${HOST.replaceAll(".", "\\.")})(/(?!/)[^"'()<>\`\\s\\\\]*)`,
  "g",
);
const withLinks = /^text\/(?!javascript|calendar)|json|xml|svg/; // scripts have patterns, and calendars fold lines

function linksIn(text: string): string[] {
  return [...text.matchAll(link)].map(([, target = ""]) => target.replace(/#.*/s, "").replaceAll("&amp;", "&"));
}

/** Of an event in a list: its own addresses, which only programs use. */
function eventAddresses(text: string): string[] {
  const ids = new Set([...text.matchAll(/"id":"([a-z\d-]+-\d{4}-\d\d-\d\d)"/g)].map(([, id]) => id));
  return [...ids].flatMap((id) => [
    `/api/events/${id}`,
    ...["en", "sv", "nb"].flatMap((locale) => [
      `/api/events/${id}?locale=${locale}`,
      `/api/events/${id}.ics?locale=${locale}`,
      `/${locale}/dates/${id}`,
    ]),
  ]);
}

/** Pages with a query have no Markdown of their own. */
function markdownTwin(target: string, type: string): string[] {
  return type === "text/html" && /^\/(?:en|sv|nb)(?:\/[^?]*)?$/.test(target) ? [`${target}.md`] : [];
}

/** Resolves with all addresses that are not errors. */
export async function crawl({ get }: Recorder, isWanted = (_target: string) => true): Promise<string[]> {
  const seen = new Set(seeds);
  const found: string[] = [];
  for (const target of seen) {
    if (!isWanted(target)) continue;
    const answer = await get(target);
    if (answer.status >= 400) continue;
    found.push(target);
    const type = typeOf(answer);
    const text = withLinks.test(type) ? answer.body.toString() : "";
    const location = headerOf(answer, "location");
    const next = [...linksIn(`${text} "${location}"`), ...eventAddresses(text), ...markdownTwin(target, type)];
    for (const address of next) seen.add(address);
    if (seen.size > MAX_ADDRESSES) throw new Error(`More than ${MAX_ADDRESSES} addresses, such as ${next.at(-1)}`);
  }
  return found.sort();
}

const methods = ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"];

const encodings = [
  "br;q=0, gzip",
  "gzip;q=0.5, br;q=0.4",
  "gzip, deflate, br, zstd",
  "identity;q=0",
  "identity",
  "*",
  "*;q=0",
  "br;q=x, gzip;q=0.001",
  "GZIP",
  "xbr, gzipp",
  "",
];

const types = [
  "text/markdown",
  "text/markdown, text/html",
  "text/html, text/markdown",
  "text/markdown;q=0.5, text/html",
  "text/html;q=0.5, text/markdown;q=0.6",
  "text/*, text/markdown",
  "*/*, text/markdown;q=0.9",
  "text/markdown;q=0",
  "text/markdown; charset=utf-8",
  "text/plain, */*;q=0.1",
  "application/json",
  "image/png",
];

const languages = ["sv-SE,sv;q=0.9,en;q=0.8", "no", "nn-NO", "da, nb;q=0.5", "de", "*", "sv;q=0, en", "xx-very-long"];

const others: Record<string, Headers> = {
  range: { Range: "bytes=0-9" },
  "if-modified-since": { "If-Modified-Since": "Sat, 21 Nov 2026 12:00:00 GMT" },
  "plain http": { "X-Forwarded-Proto": "http" },
  "https, then http": { "X-Forwarded-Proto": "https, http" },
  "another host": { Host: "evil.example" },
  "the www host with a port": { Host: `${HOST}:8080` },
  "x-forwarded-host": { "X-Forwarded-Host": "evil.example" },
  "no address": { "X-Forwarded-For": "" },
  "a bad address": { "X-Forwarded-For": "nonsense, 1.2.3.4.5" },
  "an IPv6 address": { "X-Forwarded-For": "2001:db8:1:200::1" },
  "201 headers": Object.fromEntries(Array.from({ length: 201 }, (_, number) => [`X-${number}`, "1"])),
  "195 headers": Object.fromEntries(Array.from({ length: 195 }, (_, number) => [`X-${number}`, "1"])),
  "of a frame": { "Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "cross-site" },
  origin: { Origin: "https://other.example" },
  expect: { Expect: "something" },
  upgrade: { Upgrade: "h2c", Connection: "Upgrade" },
  "connection close": { Connection: "close" },
};

/** Of each address those that browsers and caches send; of one in `thin` all. */
export async function recordVariants(recorder: Recorder, addresses: readonly string[], thin: number): Promise<void> {
  const { ask, get } = recorder;
  for (const target of addresses) {
    const head = await ask({ method: "HEAD", target });
    const etag = headerOf(head, "etag");
    const coded = await get(target, { "Accept-Encoding": "gzip, deflate, br" }, "br");
    await get(target, { "Accept-Encoding": "gzip" }, "gzip");
    await get(target, { "If-None-Match": etag || '"none"' }, "its ETag");
    const codedTag = headerOf(coded, "etag") || '"none"';
    await get(target, { "Accept-Encoding": "br", "If-None-Match": codedTag }, "its ETag of br");
    if (isOneIn(thin, target)) await recordAll(recorder, target, etag || '"none"');
  }
}

async function recordAll({ ask, get }: Recorder, target: string, etag: string): Promise<void> {
  const tags = { "a wrong ETag": '"wrong"', "a weak ETag": `W/${etag}`, "a list of ETags": `"a", ${etag} ,W/"b"` };
  const known = {
    ...tags,
    "any ETag": "*",
    "ETag of mod_deflate": etag.replace(/"$/, '-gzip"'),
    "ETag of gzip": etag.replace(/"$/, '-gz"'),
  };
  for (const [label, tag] of Object.entries(known)) await get(target, { "If-None-Match": tag }, label);
  for (const coding of encodings) await get(target, { "Accept-Encoding": coding }, `Accept-Encoding: ${coding}`);
  for (const type of types) await get(target, { Accept: type }, `Accept: ${type}`);
  for (const language of languages) await get(target, { "Accept-Language": language }, `Accept-Language: ${language}`);
  for (const [label, headers] of Object.entries(others)) await get(target, headers, label);
  for (const method of methods) await ask({ method, target });
  await ask({ method: "HEAD", target, headers: { Accept: "text/markdown" }, label: "Accept: text/markdown" });
  await ask({ method: "HEAD", target, headers: { "If-None-Match": etag }, label: "its ETag" });
  await ask({ method: "HEAD", target, headers: { "Accept-Encoding": "br" }, label: "br" });
  await ask({ method: "POST", target, headers: { "X-Forwarded-Proto": "http" }, label: "plain http" });
  const preflight = { Origin: "https://other.example", "Access-Control-Request-Method": "GET" };
  await ask({ method: "OPTIONS", target, headers: preflight, label: "preflight" });
  const withHeaders = {
    ...preflight,
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "content-type, x-a",
  };
  await ask({ method: "OPTIONS", target, headers: withHeaders, label: "preflight of POST" });
}
