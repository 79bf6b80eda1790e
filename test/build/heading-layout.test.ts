import { expect } from "@jest/globals";
import { layOutHeading } from "../../src/build/heading-layout.js";
import { forEvery } from "../support/for-every.js";

forEvery([
  ["On lamps", 116],
  ["Rundabordssamtalsledarutbildningsmaterial", 44],
  ["What to do|on\u00a0Monday", 116],
  ["An AI pilot|that is|allowed to fail", 116],
  ["En KI-pilot|som har lov til|å mislykkes", 116],
  ["a longer and|longer heading|that goes on to|sixty letters yes", 84],
])("a heading has the largest size that fits, and the most even lines of that size", (heading, size) => {
  const lines = heading.split("|");
  expect(layOutHeading(lines.join(" "))).toEqual({ lines, size });
});
