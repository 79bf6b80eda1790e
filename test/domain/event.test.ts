import { describe, expect, it } from "@jest/globals";
import { localesOf, takesPlace } from "../../src/domain/event.js";
import { occurrencesOf, ruleDates } from "../../src/domain/occurrences.js";
import { isoAt } from "../../src/domain/wall-clock.js";
import { event } from "../support/event.js";

const firstThursdays = { rule: "FREQ=MONTHLY;BYDAY=1TH", starts: "2027-02-04T17:30", ends: "2027-02-04T20:00" };
const changed = { reason: { en: "The bar is closed." }, updated: Date.parse("2027-01-15T12:00Z") };
const moved = { ...changed, status: "moved", start: "2027-04-08T18:00", end: "2027-04-08T21:00" } as const;

/** The id, status and times of the occurrences between two dates, in order. */
function linesOf(of: ReturnType<typeof event>, from = "2027-01-01", to = "2027-07-01") {
  return occurrencesOf(of, from, to)
    .sort((a, b) => a.starts - b.starts)
    .map(({ id, status, starts, ends }) => `${id} ${status} ${isoAt(starts, of.zone)} ${isoAt(ends, of.zone)}`);
}

describe("A single event", () => {
  it("has one occurrence, whose id ends in its date", () => {
    expect(linesOf(event())).toEqual([
      "meeting-2027-05-06 confirmed 2027-05-06T17:30:00+02:00 2027-05-06T20:00:00+02:00",
    ]);
  });

  it("occurs on the day it starts, and not on the day before or after", () => {
    expect(linesOf(event(), "2027-05-06", "2027-05-07")).toHaveLength(1);
    expect(linesOf(event(), "2027-05-05", "2027-05-06")).toEqual([]);
    expect(linesOf(event(), "2027-05-07", "2027-05-08")).toEqual([]);
  });

  it("keeps its id when it is moved, even to another year", () => {
    const later = { ...changed, status: "moved", start: "2028-01-13T18:00", end: "2028-01-13T21:00" } as const;
    const event6May = event({ overrides: { "2027-05-06": later } });

    expect(linesOf(event6May)).toEqual([]);
    expect(linesOf(event6May, "2028-01-01", "2028-02-01")).toEqual([
      "meeting-2027-05-06 confirmed 2028-01-13T18:00:00+01:00 2028-01-13T21:00:00+01:00",
    ]);
  });

  it("has a tentative occurrence if it is tentative", () => {
    expect(occurrencesOf(event({ status: "tentative" }), "2027-05-01", "2027-06-01")[0]!.status).toBe("tentative");
  });
});

describe("A series", () => {
  it("starts at the same wall-clock time before and after the clocks change", () => {
    expect(linesOf(event(firstThursdays), "2027-03-01", "2027-05-01")).toEqual([
      "meeting-2027-03-04 confirmed 2027-03-04T17:30:00+01:00 2027-03-04T20:00:00+01:00",
      "meeting-2027-04-01 confirmed 2027-04-01T17:30:00+02:00 2027-04-01T20:00:00+02:00",
    ]);
    const newYork = event({ ...firstThursdays, zone: "America/New_York" });
    expect(linesOf(newYork, "2027-03-01", "2027-05-01")).toEqual([
      "meeting-2027-03-04 confirmed 2027-03-04T17:30:00-05:00 2027-03-04T20:00:00-05:00",
      "meeting-2027-04-01 confirmed 2027-04-01T17:30:00-04:00 2027-04-01T20:00:00-04:00",
    ]);
  });

  it("ends at the same wall-clock time, also in the nights the clocks change", () => {
    const nightly = { rule: "FREQ=DAILY", starts: "2027-01-01T22:00", ends: "2027-01-02T04:00" };
    expect(linesOf(event(nightly), "2027-03-27", "2027-03-29")).toEqual([
      "meeting-2027-03-27 confirmed 2027-03-27T22:00:00+01:00 2027-03-28T04:00:00+02:00",
      "meeting-2027-03-28 confirmed 2027-03-28T22:00:00+02:00 2027-03-29T04:00:00+02:00",
    ]);
    expect(linesOf(event(nightly), "2027-10-30", "2027-10-31")).toEqual([
      "meeting-2027-10-30 confirmed 2027-10-30T22:00:00+02:00 2027-10-31T04:00:00+01:00",
    ]);
  });

  it("keeps its duration in the night in which clocks skip its start", () => {
    const early = { rule: "FREQ=DAILY", starts: "2027-01-01T02:30", ends: "2027-01-01T03:15" };
    expect(linesOf(event(early), "2027-03-28", "2027-03-29")).toEqual([
      "meeting-2027-03-28 confirmed 2027-03-28T03:30:00+02:00 2027-03-28T04:15:00+02:00",
    ]);
  });

  it("spans the same number of days each time", () => {
    const retreat = { rule: "FREQ=MONTHLY;BYDAY=-1FR", starts: "2027-01-29T18:00", ends: "2027-01-31T12:00" };
    expect(linesOf(event(retreat), "2027-02-01", "2027-03-01")).toEqual([
      "meeting-2027-02-26 confirmed 2027-02-26T18:00:00+01:00 2027-02-28T12:00:00+01:00",
    ]);
  });

  it("has no occurrence on its exceptions", () => {
    const withoutMarch = event({ ...firstThursdays, exceptions: ["2027-03-04"] });
    expect(linesOf(withoutMarch, "2027-02-01", "2027-05-01").map((line) => line.slice(0, 18))).toEqual([
      "meeting-2027-02-04",
      "meeting-2027-04-01",
    ]);
  });

  it("has all dates of its rule in ruleDates, changed or not", () => {
    const series = event({ ...firstThursdays, exceptions: ["2027-03-04"], overrides: { "2027-04-01": moved } });
    expect(ruleDates(series, "2027-02-04", "2027-04-01")).toEqual(["2027-02-04", "2027-03-04", "2027-04-01"]);
    expect(ruleDates(event(), "2027-05-06", "2027-05-06")).toEqual(["2027-05-06"]);
    expect(ruleDates(event(), "2027-05-07", "2027-06-01")).toEqual([]);
  });
});

