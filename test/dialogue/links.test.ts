import { expect, it } from "@jest/globals";
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
  ["[x]( https://evil.example )", "x"],
  ["[x](https://evil.example/(a))", "x"],
  [`[x](https://evil.example/${"a".repeat(400)})`, undefined],
  [`[${"x".repeat(400)}](https://evil.example)`, "x".repeat(400)],
  ["[a [b] c](https://evil.example)", "a b c"],
  ["[a\nb](https://evil.example)", "a\nb"],
  ["[x][r]\n\n[r]: https://evil.example", "xr\n\nr: https://evil.example"],
  ["<https://evil.example>", "https://evil.example"],
  ["<me@evil.example>", "me@evil.example"],
  ["<https://a [x](https://evil.example)>", "https://a x(https://evil.example)"],
  ["<img src=x onerror=alert(1)>", ""],
  ['<a href="https://evil.example">words</a>', "words"],
  ["<<b>script>alert(1)</script>", "script>alert(1)"],
  ["<script", "script"],
  ["[x](javascript:alert(1))", "x"],
  ["[x](/en/made-up)", "x"],
  ["[x](//evil.example/en/about)", "x"],
  ["[1] and [2, 5]", "1 and 2, 5"],
  ["a < b and 3 <4, 5 <= 6!", "a < b and 3 <4, 5 <= 6!"],
  ["Ends open [", "Ends open "],
  ["[never closed", "never closed"],
])("no link is left of %s", (hostile, left) => {
  const whole = read(hostile);
  expect(whole.text).not.toMatch(/\]\(|\]\[|!\[|<[a-z/]|^\[.*\]:/m);
  expect(whole.sources).toEqual([]);
  if (left !== undefined) expect(whole.text).toBe(left);
  for (const bit of [1, 2, 3, 7]) expect(read(hostile, bit)).toEqual(whole);
});

it("a link to a known address stays and becomes a source, wherever the text is cut", () => {
  const text =
    'See [the **page**](/en/about), [us](</en/contact#seat> "t") or [](/en/about)! ![y](/en/about) Wow!<b>[z](/en/about)</b> [feed](/feed.xml?locale=sv)';
  const about = { path: "/en/about", title: "About" };
  for (const bit of [1, 2, 7, text.length]) {
    expect(read(text, bit)).toEqual({
      text: "See [the **page**](/en/about), [us](/en/contact#seat) or [About](/en/about)! y Wow! [z](/en/about) [feed](/feed.xml?locale=sv)",
      sources: [
        about,
        { path: "/en/contact#seat", title: "Contact" },
        about,
        about,
        { path: "/feed.xml?locale=sv", title: "feed" },
      ],
    });
  }
});

it("any text is the same whole and character by character", () => {
  const bits = [...'[]()!<>a \n"', "/en/about", "](/en/about)", "https://e.example"];
  let seed = 1;
  const next = () => (seed = (seed * 48_271) % 2_147_483_647);
  for (let round = 0; round < 3000; round++) {
    const text = Array.from({ length: 12 }, () => bits[next() % bits.length]!).join("");
    expect({ text, read: read(text, 1) }).toEqual({ text, read: read(text) });
    expect({ text, left: read(text).text.match(/!\[|\]\((?!\/en\/about\))|<[a-z/]/g) }).toEqual({ text, left: null });
  }
});

it.each([" ", "[", "[[1]", "!", "<", "[x](", "](", "](a)", "\t[", "<a", "(("])(
  "a text of 200,000 repetitions of %j is read in linear time",
  (sign) => {
    expect(read(`${sign.repeat(200_000)}x`).text.endsWith("x")).toBe(true); // quadratic time would be minutes
  },
);
