/** Generated input: nearly valid, at limits, and hostile. */
import fc from "fast-check";
import { eventQuery } from "../../src/contracts/event-query.js";
import { everyFormPage, fieldsOf, rightAnswers } from "./forms.js";
import { everyAddress, languages } from "./specified-pages.js";

const words = (text: string) => text.split(" ");
type Pairs = readonly (readonly [name: string, value: string])[];

/** Markup, template syntax, controls, lone surrogates, names of Object.prototype, paths. */
const notorious = fc.constantFrom(
  ...[`<fuzz"'&>`, `" onfuzz="1`, "</textarea><fuzz>", "</script><fuzz>", "<!--<fuzz>", "[fuzz](javascript:fuzz)"],
  ...["{{7*7}}{% raw %}", "$t(errors:notFound.text)", "cimode", "__proto__", "constructor", "[object Object]", "NaN"],
  ...["\r\nX-Fuzz: 1\r\n\r\n", "\0", "\ud83d", "\udc00\ud800", "\u202e\u200b\ufeff", "\u{e0041}\ufffe", "İıßﬀ"],
  ...["../../etc/passwd", "..\\", "%00", "%2e%2e%2f", "%zz%", "%c3%28", "-1", "1e9", "null", "&amp;&lt;", "", "٣"],
);
export const text = fc.oneof(
  notorious,
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.tuple(fc.string(), notorious, fc.string()).map((parts) => parts.join("")),
);
const longText = fc.oneof(
  { weight: 9, arbitrary: text },
  { weight: 1, arbitrary: fc.tuple(text, fc.nat(3000)).map(([text, times]) => text.repeat(times).slice(0, 20_000)) },
);
const mostly = (usual: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: text });

const escaped = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
const printable = (text: string) => text.replaceAll(/[^\x21-\x7e]|#/g, "").slice(0, 6000);
const encoded = (pairs: Pairs) => pairs.map((pair) => pair.map(escaped).join("=")).join("&");

export function queryNear(known: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> {
  const pair = fc
    .constantFrom(...Object.keys(known))
    .chain((name) => fc.tuple(fc.constant(name), mostly(known[name]!)));
  const strange = fc.tuple(
    fc.oneof(fc.constantFrom(...Object.keys(known).flatMap((name) => [`${name}[]`, `${name}[__proto__]`])), text),
    text,
  );
  const pairs = fc.tuple(
    fc.uniqueArray(pair, { maxLength: 4, selector: ([name]) => name }),
    fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(strange, { maxLength: 2 }) }),
  );
  return fc.oneof(
    { weight: 9, arbitrary: pairs.map((parts) => `?${encoded(parts.flat())}`) },
    { weight: 1, arbitrary: longText.map((text) => `?${printable(text)}`) },
  );
}

const date = fc.oneof(
  fc
    .date({ min: new Date("2024-06-01"), max: new Date("2029-06-01"), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10)),
  fc.constantFrom("0000-01-01", "9999-12-31", "2028-02-29", "2027-02-29", "2026-13-01", "-271821-04-20", "2026-1-1"),
);
const locale = fc.constantFrom(...languages, "no", "sv-SE", "de");
const city = fc.constantFrom("gothenburg", "stockholm", "varberg", "Göteborg", "oslo");
export const queries: Record<keyof typeof eventQuery.shape, fc.Arbitrary<string>> = {
  ...Object.fromEntries(Object.keys(eventQuery.shape).map((name) => [name, text])),
  ...{ locale, city, from: date, to: date },
  concept: fc.constantFrom("AFTER", "BOARDROOM", "COMMONS", "after"),
  recurring: fc.constantFrom("true", "false", "1"),
  limit: fc.oneof(fc.integer({ min: -1, max: 201 }).map(String), fc.constantFrom("1.5", "1e2")),
} as never;

