import { expect, it } from "@jest/globals";
import * as wallClock from "../../src/text/wall-clock.js";
import { forEvery } from "../support/for-every.js";

const { daysAfter, instantOf, isLocalDate, isLocalDateTime, isoAt, isZone, localAt, mondayOf, monthsAfter } = wallClock;
const stockholm = "Europe/Stockholm";
const newYork = "America/New_York";
const lordHowe = "Australia/Lord_Howe";

/** Nights of a clock change: the local time, its instant, and the local time of that instant. */
// biome-ignore format: a table is read in columns
const nights = [
  // 02:00 becomes 03:00 at 01:00 UTC.
  ["before the gap",              "2027-03-28T01:59", stockholm, "2027-03-28T00:59Z", "2027-03-28T01:59:00+01:00"],
  ["at the edge of the gap",      "2027-03-28T02:00", stockholm, "2027-03-28T01:00Z", "2027-03-28T03:00:00+02:00"],
  ["in the gap",                  "2027-03-28T02:30", stockholm, "2027-03-28T01:30Z", "2027-03-28T03:30:00+02:00"],
  ["after the gap",               "2027-03-28T03:00", stockholm, "2027-03-28T01:00Z", "2027-03-28T03:00:00+02:00"],
  // 03:00 becomes 02:00 at 01:00 UTC.
  ["before the overlap",          "2026-10-25T01:59", stockholm, "2026-10-24T23:59Z", "2026-10-25T01:59:00+02:00"],
  ["at the edge of the overlap",  "2026-10-25T02:00", stockholm, "2026-10-25T00:00Z", "2026-10-25T02:00:00+02:00"],
  ["in the overlap",              "2026-10-25T02:30", stockholm, "2026-10-25T00:30Z", "2026-10-25T02:30:00+02:00"],
  ["after the overlap",           "2026-10-25T03:00", stockholm, "2026-10-25T02:00Z", "2026-10-25T03:00:00+01:00"],
  // 02:00 becomes 03:00 at 07:00 UTC, and 02:00 becomes 01:00 at 06:00 UTC.
  ["in the gap",                  "2027-03-14T02:30", newYork,   "2027-03-14T07:30Z", "2027-03-14T03:30:00-04:00"],
  ["in the overlap",              "2026-11-01T01:30", newYork,   "2026-11-01T05:30Z", "2026-11-01T01:30:00-04:00"],
  // By half an hour: 02:00 becomes 02:30 at 15:30 UTC of the day before, and 02:00 becomes 01:30 at 15:00 UTC.
  ["in the gap",                  "2026-10-04T02:15", lordHowe,  "2026-10-03T15:45Z", "2026-10-04T02:45:00+11:00"],
  ["after the gap",               "2026-10-04T02:30", lordHowe,  "2026-10-03T15:30Z", "2026-10-04T02:30:00+11:00"],
  ["in the overlap",              "2027-04-04T01:45", lordHowe,  "2027-04-03T14:45Z", "2027-04-04T01:45:00+11:00"],
  ["after the overlap",           "2027-04-04T02:00", lordHowe,  "2027-04-03T15:30Z", "2027-04-04T02:00:00+10:30"],
  // The gap or overlap of another zone has no effect.
  ["in the gap of New York",      "2027-03-14T02:30", stockholm, "2027-03-14T01:30Z", "2027-03-14T02:30:00+01:00"],
  ["in the overlap of Stockholm", "2026-10-25T02:30", newYork,   "2026-10-25T06:30Z", "2026-10-25T02:30:00-04:00"],
] as const;

forEvery(nights)("in a night of a clock change a local time is one instant", (_, local, zone, instant, iso) => {
  expect(new Date(instantOf(local, zone))).toEqual(new Date(instant));
  expect(isoAt(Date.parse(instant), zone)).toBe(iso);
  expect(localAt(Date.parse(instant), zone)).toBe(iso.slice(0, 16));
});

