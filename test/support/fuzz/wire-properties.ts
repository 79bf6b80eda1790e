/** Requests that HTTP clients do not send. */
import { expect, it } from "@jest/globals";
import fc from "fast-check";
import * as wild from "./arbitraries.js";
import type { Fuzz } from "./fuzz.js";
import { bytesOf, received, send } from "./wire.js";

const scheme = fc.constantFrom("http:", "https:", "HTTP:", "file:", "data:", "javascript:", "mailto:", "a:", "");
const authority = fc.constantFrom(
  "//site",
  "//site:80",
  "//a@b",
  "//",
  "/",
  "///",
  "\\\\site",
  "//[::1]",
  "//%00",
  "//evil.example",
  "",
);
const step = fc.oneof(
  fc.constantFrom(
    ...[
      "en",
      "sv",
      "no",
      "api",
      "events",
      "calendar",
      "gothenburg",
      "guides",
      "contact",
      "feed.xml",
      "assets",
      "ai",
      "chat",
    ],
  ),
  fc.constantFrom(
    ...["..", ".", "%2e%2e", "%2E", "%2f", "%5c", "\\", "", "%00", "%", "%zz", "%c3%28", "%ED%A0%80", "*", ";", ":80"],
  ),
  wild.wildText.map(bytesOf),
);
const rest = fc.oneof(
  { weight: 4, arbitrary: fc.constant("") },
  { weight: 1, arbitrary: wild.hugeText.map((text) => `?${bytesOf(text)}`) },
  { weight: 1, arbitrary: wild.wildText.map((text) => `#${bytesOf(text)}`) },
);
const target = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.array(step, { maxLength: 6 }), rest).map(([steps, rest]) => `/${steps.join("/")}${rest}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(scheme, authority, fc.array(step, { maxLength: 4 }), rest)
      .map(
        ([scheme, authority, steps, rest]) => `${scheme}${authority}${steps.map((one) => `/${one}`).join("")}${rest}`,
      ),
  },
  { weight: 1, arbitrary: wild.hugeText.map(bytesOf) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("*", "?", "#", "", "en", "/en HTTP/1.1\r\nX: y", "site:80", `/${"a/".repeat(4000)}`),
  },
);

export function wireProperties({ site, hold }: Fuzz): void {
  it("any request target gets a response", () =>
    hold(0.1, [target, wild.method, wild.headers()], async (target, method, headers) => {
      const isSplit = /[\r\n]/.test(target); // then it contains more than a target
      if (isSplit) return expectHttp(`${method} ${target} HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n`);
      await site.ask({ method, target, headers });
    }));

  const name = fc.constantFrom(
    "Host",
    "Content-Length",
    "Transfer-Encoding",
    "Connection",
    "Expect",
    "X",
    " X",
    "X ",
    "",
    ":",
    "Å",
  );
  const value = fc.oneof(
    fc.constantFrom(
      ...[
        "0",
        "1",
        "-1",
        "1, 2",
        "99999999999999999999",
        "chunked",
        "gzip, chunked",
        "close",
        "x\r\n y",
        "100-continue",
        "2",
      ],
    ),
    wild.wildText.map(bytesOf),
  );
  const lines = fc.tuple(
    fc.constantFrom("GET", "POST", "HEAD", "OPTIONS", "CONNECT", "get", "G ET", "", "PRI", "\u0016\u0003\u0001"),
    fc.constantFrom("/en", "/en/contact", "/api/events", "/api/ai/chat", "*", "site:443"),
    fc.constantFrom("HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "", "HTTP/1.1 x"),
    fc.array(fc.tuple(name, value), { maxLength: 4 }),
    fc.oneof(
      fc.constant(""),
      wild.hugeText.map(bytesOf),
      fc.constant("0\r\n\r\n"),
      fc.constant("GET /en HTTP/1.1\r\nHost: x\r\n\r\n"),
    ),
  );
  it("invalid HTTP gets a response or is disconnected, and the next client is served", () =>
    hold(0.03, [lines], async ([method, target, version, headers, body]) => {
      const head = [`${method} ${target} ${version}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
      await expectHttp(`${head.join("\r\n")}\r\n\r\n${body}`);
      await site.ask({ method: "GET", target: "/en", headers: [] });
    }));

  /** Expects any response to be HTTP below 500, and to come soon after the last byte. */
  async function expectHttp(text: string) {
    const bytes = await send(site.port, Buffer.from(text, "latin1"), 300);
    if (bytes.length === 0) return;
    const answer = received(bytes)!;
    expect(bytes.subarray(0, 9).toString()).toBe("HTTP/1.1 ");
    expect([text, answer.status < 500]).toEqual([text, true]);
    expect(answer.headers).not.toHaveProperty("set-cookie");
  }
}
