import { expect, it } from "@jest/globals";
import {
  dateInWords,
  dayAndMonth,
  fullDate,
  listInWords,
  monthAndYear,
  monthName,
  shortDate,
  shortTimes,
  startInWords,
  weekdayName,
  whenInWords,
} from "../../src/text/dates-in-words.js";
import { keysOf as t } from "../support/event-record.js";

it("shortDate returns the parts of a date without a full stop at their end", () => {
  expect(shortDate("2026-12-03T17:30:00+01:00", "nb")).toEqual({
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
  expect(shortTimes(starts, "2026-12-10T20:00:00+01:00", "en")).toBe("17:30–20:00");
  expect(shortTimes(starts, "2026-12-11T12:00:00+01:00", "sv")).toBe("17:30\u00a0– 11\u00a0dec\u00a012:00");
});

it("whenInWords uses the clock of the zone, and both dates if the event ends on another day", () => {
  const [zone, starts] = ["Europe/Stockholm", Date.parse("2026-12-10T22:30:00Z")];
  const start = "events:when.start date=torsdag 10 december 2026 time=23:30";
  expect(startInWords(starts, zone, "sv", t)).toBe(start);
  expect(whenInWords(starts, starts + 20 * 60_000, zone, "sv", t)).toBe(
    "events:when.sameDay date=torsdag 10 december 2026 from=23:30 to=23:50",
  );
  expect(whenInWords(starts, starts + 60 * 60_000, zone, "sv", t)).toBe(
    `events:when.severalDays from=${start} to=events:when.start date=fredag 11 december 2026 time=00:30`,
  );
});

it("dates, months, weekdays and lists are written in the language", () => {
  const date = "2026-12-03";
  expect([fullDate(date, "sv"), dateInWords(date, "nb"), dayAndMonth(date, "en"), monthAndYear(date, "sv")]).toEqual([
    "torsdag 3 december 2026",
    "3. desember 2026",
    "3 December",
    "december 2026",
  ]);
  expect([monthName(1, "sv"), monthName(10, "en"), monthName(12, "nb")]).toEqual(["januari", "October", "desember"]);
  const week = ["måndag", "tisdag", "onsdag", "torsdag", "fredag", "lördag", "söndag"];
  expect(week.map((_, day) => weekdayName(day, "sv"))).toEqual(week);
  expect([listInWords(["a", "b", "c"], "en"), listInWords(["a", "b"], "nb")]).toEqual(["a, b and c", "a og b"]);
});
