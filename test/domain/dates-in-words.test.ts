import { expect, it } from "@jest/globals";
import { shortDate, shortTimes } from "../../src/domain/dates-in-words.js";

it("a timetable sets a date in its parts, without full stops", () => {
  expect(shortDate("2026-12-03T17:30:00+01:00", "nb")).toEqual({
    weekday: "tor",
    day: "03",
    month: "des",
    year: "2026",
    time: "17:30",
  });
});

it("a timetable names the day an event ends on when it is another", () => {
  const starts = "2026-12-10T17:30:00+01:00";
  expect(shortTimes(starts, "2026-12-10T20:00:00+01:00", "en")).toBe("17:30–20:00");
  expect(shortTimes(starts, "2026-12-11T12:00:00+01:00", "sv")).toBe("17:30\u00a0– 11\u00a0dec\u00a012:00");
});
