import { expect, it } from "@jest/globals";
import { easterSunday } from "../../src/domain/easter.js";

// The earliest, the latest, and exceptions of the Gregorian rule: 1954, 1981, 2049, 2076, 2133.
// biome-ignore format: one below the other they fill a page
const sundays = [
  "1900-04-15", "1943-04-25", "1954-04-18", "1981-04-19", "2000-04-23", "2008-03-23", "2024-03-31", "2026-04-05",
  "2038-04-25", "2049-04-18", "2076-04-19", "2100-03-28", "2133-04-19", "2285-03-22", "2298-04-03", "2400-04-16",
];

it("easterSunday is right, also in the exceptional years of the Gregorian rule", () => {
  expect(sundays.map((date) => easterSunday(Number(date.slice(0, 4))))).toEqual(sundays);
});
