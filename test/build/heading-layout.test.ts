import { expect, it } from "@jest/globals";
import { layOutHeading } from "../../src/build/heading-layout.js";

it.each([
  ["Lamps", 1],
  ["Rundabordssamtalsledarutbildningsmaterial", 1],
  ["On lamps", 1],
])("the short heading %s has %i line(s)", (heading, lines) => {
  expect(layOutHeading(heading).lines).toHaveLength(lines);
});

it("a heading is broken into lines of similar length, without losing a word", () => {
  expect(layOutHeading("An AI pilot that is allowed to fail").lines).toEqual([
    "An AI pilot",
    "that is",
    "allowed to fail",
  ]);
  expect(layOutHeading("Somebody pays for every free return").lines).toEqual([
    "Somebody",
    "pays for every",
    "free return",
  ]);
  expect(layOutHeading("What to do on\u00a0Monday").lines).toEqual(["What to do", "on\u00a0Monday"]);
});

it("a heading has the largest size that fits, and the most even lines of that size", () => {
  expect(layOutHeading("En KI-pilot som har lov til å mislykkes")).toEqual({
    lines: ["En KI-pilot", "som har lov til", "å mislykkes"],
    size: 116,
  });
});

it("the longest allowed heading fits", () => {
  const { lines, size } = layOutHeading("a longer and longer heading that goes on to sixty letters yes");
  expect(lines.join(" ")).toBe("a longer and longer heading that goes on to sixty letters yes");
  expect(lines.length * size).toBeLessThanOrEqual(350);
});
