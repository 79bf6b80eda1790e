import { describe, expect, it } from "@jest/globals";
import { type Occurrence, occurrencesOf, plannedDates } from "../../src/events/agenda.js";
import { daysAfter, isoAt } from "../../src/text/wall-clock.js";
import { forEvery } from "../support/for-every.js";
import { event } from "../support/library.js";

const firstThursdays = { rule: "FREQ=MONTHLY;BYDAY=1TH", starts: "2027-02-04T17:30", ends: "2027-02-04T20:00" };
const changed = { reason: { en: "The bar is closed." }, updated: Date.parse("2027-01-15T12:00Z") };
const moved = { ...changed, status: "moved", start: "2027-05-03T00:00", end: "2027-05-03T02:00" } as const;

const timesOf = ({ starts, ends, event: { zone } }: Occurrence) => ({
  starts: isoAt(starts, zone),
  ends: isoAt(ends, zone),
});

describe("An event", () => {
  // biome-ignore format: a table is read in columns
  forEvery([
    ["shorter night", "2027-03-27", "22:00", "04:00", 1, "2027-03-27T22:00:00+01:00", "2027-03-28T04:00:00+02:00"],
    ["longer night",  "2027-10-30", "22:00", "04:00", 1, "2027-10-30T22:00:00+02:00", "2027-10-31T04:00:00+01:00"],
    ["skipped start", "2027-03-28", "02:30", "03:15", 0, "2027-03-28T03:30:00+02:00", "2027-03-28T04:15:00+02:00"],
    ["several days",  "2027-02-26", "18:00", "12:00", 2, "2027-02-26T18:00:00+01:00", "2027-02-28T12:00:00+01:00"],
  ])("keeps its wall-clock times on every date", (_, date, from, to, nights, starts, ends) => {
    const daily = { rule: "FREQ=DAILY", starts: `2027-01-01T${from}`, ends: `2027-01-0${1 + nights}T${to}` };
    expect(occurrencesOf(event(daily), date, daysAfter(date, 1)).map(timesOf)).toEqual([{ starts, ends }]);
  });

  it("has the times of its own zone", () => {
    const inNewYork = event({ ...firstThursdays, zone: "America/New_York" });
    expect(occurrencesOf(inNewYork, "2027-03-01", "2027-05-01").map((one) => timesOf(one).starts)).toEqual([
      "2027-03-04T17:30:00-05:00",
      "2027-04-01T17:30:00-04:00",
    ]);
  });

  it("has no occurrence on its exceptions, and one that is moved only on its new day, with its old date as id", () => {
    const facts = { ...firstThursdays, exceptions: ["2027-03-04"], overrides: { "2027-04-01": moved } };
    const datesBetween = (from: string, to: string) =>
      occurrencesOf(event(facts), from, to).map(({ id }) => id.slice(-10));
    expect(datesBetween("2027-03-01", "2027-05-03")).toEqual([]);
    expect(datesBetween("2027-05-03", "2027-05-04")).toEqual(["2027-04-01"]);
    expect(datesBetween("2027-05-04", "2027-05-06")).toEqual([]);
    expect(plannedDates(event(facts), "2027-02-04", "2027-04-01")).toEqual(["2027-02-04", "2027-03-04", "2027-04-01"]);
    expect(plannedDates(event(), "2027-05-05", "2027-05-07")).toEqual(["2027-05-06"]);
  });

  it("has its status and last change on every date but those with others, and a reason only there", () => {
    const updated = changed.updated + 1;
    const cancelled = { ...changed, status: "cancelled", updated: updated + 1 } as const;
    const overrides = { "2027-04-01": moved, "2027-06-03": cancelled };
    const series = event({ ...firstThursdays, status: "tentative", updated, overrides, closesHoursBefore: 2 });
    const unchanged = { status: "tentative", previousStarts: null, reason: null, updated, closes: expect.any(Number) };
    const previousStarts = Date.parse("2027-04-01T17:30+02:00");
    expect(occurrencesOf(series, "2027-05-01", "2027-07-01").sort((a, b) => a.starts - b.starts)).toMatchObject([
      { ...unchanged, status: "confirmed", previousStarts, reason: changed.reason },
      { ...unchanged, closes: Date.parse("2027-05-06T15:30+02:00") },
      { ...unchanged, status: "cancelled", reason: changed.reason, updated: updated + 1 },
    ]);
  });
});
