import { expect, it } from "@jest/globals";
import { citationFilter } from "../../src/assistant/mistral/citations.js";

const sources = [
  { path: "/en/about", title: "About" },
  { path: "/en/contact#seat", title: "Contact" },
];

/** The filtered text of an answer in chunks of `bit` characters, and the paths it cites. */
function read(text: string, bit = text.length) {
  const citations = citationFilter(sources);
  const bits = Array.from({ length: Math.ceil(text.length / bit) }, (_, index) =>
    citations.take(text.slice(index * bit, (index + 1) * bit)),
  );
  const all = [...bits, citations.rest()];
  return { text: all.map((one) => one.text).join(""), cited: all.flatMap((one) => one.cited.map(({ path }) => path)) };
}

it.each([
  ["![x](https://evil.example/x.png)", "x"],
  ['[x](https://evil.example "t")', "x"],
  ["[x]( https://evil.example )", "x"],
  ["[x](https://evil.example/(a))", "x)"],
  [`[x](https://evil.example/${"a".repeat(400)})`, undefined],
  ["[a [b] c](https://evil.example)", "a b c(https://evil.example)"],
  ["[x][r]\n\n[r]: https://evil.example", "xr\n\nr: https://evil.example"],
  ["<https://evil.example>", "https://evil.example>"],
  ["<img src=x onerror=alert(1)>", "img src=x onerror=alert(1)>"],
  ["[x](javascript:alert(1))", "x)"],
  ["a < b and 3 <4", "a < b and 3 <4"],
])("the link is removed from %s", (hostile, left) => {
  for (const bit of [1, 3, hostile.length]) {
    const { text, cited } = read(hostile, bit);
    expect(text).not.toMatch(/\]\(|\]\[|!\[|<[a-z/]|^\[.*\]:/m);
    expect(cited).toEqual([]);
    if (left !== undefined) expect(text).toBe(left);
  }
});

it("numbers become sources, and links to given pages stay, wherever the text is cut", () => {
  const text = "It is so [1]. Ask us [2, 1]! See [the page](/en/about) or [us](https://x.example/en/contact#seat).";
  for (const bit of [1, 2, 7, text.length]) {
    expect(read(text, bit)).toEqual({
      text: "It is so. Ask us! See [the page](/en/about) or [us](/en/contact#seat).",
      cited: ["/en/about", "/en/contact#seat", "/en/about", "/en/about", "/en/contact#seat"],
    });
  }
});

it.each([" ", "[", "[[1]", "!", "<", "[x](", "\t["])(
  "a text of 200,000 repetitions of %j is read in linear time",
  (sign) => {
    expect(read(`${sign.repeat(200_000)}x`).text.endsWith("x")).toBe(true); // quadratic time would be minutes
  },
);
