import { describe, expect, it } from "@jest/globals";
import { localesOf, takesPlace } from "../../src/domain/event.js";
import { occurrencesOf, ruleDates } from "../../src/domain/occurrences.js";
import { isoAt } from "../../src/domain/wall-clock.js";
import { event } from "../support/event.js";

type Facts = NonNullable<Parameters<typeof event>[0]>;

const firstThursdays = { rule: "FREQ=MONTHLY;BYDAY=1TH", starts: "2027-02-04T17:30", ends: "2027-02-04T20:00" };
const changed = { reason: { en: "The bar is closed." }, updated: Date.parse("2027-01-15T12:00Z") };
const moved = { ...changed, status: "moved", start: "2027-04-08T18:00", end: "2027-04-08T21:00" } as const;

/** The date in the id of each occurrence between two dates, with its times, in order. */
function timesOf(facts: Facts, from: string, to: string) {
  const { zone, ...rest } = event(facts);
  return occurrencesOf({ zone, ...rest }, from, to)
    .sort((a, b) => a.starts - b.starts)
    .map(({ id, starts, ends }) => `${id.slice(-10)}: ${isoAt(starts, zone)} ${isoAt(ends, zone)}`);
}

describe("An event", () => {
  it.each<[string, Facts, [string, string], string[]]>([
    [
      "has one occurrence without a rule",
      {},
      ["2027-05-06", "2027-05-07"],
      ["2027-05-06: 2027-05-06T17:30:00+02:00 2027-05-06T20:00:00+02:00"],
    ],
    ["does not occur on the day before", {}, ["2027-05-05", "2027-05-06"], []],
    ["does not occur on the day after", {}, ["2027-05-07", "2027-05-08"], []],
    [
      "at midnight occurs on the day that begins",
      { starts: "2027-05-06T00:00", ends: "2027-05-06T02:00" },
      ["2027-05-06", "2027-05-07"],
      ["2027-05-06: 2027-05-06T00:00:00+02:00 2027-05-06T02:00:00+02:00"],
    ],
    [
      "at midnight does not occur on the day that ends",
      { starts: "2027-05-06T00:00", ends: "2027-05-06T02:00" },
      ["2027-05-05", "2027-05-06"],
      [],
    ],
    [
      "starts at the same wall-clock time before and after the clocks change",
      { ...firstThursdays, zone: "America/New_York" },
      ["2027-03-01", "2027-05-01"],
      [
        "2027-03-04: 2027-03-04T17:30:00-05:00 2027-03-04T20:00:00-05:00",
        "2027-04-01: 2027-04-01T17:30:00-04:00 2027-04-01T20:00:00-04:00",
      ],
    ],
    [
      "ends at the same wall-clock time, also in the night in which clocks are put forward",
      { rule: "FREQ=DAILY", starts: "2027-01-01T22:00", ends: "2027-01-02T04:00" },
      ["2027-03-27", "2027-03-28"],
      ["2027-03-27: 2027-03-27T22:00:00+01:00 2027-03-28T04:00:00+02:00"],
    ],
    [
      "ends at the same wall-clock time, also in the night in which clocks are put back",
      { rule: "FREQ=DAILY", starts: "2027-01-01T22:00", ends: "2027-01-02T04:00" },
      ["2027-10-30", "2027-10-31"],
      ["2027-10-30: 2027-10-30T22:00:00+02:00 2027-10-31T04:00:00+01:00"],
    ],
    [
      "keeps its duration in the night in which clocks skip its start",
      { rule: "FREQ=DAILY", starts: "2027-01-01T02:30", ends: "2027-01-01T03:15" },
      ["2027-03-28", "2027-03-29"],
      ["2027-03-28: 2027-03-28T03:30:00+02:00 2027-03-28T04:15:00+02:00"],
    ],
    [
      "spans the same number of days each time",
      { rule: "FREQ=MONTHLY;BYDAY=-1FR", starts: "2027-01-29T18:00", ends: "2027-01-31T12:00" },
      ["2027-02-01", "2027-03-01"],
      ["2027-02-26: 2027-02-26T18:00:00+01:00 2027-02-28T12:00:00+01:00"],
    ],
    [
      "has no occurrence on its exceptions",
      { ...firstThursdays, exceptions: ["2027-03-04"] },
      ["2027-03-01", "2027-05-01"],
      ["2027-04-01: 2027-04-01T17:30:00+02:00 2027-04-01T20:00:00+02:00"],
    ],
    [
      "that is moved keeps the date in its id",
      {
        ...firstThursdays,
        overrides: { "2027-04-01": { ...moved, start: "2028-01-13T18:00", end: "2028-01-13T21:00" } },
      },
      ["2028-01-13", "2028-01-14"],
      ["2027-04-01: 2028-01-13T18:00:00+01:00 2028-01-13T21:00:00+01:00"],
    ],
    [
      "that is moved is no more on its old date",
      {
        ...firstThursdays,
        overrides: { "2027-04-01": { ...moved, start: "2027-05-03T00:00", end: "2027-05-03T02:00" } },
      },
      ["2027-04-01", "2027-05-03"],
      [],
    ],
  ])("%s", (_, facts, [from, to], times) => {
    expect(timesOf(facts, from, to)).toEqual(times);
  });

  it("has all dates of its rule in ruleDates, changed or not", () => {
    const series = event({ ...firstThursdays, exceptions: ["2027-03-04"], overrides: { "2027-04-01": moved } });
    expect(ruleDates(series, "2027-02-04", "2027-04-01")).toEqual(["2027-02-04", "2027-03-04", "2027-04-01"]);
    expect(ruleDates(event(), "2027-05-06", "2027-05-06")).toEqual(["2027-05-06"]);
  });
});

