import type { IncomingHttpHeaders } from "node:http";
import { expect, it } from "@jest/globals";
import { type Encoding, matchesEtag, preferredEncoding, prefersMarkdown } from "../../src/http/cache.js";
import { truncateHeadersForParsing } from "../../src/http/checks.js";
import { clientKey } from "../../src/http/limits.js";
import { forEvery } from "../support/for-every.js";

const all = { br: true, gzip: true, identity: true };
forEvery<[string | undefined, Encoding, object?]>([
  [undefined, "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["brotli, gzipped, x-gzip, xbr", "identity"],
  ["gzip, br", "gzip", { gzip: true, identity: true }],
  ["identity, x", "identity", { br: true, gzip: true }],
  ["br;q=0.4, GZIP ; Q=0.5;x=1", "gzip"],
  ["*", "br"],
  ["*;q=0.5, br;q=0", "gzip"],
  ["identity;q=0.5, gzip;q=0.4, *;q=0", "identity"],
  ["identity;q=0", "identity"],
  ["*;q=0, gzip", "gzip"],
])("the encoding has the highest weight, is the smaller of two, or identity", (header, encoding, available = all) =>
  expect(preferredEncoding(header, available)).toBe(encoding),
);

forEvery([
  ["text/markdown", true],
  ["text/markdown;q=0, */*;q=0", false],
  ["text/markdown, text/html", true],
  ["text/html, text/markdown, */*", false],
  ["text/markdown, text/html; q = 0.9", true],
  ["text/markdown;q=0.5, */*;q=0.5", true],
  ["*/*, text/markdown;q=0.9", false],
  ["text/html;q=0.2, */*, text/markdown;q=0.5", true],
  ["Text/Markdown;charset=utf-8", true],
  ["text/html;level=1, text/markdown;q=0.5", false],
  ["text/markdown;q=x", false],
])("prefersMarkdown is true if the header names Markdown with at least the weight of HTML", (accept, expected) =>
  expect(prefersMarkdown(accept)).toBe(expected),
);

forEvery([
  ["192.0.2.77:4711", "192.0.2.77"],
  ["[192.0.2.77]", "192.0.2.77"],
  ["::ffff:192.0.2.77", "192.0.2.77"],
  ["2001:db8:1:2345::7", "2001:db8:1:2300::/56"],
  ["[2001:db8:1:2345::7]:65535", "2001:db8:1:2300::/56"],
  ["[2001:db8::1]:x", "unknown"],
  ["192.0.2.77:", "unknown"],
  ["", "unknown"],
])("a client is an IPv4 address or an IPv6 /56", (ip, client) => expect(clientKey(ip)).toBe(client));

it("lists are read up to 500 characters; of X-Forwarded-For the last, which the nearest proxies wrote", () => {
  const list = `first,${",".repeat(600)},last`;
  const lists = { accept: list, "accept-encoding": list, "accept-language": list, "x-forwarded-for": list };
  const headers: IncomingHttpHeaders = { ...lists, "user-agent": list };
  truncateHeadersForParsing(headers);
  for (const name of ["accept", "accept-encoding", "accept-language"]) expect(headers[name]).toBe(list.slice(0, 500));
  expect(headers["x-forwarded-for"]).toBe(list.slice(-500));
  expect(headers["user-agent"]).toBe(list);
});

it("matchesEtag compares weakly with each tag of a list, and without the suffix of Apache", () => {
  const fresh = ['"a"', 'W/"a"', ' "b" , "a" ', '"b",W/"a"', '"a-gzip"', "*", " * "];
  const stale = [undefined, "", '"b"', "a", 'w/"a"', '"b"W/"a"', '"a" x', '"W/a"'];
  expect([...fresh, ...stale].filter((header) => matchesEtag(header, '"a"'))).toEqual(fresh);
  const others = '"b",'.repeat(699);
  expect([`${others}"a"`, `${others}"b","a"`].map((header) => matchesEtag(header, '"a"'))).toEqual([true, false]);
});
