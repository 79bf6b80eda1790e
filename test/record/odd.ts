/** Addresses that are almost right, wrong, or meant to harm. */
import { isOneIn, type Recorder } from "./recorder.js";
import { HOST } from "./site.js";

/** What becomes of an address. */
const changes: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `/${path}`,
  (path) => path.replace(/(?<=.)\//, "//"),
  (path) => path.replace(/(?<=.)\//, "/./"),
  (path) => `/x/..${path}`,
  (path) => `/x/%2e%2e${path}`,
  (path) => `/%2e%2e%2f%2e%2e%2fetc/passwd?${path}`,
  (path) => path.replace(/(?<=.)\//, "%2f"),
  (path) => path.replace(/(?<=.)\//, "\\"),
  (path) => `/\\evil.example${path}`,
  (path) => `//evil.example${path}`,
  (path) => `/%5cevil.example${path}`,
  (path) => path.toUpperCase(),
  (path) => path.replace(/^\/(?:en|sv|nb)\b/, "/EN"),
  (path) => path.replace(/^\/(?:en|sv|nb)\b/, "/no"),
  (path) => path.replace(/^\/(?:en|sv|nb)\b/, "/no-NO"),
  (path) => path.replace(/^\/(?:en|sv|nb)\b/, "/de"),
  (path) => path.replace(/^\/(?:en|sv|nb)\b/, "") || "/",
  (path) => `${path}.`,
  (path) => `${path}%2e`,
  (path) => `${path}.md`,
  (path) => `${path}.md/`,
  (path) => `${path}.MD`,
  (path) => `${path}.html`,
  (path) => `${path}/index.html`,
  (path) => `${path}/nothing`,
  (path) => `${path}x`,
  (path) => `${path}%00`,
  (path) => `${path}%`,
  (path) => `${path}%zz`,
  (path) => `${path}%c3%28`,
  (path) => `${path}%ff`,
  (path) => `${path}%20`,
  (path) => `${path};a=1`,
  (path) => `${path}?`,
  (path) => `${path}?a=1&b=2`,
  (path) => `${path}?%zz`,
  (path) => `${path}?__proto__=1&constructor[x]=2`,
  (path) => `${path}?utm_source=${"x".repeat(4000)}`,
  (path) => `${path}?q=${"%F0%9F%98%80".repeat(300)}`,
  (path) => `${path}#fragment`,
  (path) => path.replace(/[a-z]$/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => `http://${HOST}${path}`,
  (path) => `https://evil.example${path}?a=1`,
  (path) => `ftp://evil.example${path}`,
];

const others = [
  ...["*", "x", "/nothing", "/en/nothing", "/sv/nothing.md", "/api", "/api/", "/api/nothing", "/api/ai", "/api/ai/"],
  ...["/api/ai/chat", "/api/ai/chat/x/stream", "/mcp", "/mcp/", "/mcp.md", "/api/events.md", "/.env", "/wp-login.php"],
  ...["/index.html", "/en.html", "/favicon.png", "/styles/nothing.css", "/share/../package.json", "/fonts/", "/fonts"],
  ...["/scripts/site.js", "/scripts/site.AAAAAAAA.js", "/styles/site.css", "/styles/site.0.css"],
  ...["/dist/server.js", "/..%2fpackage.json", "/%2e%2e/package.json", "/en/..%2f..%2fpackage.json", "/en/%2e%2e/sv"],
  ...["/.well-known", "/.well-known/nothing", "/.well-known/change-password", "/robots.txt.md", "/sitemap.xml/"],
  ...["/embed", "/embed/", "/embed/nowhere", "/embed/g%C3%B6teborg", "/embed/Gothenburg", "/embed/G%F6teborg"],
  ...["/api/calendar/g%C3%B6teborg", "/api/calendar/goteborg.ics", "/api/calendar/nowhere", "/api/calendar/NO_WHERE"],
  ...["/api/calendar/", "/api/calendar/Stockholm.ics?locale=sv", "/api/calendar/x.ICS", "/api/calendar/%E0%A4%A"],
  ...["/api/events/", "/api/events/nothing", "/api/events/nothing.ics", "/api/events/NO_ID", "/api/events/a/b"],
  ...["/en/dates/nothing", "/en/dates/nothing.md", "/en/dates/", "/en/dates/after-commerce-gothenburg-2026-02-30"],
  ...["/en/guides/nothing", "/en/guides/nothing.md", "/en/perspectives/A-Kept-Date", "/guides/a-pricing-review"],
];

/** Not HTTP, or only just. */
const raw: Record<string, string> = {
  "no HTTP": "hello\r\n\r\n",
  "no host": "GET /en HTTP/1.1\r\nConnection: close\r\n\r\n",
  "HTTP/1.0": "GET /en.md HTTP/1.0\r\n\r\n",
  "two hosts": "GET /en.md HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n",
  "a blank in the target": "GET /en me HTTP/1.1\r\nHost: a\r\n\r\n",
  "a byte above 127": "GET /s\u00f8k HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
  "headers above 16 KB": `GET /en HTTP/1.1\r\nHost: a\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`,
  "a bad length": "POST /en/contact HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
  "a length and chunks":
    "POST /en/contact HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  "an unknown method": "BREW /en HTTP/1.1\r\nHost: a\r\n\r\n",
  CONNECT: "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
  "an asterisk": "OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
  "GET with a body": "GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello",
};

export async function recordOddAddresses(
  recorder: Recorder,
  addresses: readonly string[],
  thin: number,
): Promise<void> {
  const { ask, get, note, site } = recorder;
  const paths = addresses.filter((target) => !target.includes("?") && target !== "/" && isOneIn(thin, `odd ${target}`));
  const chosen = new Set([...paths, "/en", "/sv/about", "/api/events", "/api/calendar/gothenburg", "/feed.xml"]);
  const targets = new Set([...others, ...[...chosen].flatMap((path) => changes.map((change) => change(path)))]);
  for (const target of targets) {
    await get(target);
    if (isOneIn(4, target)) {
      await ask({ method: "HEAD", target });
      await ask({ method: "POST", target });
      await get(target, { "Accept-Language": "sv", Accept: "text/markdown" }, "in Swedish, as Markdown");
      await get(target, { "X-Forwarded-Proto": "http" }, "plain http");
    }
  }
  for (const [name, bytes] of Object.entries(raw)) {
    const received = (await site.send(bytes)).toString("latin1").replace(/^Date: .*$/m, "Date: (now)");
    note("raw HTTP", name, received);
  }
}