export const method = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("GET", "HEAD") },
  { weight: 1, arbitrary: fc.constantFrom("POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY") },
);
/** Headers that the site reads, and some that it must ignore. */
export const headers = fc
  .record(
    {
      Accept: fc.constantFrom(
        ...words("text/html text/markdown application/json;q=0.5,text/plain text/event-stream x"),
      ),
      "Accept-Language": fc.constantFrom("sv", "nb-NO;q=0.3, en", "*", "x-klingon", ";;q=2"),
      "If-None-Match": fc.constantFrom("*", `""`, `W/"x"`, '"', `"${"x".repeat(500)}"`),
      "If-Modified-Since": fc.constantFrom("Sat, 21 Nov 2026 09:00:00 GMT", "never"),
      Range: fc.constantFrom("bytes=0-1", "bytes=9-1"),
      "X-Forwarded-Host": fc.constant("fuzz.example"),
      "X-Forwarded-Proto": fc.constantFrom("https", "javascript"),
      Cookie: fc.constantFrom("i18next=sv", "a=b; __proto__=c"),
      Expect: fc.constant("100-continue"),
      Upgrade: fc.constant("h2c"),
    },
    { requiredKeys: [] },
  )
  .map((given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value)) as Record<string, string>);

const addresses = [
  ...everyAddress.flatMap(([address]) => [address, `${address}.md`]),
  ...words("/ /feed.xml /sitemap.xml /robots.txt /llms.txt /llms-full.txt /.well-known/security.txt /healthz /mcp"),
  ...words(
    "/api/events /api/openapi.json /api/calendar /api/calendar/gothenburg.ics /embed /assets/site.css /en/search",
  ),
];
export const target = fc
  .tuple(fc.constantFrom(...addresses), fc.nat(), fc.oneof(text.map(escaped), longText.map(printable)))
  .chain(([address, at, segment]) => {
    const parts = address.split("/");
    const place = 1 + (at % parts.length);
    const [head, tail] = [address.slice(0, 1 + (at % address.length)), address.slice(1 + (at % address.length))];
    return fc.constantFrom(
      ...[address, address, address, `${address}/`, `/${address}`, `${address}.md`, `${address}.ics`, `${address}%00`],
      ...[`${head}%${tail}`, `${head}/${tail}`, `${head}%${tail.charCodeAt(0).toString(16)}${tail.slice(1)}`],
      ...["/./", "/x/../", "/%2e%2e/", "/\\", "//fuzz.example/"].map((start) => address.replace("/", start)),
      ...[address.replace(/^\/nb/, "/no"), address.toUpperCase(), `http://site${address}`, `//fuzz.example${address}`],
      [...parts.slice(0, place), segment, ...parts.slice(place + 1)].join("/") || "/",
    );
  });

const conversation = fc.record({
  locale: fc.constantFrom<string>(...languages),
  messages: fc.array(fc.record({ role: fc.constant("user"), content: longText.map((text) => `next date? ${text}`) }), {
    minLength: 1,
    maxLength: 5,
  }),
});
const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  longText,
  fc.constantFrom<unknown>(Array(5000).fill({ role: "user", content: "?" }), { constructor: { prototype: { a: 1 } } }),
);
export const chatBody = fc.oneof(
  conversation.map((body) => JSON.stringify(body)),
  fc.tuple(conversation, fc.constantFrom("messages", "locale", "__proto__"), anyJson).map(([body, name, value]) => {
    return JSON.stringify(body).replace(/\}$/, `,"${name}":${JSON.stringify(value)}}`);
  }),
  fc.tuple(conversation, fc.nat(), text).map(([body, at, text]) => JSON.stringify(body).slice(0, at % 200) + text),
  fc.constantFrom(10, 30_000).map((depth) => `{"messages":${"[".repeat(depth)}`),
);

export const filledForm = fc.constantFrom(...everyFormPage).chain(([address, , form]) =>
  fc
    .dictionary(fc.constantFrom(...fieldsOf(form).map(({ name }) => name), "date", "x"), longText, { maxKeys: 2 })
    .map((changed) => {
      const values: Record<string, string> = { ...rightAnswers(form), ...changed };
      return { address, form, values };
    }),
);

export const invalidHttp = fc.tuple(
  fc.constantFrom("GET", "POST", "CONNECT", "get", "G ET", "", "PRI", "\u0016\u0003\u0001"),
  fc.oneof(fc.constantFrom("/en", "/en/contact", "/api/ai/chat", "*", "site:443", "/en HTTP/1.1\r\nX: y"), longText),
  fc.constantFrom("HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "", "HTTP/1.1 x"),
  fc.array(fc.tuple(fc.constantFrom("Host", "Content-Length", "Transfer-Encoding", "Expect", " X", "", "Å"), text)),
  fc.oneof(longText, fc.constantFrom("0\r\n\r\n", "GET /en HTTP/1.1\r\nHost: x\r\n\r\n")),
);
