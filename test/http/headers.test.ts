import { expect, it } from "@jest/globals";
import { type Encoding, preferredEncoding, qualityValues } from "../../src/http/accept.js";
import { clientKey, limitedScopes, networkKey } from "../../src/http/client-address.js";
import { entityTag, matchesEtag } from "../../src/http/response-cache.js";
import { securityHeaders } from "../../src/http/security-headers.js";
import { mediaTypeOf } from "../../src/http/text-body.js";
import { forEvery } from "../support/for-every.js";

it("qualityValues reads missing weights as 1 and those that are no number as 0", () => {
  expect(qualityValues("br, GZIP ; Q=0.5;x=1 ,text/html;level=1;q = 0.2,a;q=much,b;q=,*;q=0,, c;xq=0.1")).toEqual([
    { name: "br", weight: 1 },
    { name: "gzip", weight: 0.5 },
    { name: "text/html", weight: 0.2 },
    { name: "a", weight: 0 },
    { name: "b", weight: 0 },
    { name: "*", weight: 0 },
    { name: "", weight: 1 },
    { name: "c", weight: 1 },
  ]);
});

const all = { br: true, gzip: true, identity: true };
forEvery<[string, Encoding, object?]>([
  ["", "identity"],
  ["gzip, br", "br"],
  ["gzip,br", "br"],
  ["br,gzip", "br"],
  ["deflate GZIP", "gzip"],
  ["brotli, gzipped, x-gzip", "identity"],
  ["xbr", "identity"],
  ["gzip, br", "gzip", { gzip: true, identity: true }],
  ["identity", "identity"],
  ["identity, x", "identity", { br: true, gzip: true }],
  ["br;q=0.5, gzip;q=0.5", "br"],
  ["br;q=0.4, gzip;q=0.5", "gzip"],
  ["br;q=1", "identity", { gzip: true, identity: true }],
  ["br;q=0", "identity"],
  ["*", "br"],
  ["*;q=0.5, br;q=0", "gzip"],
  ["*;q=0", "identity"],
  ["identity;q=0.5, gzip;q=0.4", "identity"],
  ["identity;q=0.5, gzip;q=0.4, *;q=0", "identity"],
  ["identity;q=0", "identity"],
  ["identity;q=0, gzip;q=0.1", "gzip"],
  ["*;q=0, gzip", "gzip"],
  ["*;q=0.5, identity", "identity"],
  ["br;q=much, gzip", "gzip"],
  ["gzip;q=0.0001", "gzip"],
  ["x;q=1", "identity"],
])(
  "preferredEncoding returns the encoding with the highest weight, the smaller of two, or identity",
  (header, encoding, available = all) => {
    expect(preferredEncoding(header, available)).toBe(encoding);
    if (header === "") expect(preferredEncoding(undefined, available)).toBe("identity");
  },
);

forEvery([
  ["192.0.2.77", "192.0.2.77", "192.0.2.0/24", false],
  ["192.0.2.77:4711", "192.0.2.77", "192.0.2.0/24", false],
  ["[192.0.2.77]", "192.0.2.77", "192.0.2.0/24", false],
  ["::ffff:192.0.2.77", "192.0.2.77", "192.0.2.0/24", false],
  ["2001:db8:1:2345::7", "2001:db8:1:2300::/56", "2001:db8:1::/48", true],
  ["[2001:db8:1:2345::7]", "2001:db8:1:2300::/56", "2001:db8:1::/48", true],
  ["[2001:db8:1:2345::7]:65535", "2001:db8:1:2300::/56", "2001:db8:1::/48", true],
  ["[2001:db8::1]:x", "unknown", "unknown", false],
  ["x192.0.2.77", "unknown", "unknown", false],
  ["192.0.2.77:", "unknown", "unknown", false],
  ["192.0.2", "unknown", "unknown", false],
  ["[]:1", "unknown", "unknown", false],
  ["", "unknown", "unknown", false],
])(
  "clientKey is an IPv4 address or an IPv6 /56, and networkKey an IPv4 /24 or an IPv6 /48",
  (ip, client, network, v6) => {
    expect([clientKey(ip), networkKey(ip), limitedScopes[1]!.keyOf(ip)]).toEqual([
      client,
      network,
      v6 ? network : undefined,
    ]);
    if (ip === "") expect([clientKey(undefined), networkKey(undefined)]).toEqual(["unknown", "unknown"]);
  },
);

it("entityTag depends only on the bytes, and matchesEtag compares weakly with each tag of a list", () => {
  const bytes = Buffer.from("text");
  expect(entityTag("text")).toMatch(/^[\w-]{16}$/);
  expect(entityTag(bytes)).toBe(entityTag("text"));
  expect(entityTag("texts")).not.toBe(entityTag("text"));
  const tag = '"a"';
  for (const header of ['"a"', 'W/"a"', ' "b" , "a" ', '"b",W/"a"', "*", " * "])
    expect([header, matchesEtag(header, tag)]).toEqual([header, true]);
  for (const header of [undefined, "", '"b"', "a", 'w/"a"', '"b"W/"a"', '"a" x', '"W/a"'])
    expect([header, matchesEtag(header, tag)]).toEqual([header, false]);
});

it("mediaTypeOf returns the type in lower case without parameters", () => {
  const of = (type?: string) => mediaTypeOf({ headers: type === undefined ? {} : { "content-type": type } });
  expect([of(), of(" Text/HTML ; charset=utf-8"), of("a/b;c;d")]).toEqual(["", "text/html", "a/b"]);
});

it("HSTS is sent only if the base URL is https", () => {
  const { "Strict-Transport-Security": hsts, ...rest } = securityHeaders({ baseUrl: "https://x.example" });
  expect(hsts).toBe("max-age=31536000");
  expect(securityHeaders({ baseUrl: "http://x.example" })).toEqual(rest);
  expect(rest).toEqual({
    "Content-Security-Policy":
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; manifest-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
  });
});