describe("An occurrence", () => {
  const ofApril = (facts: Facts) =>
    occurrencesOf(event({ ...firstThursdays, ...facts }), "2027-04-01", "2027-05-01")[0];
  const planned = { starts: Date.parse("2027-04-01T17:30+02:00"), ends: Date.parse("2027-04-01T20:00+02:00") };

  it("without a change has the status of its event, no reason and no previous start", () => {
    const unchanged = { ...planned, previousStarts: null, reason: null };
    expect(ofApril({ status: "tentative" })).toMatchObject({ ...unchanged, status: "tentative" });
  });

  it("that is moved is confirmed, with its previous start and a reason", () => {
    expect(ofApril({ status: "tentative", overrides: { "2027-04-01": moved } })).toMatchObject({
      status: "confirmed",
      starts: Date.parse("2027-04-08T18:00+02:00"),
      ends: Date.parse("2027-04-08T21:00+02:00"),
      previousStarts: planned.starts,
      reason: changed.reason,
    });
  });

  it.each(["cancelled", "postponed"] as const)("that is %s has its time and a reason", (status) => {
    const override = { "2027-04-01": { ...changed, status } };
    const expected = { ...planned, status, previousStarts: null, reason: changed.reason };
    expect(ofApril({ status: "tentative", overrides: override })).toMatchObject(expected);
  });

  it.each(["2027-01-10T12:00Z", "2027-02-01T12:00Z"])("was updated at %s or when it was changed, if later", (text) => {
    const updated = Date.parse(text);
    expect(ofApril({ updated })!.updated).toBe(updated);
    expect(ofApril({ updated, overrides: { "2027-04-01": moved } })!.updated).toBe(Math.max(updated, changed.updated));
  });
});

it("localesOf returns the languages of an event in the order of the site", () => {
  const text = { title: "Träff", summary: "Vi ses.", description: "Vi ses och pratar." };
  expect(localesOf(event({ texts: { nb: text, sv: text, en: text } }))).toEqual(["en", "sv", "nb"]);
});

it("an event that is cancelled or postponed does not take place", () => {
  const statuses = ["confirmed", "tentative", "cancelled", "postponed"] as const;
  expect(statuses.filter((status) => takesPlace({ status }))).toEqual(["confirmed", "tentative"]);
});
