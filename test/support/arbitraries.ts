/** Generated input: nearly valid, at limits, and hostile. */
import fc from "fast-check";
import { eventQuery } from "../../src/events/api.js";
import { everyFormPage, fieldsOf, rightAnswers } from "./forms.js";
import { everyAddress, languages } from "./specified-pages.js";

const words = (text: string) => text.split(" ");
const oneOf = fc.constantFrom<string[]>;
/** The first nine times in ten. */
const mostly = <Value>(usual: fc.Arbitrary<Value>, rare: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: rare });

/** Markup, template syntax, controls, lone surrogates, names of Object.prototype, paths. */
const notorious = oneOf(
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
const longText = mostly(
  text,
  fc.tuple(text, fc.nat(3000)).map(([text, times]) => text.repeat(times).slice(0, 20_000)),
);

const escaped = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
const printable = (text: string) => text.replaceAll(/[^\x21-\x7e]|#/g, "").slice(0, 6000);

/** A query with known parameters, strange ones, or neither. */
export function queryNear(known: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> {
  const names = Object.keys(known);
  const pair = oneOf(...names).chain((name) => fc.tuple(fc.constant(name), mostly(known[name]!, text)));
  const strange = fc.tuple(
    fc.oneof(oneOf(...names.flatMap((name) => [`${name}[]`, `${name}[__proto__]`, name])), text),
    text,
  );
  const pairs = fc.tuple(
    fc.uniqueArray(pair, { maxLength: 4, selector: ([name]) => name }),
    mostly(fc.constant<[string, string][]>([]), fc.array(strange, { maxLength: 2 })),
  );
  const query = pairs.map((parts) => parts.flat().map((pair) => pair.map(escaped).join("=")));
  return mostly(
    query.map((pairs) => `?${pairs.join("&")}`),
    longText.map((text) => `?${printable(text)}`),
  );
}

const date = oneOf(
  ...words("2026-11-21 2028-02-29 2027-02-29 0000-01-01 9999-12-31 2026-13-01 -271821-04-20 2026-1-1"),
);
export const queries: Record<keyof typeof eventQuery.shape, fc.Arbitrary<string>> = {
  ...Object.fromEntries(Object.keys(eventQuery.shape).map((name) => [name, text])),
  from: date,
  to: date,
  locale: oneOf(...languages, "no", "sv-SE", "de"),
  city: oneOf("gothenburg", "stockholm", "varberg", "Göteborg", "oslo"),
  concept: oneOf("AFTER", "BOARDROOM", "COMMONS", "after"),
  recurring: oneOf("true", "false", "1"),
  limit: fc.oneof(fc.integer({ min: -1, max: 201 }).map(String), oneOf("1.5", "1e2")),
} as never;

export const method = mostly(
  oneOf("GET", "HEAD"),
  oneOf("POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY"),
);
/** Headers that the site reads, and some that it must ignore. */
export const headers = fc.record(
  {
    Accept: oneOf(...words("text/html text/markdown application/json;q=0.5,text/plain text/event-stream x")),
    "Accept-Language": oneOf("sv", "nb-NO;q=0.3, en", "*", "x-klingon", ";;q=2"),
    "If-None-Match": oneOf("*", `""`, `W/"x"`, '"', `"${"x".repeat(500)}"`),
    "If-Modified-Since": oneOf("Sat, 21 Nov 2026 09:00:00 GMT", "never"),
    Range: oneOf("bytes=0-1", "bytes=9-1"),
    "X-Forwarded-Host": oneOf("fuzz.example"),
    "X-Forwarded-Proto": oneOf("https", "javascript"),
    Cookie: oneOf("i18next=sv", "a=b; __proto__=c"),
    Expect: oneOf("100-continue"),
    Upgrade: oneOf("h2c"),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Record<string, string>>;

const machineFiles = "/feed.xml /sitemap.xml /robots.txt /llms.txt /llms-full.txt /.well-known/security.txt /healthz";
const interfaces = "/mcp /api/events /api/openapi.json /api/calendar /api/calendar/gothenburg.ics /embed";
const addresses = [
  ...everyAddress.flatMap(([address]) => [address, `${address}.md`]),
  ...words(`/ ${machineFiles} ${interfaces} /assets/site.css /en/search`),
];
export const target = fc
  .tuple(oneOf(...addresses), fc.nat(), fc.oneof(text.map(escaped), longText.map(printable)))
  .chain(([address, at, segment]) => {
    const parts = address.split("/");
    const place = 1 + (at % parts.length);
    const [head, tail] = [address.slice(0, 1 + (at % address.length)), address.slice(1 + (at % address.length))];
    return oneOf(
      ...[address, address, address, `${address}/`, `/${address}`, `${address}.md`, `${address}.ics`, `${address}%00`],
      ...[`${head}%${tail}`, `${head}/${tail}`, `${head}%${tail.charCodeAt(0).toString(16)}${tail.slice(1)}`],
      ...["/./", "/x/../", "/%2e%2e/", "/\\", "//fuzz.example/"].map((start) => address.replace("/", start)),
      ...[address.replace(/^\/nb/, "/no"), address.toUpperCase(), `http://site${address}`, `//fuzz.example${address}`],
      [...parts.slice(0, place), segment, ...parts.slice(place + 1)].join("/") || "/",
    );
  });

const question = longText.map((text) => ({ role: "user", content: `next date? ${text}` }));
const conversation = fc.record({
  locale: oneOf(...languages),
  messages: fc.array(question, { minLength: 1, maxLength: 5 }),
});
const prototype = { constructor: { prototype: { a: 1 } } };
const anyJson = fc.oneof(fc.jsonValue({ maxDepth: 3 }), longText, fc.constant(prototype));
const tooLong = JSON.stringify({ messages: Array(5000).fill({ role: "user", content: "?" }) });
export const chatBody = fc.oneof(
  conversation.map((body) => JSON.stringify(body)),
  fc.tuple(conversation, oneOf("messages", "locale", "__proto__"), anyJson).map(([body, name, value]) => {
    return JSON.stringify(body).replace(/\}$/, `,"${name}":${JSON.stringify(value)}}`);
  }),
  fc.tuple(conversation, fc.nat(), text).map(([body, at, text]) => JSON.stringify(body).slice(0, at % 200) + text),
  oneOf(tooLong, ...[10, 30_000].map((depth) => `{"messages":${"[".repeat(depth)}`)),
);

export const filledForm = fc.constantFrom(...everyFormPage).chain(([address, , form]) => {
  const names = [...fieldsOf(form).map(({ name }) => name), "date", "x"];
  const changes = fc.dictionary(oneOf(...names), longText, { maxKeys: 2 });
  return changes.map((changed) => ({ address, form, values: { ...rightAnswers(form), ...changed } }));
});
