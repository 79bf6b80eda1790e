import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { linkFilter } from "../../src/assistant/mistral/links.js";

const known = new Map([
  ["/en/about", "About"],
  ["/en/contact#seat", "Contact"],
  ["/feed.xml?locale=sv", ""],
]);
const find = (address: string) => {
  const title = known.get(address);
  return title === undefined ? undefined : { path: address, title };
};

/** The filtered text of an answer in chunks of `bit` characters, and its sources. */
function read(text: string, bit = text.length) {
  const links = linkFilter(find);
  const bits = Array.from({ length: Math.ceil(text.length / bit) }, (_, index) =>
    links.take(text.slice(index * bit, (index + 1) * bit)),
  );
  const pieces = [...bits, links.rest()].flat();
  return {
    text: pieces.filter((piece) => typeof piece === "string").join(""),
    sources: pieces.filter((piece) => typeof piece !== "string"),
  };
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
  const bit = fc.constantFrom(...'[]()!<>a \n"', "](/en/about)", "](https://e.example)");
  const text = fc.array(bit, { maxLength: 12 }).map((bits) => bits.join(""));
  const isSame = (text: string, length: number) => {
    const whole = read(text);
    expect(read(text, length)).toEqual(whole);
    expect(whole.text).not.toMatch(/!\[|\]\((?!\/en\/about\))|<[a-z/]/);
  };
  fc.assert(fc.property(text, fc.integer({ min: 1, max: 7 }), isSame), { numRuns: 3000, seed: 1 });
});

it.each([" ", "[", "[[1]", "!", "<", "[x](", "](", "](a)", "\t[", "<a", "(("])(
  "a text of 200,000 repetitions of %j is read in linear time",
  (sign) => {
    expect(read(`${sign.repeat(200_000)}x`).text.endsWith("x")).toBe(true); // quadratic time would be minutes
  },
);
