/** Generated input: nearly valid, at limits, and hostile. */
import fc from "fast-check";
import { languages } from "../specified-pages.js";
import { bytesOf } from "./wire.js";

export const MARK = `<fuzz"'&>`;

/** Notorious input: markup, template syntax, controls, lone surrogates, names of Object.prototype. */
const notorious = fc.constantFrom(
  MARK,
  "cimode", // a language that i18next has by itself
  `"onfuzz="1" x="`,
  `'><fuzz>`,
  "</textarea><fuzz>",
  "</title><fuzz>",
  "</script><fuzz>",
  "<!--<fuzz>",
  "{{7*7}}{% raw %}",
  "$t(errors:notFound.text)",
  "{{concepts}}",
  "[fuzz](javascript:fuzz)",
  "<javascript:fuzz>",
  "\r\nX-Fuzz: 1\r\n\r\n",
  "\u0000",
  "\ud83d",
  "\udc00\ud800",
  "\u202e\u200b\ufeff",
  "\u{e0041}\ufffe",
  "e\u0301\u0323",
  "İıßﬀ",
  "🧑🏽‍🚀",
  "__proto__",
  "constructor",
  "toString",
  "../../etc/passwd",
  "..\\..\\",
  "%00",
  "%2e%2e%2f",
  "%zz%",
  "NaN",
  "-1",
  "1e9",
  "null",
  "[object Object]",
  "&amp;&lt;",
);
const plainText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.integer({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
);
const repeated = fc
  .tuple(fc.oneof(notorious, fc.string({ minLength: 1, maxLength: 3 })), fc.integer({ min: 1, max: 2000 }))
  .map(([text, times]) => text.repeat(times));

export const wildText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: notorious },
  { weight: 4, arbitrary: plainText },
  { weight: 3, arbitrary: fc.tuple(plainText, notorious, plainText).map((parts) => parts.join("")) },
);
/** The same, and sometimes very long. */
export const hugeText = fc.oneof({ weight: 9, arbitrary: wildText }, { weight: 1, arbitrary: repeated });

const percent = (bytes: string, unescaped: RegExp) =>
  Array.from(bytes, (byte) =>
    unescaped.test(byte) ? byte : `%${byte.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`,
  ).join("");

/** Encodings of a text in a query, path or form: as usual, with every byte escaped, or as raw bytes. */
export const spellings = {
  right: (text: string) => percent(bytesOf(text), /[\w.~-]/),
  form: (text: string) => percent(bytesOf(text), /[\w.~ -]/).replaceAll(" ", "+"),
  escaped: (text: string) => percent(bytesOf(text), /[^\s\S]/),
  bare: (text: string) => bytesOf(text),
};
type Spelling = (text: string) => string;
const spelling: fc.Arbitrary<Spelling> = fc.oneof(
  { weight: 8, arbitrary: fc.constant(spellings.right) },
  { weight: 2, arbitrary: fc.constantFrom<Spelling[]>(spellings.form, spellings.escaped) },
);
/** What HTTP lets stand in a target is all that is left of bare bytes: the rest is for the property of the wire. */
const inTarget: Spelling = (text) => bytesOf(text).replaceAll(/[^\x21-\x7e]|#/g, "");

export type Pair = readonly [name: string, value: string];

/** Pairs in a form or query, each with its own encoding. */
export function spelt(pairs: fc.Arbitrary<readonly Pair[]>): fc.Arbitrary<string> {
  return fc
    .tuple(pairs, fc.infiniteStream(spelling))
    .map(([all, spellings]) => all.map(([name, value]) => [name, value, spellings.next().value!] as const))
    .map((all) => all.map(([name, value, spell]) => `${spell(name)}=${spell(value)}`).join("&"));
}

/** A nearly valid query: `known` are names with valid and nearly valid values. */
export function queryNear(known: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> {
  const names = Object.keys(known);
  const value = (name: string) => fc.oneof({ weight: 12, arbitrary: known[name]! }, { weight: 1, arbitrary: wildText });
  const right = fc
    .subarray(names)
    .chain((some) => fc.tuple(...some.map((name) => fc.tuple(fc.constant(name), value(name)))));
  const strange = fc.oneof(
    fc.constantFrom(...names).chain((name) => fc.tuple(fc.constant(name), value(name))), // once more, perhaps
    fc
      .tuple(fc.constantFrom(...names), fc.constantFrom("[]", "[0]", "[a][b]", "[__proto__]"), wildText)
      .map(([name, index, text]) => [name + index, text] as const),
    fc.tuple(fc.constantFrom(...names.map((name) => name.toUpperCase()), "utm_source", "__proto__", ""), wildText),
    fc.tuple(wildText, wildText),
  );
  const pairs = fc.oneof(
    { weight: 5, arbitrary: right },
    {
      weight: 2,
      arbitrary: fc.tuple(right, fc.array(strange, { maxLength: 3 })).map((parts): readonly Pair[] => parts.flat()),
    },
  );
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant("") },
    { weight: 16, arbitrary: spelt(pairs).map((query) => `?${query}`) },
    { weight: 1, arbitrary: hugeText.map((text) => `?${inTarget(text).slice(0, 8000)}`) },
    { weight: 1, arbitrary: spelt(pairs).map((query) => `?&&${query}&=&${query}`) },
  );
}