describe("An occurrence", () => {
  const only = (override: Parameters<typeof event>[0] & object, from = "2027-04-01", to = "2027-05-01") =>
    occurrencesOf(event({ ...firstThursdays, ...override }), from, to);

  it("that is moved has its original id, its previous start and a reason", () => {
    expect(only({ overrides: { "2027-04-01": moved } })).toEqual([
      expect.objectContaining({
        id: "meeting-2027-04-01",
        status: "confirmed",
        starts: Date.parse("2027-04-08T18:00+02:00"),
        ends: Date.parse("2027-04-08T21:00+02:00"),
        previousStarts: Date.parse("2027-04-01T17:30+02:00"),
        reason: { en: "The bar is closed." },
      }),
    ]);
  });

  it.each(["cancelled", "postponed"] as const)("that is %s has its time and a reason", (status) => {
    expect(only({ status: "tentative", overrides: { "2027-04-01": { ...changed, status } } })).toEqual([
      expect.objectContaining({
        id: "meeting-2027-04-01",
        status,
        starts: Date.parse("2027-04-01T17:30+02:00"),
        ends: Date.parse("2027-04-01T20:00+02:00"),
        previousStarts: null,
        reason: { en: "The bar is closed." },
      }),
    ]);
  });

  it("that is moved is confirmed, also in a tentative series", () => {
    expect(only({ status: "tentative", overrides: { "2027-04-01": moved } })[0]!.status).toBe("confirmed");
  });

  it("without a change has no reason and no previous start", () => {
    expect(only({})).toEqual([expect.objectContaining({ previousStarts: null, reason: null })]);
  });

  it("was updated when its event or its override was, whichever is later", () => {
    const updated = Date.parse("2027-01-10T12:00Z");
    const [march, april] = only({ updated, overrides: { "2027-04-01": moved } }, "2027-03-01");
    expect([march!.updated, april!.updated]).toEqual([updated, changed.updated]);

    const newer = Date.parse("2027-02-01T12:00Z");
    expect(only({ updated: newer, overrides: { "2027-04-01": moved } })[0]!.updated).toBe(newer);
  });

  it("that is moved is on its new date, and not on its old one", () => {
    const overrides = { "2027-04-01": { ...moved, start: "2027-05-03T00:00", end: "2027-05-03T02:00" } };
    expect(only({ overrides })).toEqual([]);
    expect(only({ overrides }, "2027-05-01", "2027-05-03")).toEqual([]);
    expect(only({ overrides }, "2027-05-03", "2027-05-04").map(({ id }) => id)).toEqual(["meeting-2027-04-01"]);
  });

  it("that starts at midnight is on the day that begins", () => {
    const midnight = event({ starts: "2027-05-06T00:00", ends: "2027-05-06T02:00" });
    expect(linesOf(midnight, "2027-05-05", "2027-05-06")).toEqual([]);
    expect(linesOf(midnight, "2027-05-06", "2027-05-07")).toHaveLength(1);
  });
});

it("localesOf returns the languages of an event in the order of the site", () => {
  const text = { title: "Träff", summary: "Vi ses.", description: "Vi ses och pratar." };
  expect(localesOf(event({ texts: { nb: text, sv: text, en: text } }))).toEqual(["en", "sv", "nb"]);
  expect(localesOf(event({ texts: { sv: text } }))).toEqual(["sv"]);
});

it("an event that is cancelled or postponed does not take place", () => {
  const statuses = ["confirmed", "tentative", "cancelled", "postponed"] as const;
  expect(statuses.filter((status) => takesPlace({ status }))).toEqual(["confirmed", "tentative"]);
});
