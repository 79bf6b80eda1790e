import { expect, it } from "@jest/globals";
import { setHeading } from "../../src/build/images.js";

it.each([
  ["Lamps", 1],
  ["Rundabordssamtalsledarutbildningsmaterial", 1],
  ["On lamps", 1],
])("a heading of few words, %s, is set in %i line(s)", (heading, lines) => {
  expect(setHeading(heading).lines).toHaveLength(lines);
});

it("a heading is broken so that its lines are alike, and no word is lost", () => {
  expect(setHeading("An AI pilot that is allowed to fail").lines).toEqual([
    "An AI pilot",
    "that is",
    "allowed to fail",
  ]);
  expect(setHeading("Somebody pays for every free return").lines).toEqual([
    "Somebody",
    "pays for every",
    "free return",
  ]);
  expect(setHeading("What to do on\u00a0Monday").lines).toEqual(["What to do", "on\u00a0Monday"]);
});

it("of the ways that fit in a size the evenest is taken, and not a smaller size for a way that is evener", () => {
  expect(setHeading("En KI-pilot som har lov til å mislykkes")).toEqual({
    lines: ["En KI-pilot", "som har lov til", "å mislykkes"],
    size: 116,
  });
});

it("the longest heading there may be is set too", () => {
  const { lines, size } = setHeading("a longer and longer heading that goes on to sixty letters yes");
  expect(lines.join(" ")).toBe("a longer and longer heading that goes on to sixty letters yes");
  expect(lines.length * size).toBeLessThanOrEqual(350);
});
