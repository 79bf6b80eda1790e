import { expect, it } from "@jest/globals";
import * as inWords from "../../src/text/dates-in-words.js";

/** Returns the key and each interpolated value. */
const t = (key: string, values: object = {}) =>
  [key, ...Object.entries(values).map(([name, value]) => `${name}=${value}`)].join(" ");

it("shortDate returns the parts of a date without a full stop at their end", () => {
  expect(inWords.shortDate("2026-12-03T17:30:00+01:00", "nb")).toEqual({
    weekday: "tor",
    day: "03",
    dayAndMonth: "3. des",
    month: "des",
    year: "2026",
    time: "17:30",
  });
});

it("shortTimes names the end date only if it differs from the start date", () => {
  const starts = "2026-12-10T17:30:00+01:00";
  expect(inWords.shortTimes(starts, "2026-12-10T20:00:00+01:00", "en")).toBe("17:30–20:00");
  expect(inWords.shortTimes(starts, "2026-12-11T12:00:00+01:00", "sv")).toBe("17:30\u00a0– 11\u00a0dec\u00a012:00");
});

it("whenInWords uses the clock of the zone, and both dates if the event ends on another day", () => {
  const starts = Date.parse("2026-12-10T22:30:00Z");
  const untilMinutesLater = (minutes: number) =>
    inWords.whenInWords(starts, starts + minutes * 60_000, "Europe/Stockholm", "sv", t);
  expect(untilMinutesLater(20)).toBe("events:when.sameDay date=torsdag 10 december 2026 from=23:30 to=23:50");
  expect(untilMinutesLater(60)).toBe(
    "events:when.severalDays from=events:when.start date=torsdag 10 december 2026 time=23:30 " +
      "to=events:when.start date=fredag 11 december 2026 time=00:30",
  );
});

it("dates are written in the language", () => {
  const date = "2026-12-03";
  expect({
    fullDate: inWords.fullDate(date, "sv"),
    dateInWords: inWords.dateInWords(date, "nb"),
    dayAndMonth: inWords.dayAndMonth(date, "en"),
    monthAndYear: inWords.monthAndYear(date, "sv"),
  }).toEqual({
    fullDate: "torsdag 3 december 2026",
    dateInWords: "3. desember 2026",
    dayAndMonth: "3 December",
    monthAndYear: "december 2026",
  });
});
