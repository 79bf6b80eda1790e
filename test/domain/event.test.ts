import { describe, expect, it } from "@jest/globals";
import { localesOf, type Occurrence } from "../../src/domain/event.js";
import { occurrencesOf, ruleDates } from "../../src/domain/occurrences.js";
import { daysAfter, isoAt } from "../../src/domain/wall-clock.js";
import { event } from "../support/event.js";
import { forEvery } from "../support/for-every.js";

type Facts = NonNullable<Parameters<typeof event>[0]>;

const firstThursdays = { rule: "FREQ=MONTHLY;BYDAY=1TH", starts: "2027-02-04T17:30", ends: "2027-02-04T20:00" };
const changed = { reason: { en: "The bar is closed." }, updated: Date.parse("2027-01-15T12:00Z") };
const moved = { ...changed, status: "moved", start: "2027-04-08T18:00", end: "2027-04-08T21:00" } as const;

const timesOf = ({ starts, ends, event: { zone } }: Occurrence) => ({
  starts: isoAt(starts, zone),
  ends: isoAt(ends, zone),
});
const datesBetween = (facts: Facts, from: string, to: string) =>
  occurrencesOf(event(facts), from, to).map(({ id }) => id.slice(-10));

describe("An event", () => {
  // biome-ignore format: a table is read in columns
  forEvery([
    ["in winter",     "2027-03-27", "17:30", "20:00", 0, "2027-03-27T17:30:00+01:00", "2027-03-27T20:00:00+01:00"],
    ["in summer",     "2027-03-28", "17:30", "20:00", 0, "2027-03-28T17:30:00+02:00", "2027-03-28T20:00:00+02:00"],
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

  it("occurs on the day on which it starts", () => {
    const atMidnight = { starts: "2027-05-06T00:00", ends: "2027-05-06T02:00" };
    expect({
      dayBefore: datesBetween(atMidnight, "2027-05-05", "2027-05-06"),
      itsDay: datesBetween(atMidnight, "2027-05-06", "2027-05-07"),
      dayAfter: datesBetween({}, "2027-05-07", "2027-05-08"),
    }).toEqual({ dayBefore: [], itsDay: ["2027-05-06"], dayAfter: [] });
  });

  it("has no occurrence on its exceptions, and one that is moved only on its new day, with its old date as id", () => {
    const changed = {
      ...firstThursdays,
      exceptions: ["2027-03-04"],
      overrides: { "2027-04-01": { ...moved, start: "2027-05-03T00:00", end: "2027-05-03T02:00" } },
    };
    expect({
      until: datesBetween(changed, "2027-03-01", "2027-05-03"),
      newDay: datesBetween(changed, "2027-05-03", "2027-05-04"),
      ofRule: ruleDates(event(changed), "2027-02-04", "2027-04-01"),
      single: ruleDates(event(), "2027-05-06", "2027-05-06"),
    }).toEqual({
      until: [],
      newDay: ["2027-04-01"],
      ofRule: ["2027-02-04", "2027-03-04", "2027-04-01"],
      single: ["2027-05-06"],
    });
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
