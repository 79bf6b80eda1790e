import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { completeLength, filterLinks } from "../../src/dialogue/mistral/links.js";
import type { Source } from "../../src/pages/sources.js";

const titles = { "/en/about": "About", "/en/contact#seat": "Contact", "/feed.xml?locale=sv": "" };
const known = new Map<string, string>(Object.entries(titles));
const find = (address: string) => {
  const title = known.get(address);
  return title === undefined ? undefined : { path: address, title };
};

/** The filtered text of an answer that comes in bits of so many characters, and its sources. */
function read(text: string, bit = text.length) {
  let shown = "";
  const sources: Source[] = [];
  let held = "";
  const show = (end: number) => {
    const filtered = filterLinks(held.slice(0, end), shown, find);
    held = held.slice(end);
    shown += filtered.text;
    sources.push(...filtered.sources);
  };
  for (let start = 0; start < text.length; start += bit) {
    held += text.slice(start, start + bit);
    show(completeLength(held));
  }
  show(held.length);
  return { text: shown, sources };
}

it.each([
  ["![x](https://evil.example/x.png)", "x"],
  ["![x](/en/about)", "x"],
  ['[x](https://evil.example "t")', "x"],
  ["[x](https://evil.example/(a))", "x"],
  [`[${"x".repeat(400)}](https://evil.example)`, "x".repeat(400)],
  ["[a [b] c](https://evil.example)", "a b c"],
  ["[x][r]\n\n[r]: https://evil.example", "xr\n\nr: https://evil.example"],
  ["<https://evil.example>", "https://evil.example"],
  ["<https://a [x](https://evil.example)>", "https://a x(https://evil.example)"],
  ["<img src=x onerror=alert(1)>", ""],
  ["<<b>script>alert(1)</script>", "script>alert(1)"],
  ["<script", "script"],
  ["[x](/en/made-up)", "x"],
  ["[x](//evil.example/en/about)", "x"],
  ["[1] and [2, 5]", "1 and 2, 5"],
  ["a < b and 3 <4, 5 <= 6!", "a < b and 3 <4, 5 <= 6!"],
  ["Ends open [", "Ends open "],
])("no link is left of %s", (hostile, left) => {
  const whole = read(hostile);
  expect(whole.text).not.toMatch(/\]\(|\]\[|!\[|<[a-z/]|^\[.*\]:/m);
  expect(whole.sources).toEqual([]);
  expect(whole.text).toBe(left);
});

it("a link to a known address stays and becomes a source", () => {
  const links = 'See [the **page**](/en/about), [us](</en/contact#seat> "t") or [](/en/about)! ![y](/en/about)';
  const [about, contact] = ["about", "contact#seat"].map((name) => `/en/${name}`) as [string, string];
  expect(read(`${links} Wow!<b>[z](/en/about)</b> [feed](/feed.xml?locale=sv)`)).toEqual({
    text: `See [the **page**](${about}), [us](${contact}) or [About](${about})! y Wow! [z](${about}) [feed](/feed.xml?locale=sv)`,
    sources: [
      { path: about, title: "About" },
      { path: contact, title: "Contact" },
      ...Array(2).fill({ path: about, title: "About" }),
      { path: "/feed.xml?locale=sv", title: "feed" },
    ],
  });
});

it("any text is the same wherever it is cut, without a link to elsewhere", () => {
  const bit = fc.constantFrom(...'[]()!<>a \n"', ". ", "](/en/about)", "](https://e.example)");
  const text = fc.array(bit, { maxLength: 12 }).map((bits) => bits.join(""));
  const isSame = (text: string, length: number) => {
    const whole = read(text);
    expect(read(text, length)).toEqual(whole);
    expect(whole.text).not.toMatch(/!\[|\]\((?!\/en\/about\))|<[a-z/]/);
  };
  fc.assert(fc.property(text, fc.integer({ min: 1, max: 7 }), isSame), { numRuns: 3000, seed: 1 });
});

const signs = [" ", "[", "[[1]", "!", "<", "[x](", "](", "](a)", "\t[", "<a", "(("];
it.each(signs)("a text of 200,000 repetitions of %j is read in linear time", (sign) => {
  expect(read(`${sign.repeat(200_000)}x`).text.endsWith("x")).toBe(true); // quadratic time would be minutes
});