/** A date: valid, at a limit, or invalid. */
export const date = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .date({ min: new Date("2024-06-01"), max: new Date("2029-06-01"), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        "0000-01-01",
        "1899-12-31",
        "9999-12-31",
        "2028-02-29",
        "2027-02-29",
        "2026-13-01",
        "2026-00-10",
        "0000-00-00",
        "-271821-04-20",
      ],
      ...[
        "2026-11-21",
        "2026-11-22",
        "2028-11-21",
        "2024-11-21",
        "2026-11-21T00:00:00Z",
        "2026-1-1",
        "20261121",
        "٢٠٢٦-١١-٢١",
      ],
    ),
  },
);
export const language = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...languages) },
  { weight: 1, arbitrary: fc.constantFrom("no", "SV", "sv-SE", "de", "", "en,sv", "__proto__") },
);
export const slug = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .array(fc.stringMatching(/^[a-z0-9]{1,6}$/), { minLength: 1, maxLength: 5 })
      .map((words) => words.join("-")),
  },
  { weight: 1, arbitrary: fc.constantFrom("x".repeat(100), "x".repeat(101), "-a", "a-", "a--b", "A", "constructor") },
);

/** Variants of a path segment: unchanged, percent-encoded in part or whole, in capitals, with another suffix. */
export function segmentNear(right: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: right.map(spellings.right) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          right,
          fc.constantFrom(spellings.escaped, (text: string) => spellings.right(text.toUpperCase())),
        )
        .map(([text, spell]) => spell(text)),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          right.map(spellings.right),
          fc.constantFrom(".ics", ".ics.ics", ".ICS", ".md", "/", "/x", "%2F", ".", "..", "%00", "%", ";a=b"),
        )
        .map((parts) => parts.join("")),
    },
    { weight: 3, arbitrary: wildText.map(spellings.right) },
    { weight: 1, arbitrary: hugeText.map((text) => inTarget(text).replaceAll(/[?]/g, "").slice(0, 6000)) },
  );
}

export const method = fc.oneof(
  { weight: 24, arbitrary: fc.constant("GET") },
  { weight: 4, arbitrary: fc.constant("HEAD") },
  {
    weight: 4,
    arbitrary: fc.constantFrom(...["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "PURGE", "QUERY"]),
  },
);

const weight = fc.constantFrom(
  "",
  ";q=1",
  ";q=0",
  ";q=0.5",
  "; q=0.001",
  ";q=",
  ";q=2",
  ";Q=0.9",
  ";charset=utf-8;q=0.3",
  ";;",
);
const listOf = (items: readonly string[]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...items), weight), { maxLength: 6 })
    .map((all) => all.map((parts) => parts.join("")).join(", "));
/** The bytes of a header value (RFC 9110 §5.5). */
const headerText = hugeText.map((text) =>
  bytesOf(text)
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "")
    .trim()
    .slice(0, 3000),
);
const near = (right: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 5, arbitrary: right }, { weight: 1, arbitrary: headerText });

/** Headers that the site reads, and some that it must ignore. */
export const headers = (): fc.Arbitrary<Pair[]> => {
  const values: Record<string, fc.Arbitrary<string>> = {
    Accept: listOf([
      "text/html",
      "text/markdown",
      "*/*",
      "text/*",
      "application/json",
      "text/event-stream",
      "text/plain",
      "x",
    ]),
    "Accept-Encoding": listOf(["br", "gzip", "identity", "*", "deflate", "zstd", "BR", "x-gzip"]),
    "Accept-Language": listOf(["sv", "nb-NO", "en-GB", "no", "nn", "*", "de", "x-klingon", "sv-SE-1994"]),
    "If-None-Match": fc.constantFrom("*", `""`, `W/"x"`, `"a", "b"`, `"`, ",", `"${"x".repeat(500)}"`),
    "If-Modified-Since": fc.constantFrom("Sat, 21 Nov 2026 09:00:00 GMT", "never", "0"),
    Range: fc.constantFrom("bytes=0-1", "bytes=-1", "bytes=9-1", "x"),
    Origin: fc.constantFrom("null", "https://evil.example", "https://www.forcommerce.example", "http://site", "\u00e5"),
    "Sec-Fetch-Site": fc.constantFrom("same-origin", "none", "same-site"),
    "X-Forwarded-Host": fc.constantFrom("evil.example", MARK),
    "X-Forwarded-Proto": fc.constantFrom("https", "javascript", ""),
    "X-HTTP-Method-Override": fc.constantFrom("DELETE", "POST"),
    Cookie: fc.constantFrom("i18next=sv", "a=b; __proto__=c"),
    Expect: fc.constant("100-continue"),
    Upgrade: fc.constantFrom("websocket", "h2c"),
    Referer: fc.constantFrom("https://evil.example/", MARK),
  };
  const header = fc
    .constantFrom(...Object.keys(values))
    .chain((name) => near(values[name]!).map((value): Pair => [name, value]));
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant<Pair[]>([]) },
    { weight: 3, arbitrary: fc.uniqueArray(header, { maxLength: 5, selector: ([name]) => name }) },
  );
};