// biome-ignore format: a table is read in columns
forEvery([
  ["2026-10-25T01:30Z", stockholm,            "2026-10-25T02:30:00+01:00"], // the second half past two of that night
  ["2027-04-03T15:15Z", lordHowe,             "2027-04-04T01:45:00+10:30"],
  ["2027-01-15T12:00Z", "UTC",                "2027-01-15T12:00:00+00:00"],
  ["2027-01-15T12:00Z", "Pacific/Kiritimati", "2027-01-16T02:00:00+14:00"],
  ["1969-12-31T23:30Z", "UTC",                "1969-12-31T23:30:00+00:00"],
])("isoAt returns the local time of an instant in a zone", (instant, zone, iso) => {
  expect(isoAt(Date.parse(instant), zone)).toBe(iso);
});

// biome-ignore format: a table is read in columns
forEvery([
  ["2027-03-28", 1,    "2027-03-29"],
  ["2028-02-28", 1,    "2028-02-29"],
  ["2027-01-01", -1,   "2026-12-31"],
  ["2028-01-01", -366, "2026-12-31"],
])("daysAfter returns the date so many days later", (date, days, later) => {
  expect(daysAfter(date, days)).toBe(later);
});

// biome-ignore format: a table is read in columns
forEvery([
  ["2027-01-31", 1,   "2027-02-28"],
  ["2028-01-31", 1,   "2028-02-29"],
  ["2027-12-31", 2,   "2028-02-29"],
  ["2028-02-29", -24, "2026-02-28"],
  ["2027-03-31", -1,  "2027-02-28"],
])("monthsAfter returns the date so many months later", (date, months, later) => {
  expect(monthsAfter(date, months)).toBe(later);
});

// biome-ignore format: a table is read in columns
forEvery([
  [2026, 1,  "2025-12-29"], // 2026 begins on a Thursday
  [2026, 53, "2026-12-28"],
  [2027, 1,  "2027-01-04"],
  [2027, 53, undefined],
  [2028, 9,  "2028-02-28"],
  [2032, 53, "2032-12-27"],
  [2026, 0,  undefined],
  [2026, 54, undefined],
])("mondayOf returns the first day of a week of ISO 8601 that the year has", (year, week, monday) => {
  expect(mondayOf(year, week)).toBe(monday);
});

it("the zone of these tests is that of no event, so that no result can depend on it", () => {
  expect(new Date("2027-01-15T12:00Z").getTimezoneOffset()).toBe(3.5 * 60);
});

// biome-ignore format: one below the other they fill a page
forEvery([
  ["isLocalDate", isLocalDate, ["2027-05-06", "2028-02-29", "2000-02-29", "1900-01-01", "2199-12-31"], [
    "2027-02-29", "2100-02-29", "2027-04-31", "2027-13-01", "2027-00-10", "2027-01-00", "2027-01-32", "1899-12-31",
    "2200-01-01", "+02027-01-01", "-2027-01-01", "2027-1-1", "20270101", "2027-01-01T00:00", "2027-01-01\n",
    " 2027-01-01", "2027", "",
  ]],
  ["isLocalDateTime", isLocalDateTime, ["2027-05-06T00:00", "2027-05-06T17:30", "2027-05-06T23:59"], [
    "2027-05-06T24:00", "2027-05-06T17:60", "2027-02-29T17:30", "2027-05-06T7:30", "2027-05-06T1730",
    "2027-05-06T17:30:00", "2027-05-06T17:30Z", "2027-05-06T17:30+02:00", "2027-05-06T17:30\n", "2027-05-06 17:30",
    "2027-05-06t17:30", "2027-05-06T", "2027-05-06", "T17:30", "",
  ]],
  ["isZone", isZone, [stockholm, "Asia/Kolkata", "UTC"], [
    "Europe/Gothenburg", "Stockholm", "../etc/passwd", " ", "", "europe/stockholm", "CET", "+01:00",
  ]],
])("a date, a date with a time, or a zone is accepted if it exists", (_, isValid, right, wrong) => {
  expect([...right, ...wrong].filter(isValid)).toEqual(right);
});
