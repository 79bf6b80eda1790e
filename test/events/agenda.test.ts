import { expect, it } from "@jest/globals";
import { Agenda, type Occurrence } from "../../src/events/agenda.js";
import { forEvery } from "../support/for-every.js";
import { event } from "../support/library.js";

const zone = "Europe/Stockholm";
const today = "2027-03-20";
const instant = (text: string) => Date.parse(text);
const idsOf = (occurrences: readonly Occurrence[]) => occurrences.map(({ id }) => id);

const weekly = event({ slug: "weekly", rule: "FREQ=WEEKLY", starts: "2026-01-01T17:30", ends: "2026-01-01T20:00" });
const retreat = event({ slug: "retreat", city: "varberg", starts: "2027-03-19T18:00", ends: "2027-03-21T12:00" });

const agenda = new Agenda([...["c", "a", "b"].map((slug) => event({ slug })), retreat], today, zone);

it("a search in the agenda finds what ends after the start of the window and starts before its end, to the millisecond", () => {
  const [starts, ends] = [instant("2027-05-06T17:30+02:00"), instant("2027-05-06T20:00+02:00")];
  const found = (endsAfter: number, startsBefore: number) => agenda.search({}, { endsAfter, startsBefore }).length;
  expect(agenda.search({}, { endsAfter: ends - 1 })).toHaveLength(3);
  expect(agenda.search({}, { endsAfter: ends })).toHaveLength(0);
  expect(found(starts, starts + 1)).toBe(3);
  expect(found(starts - 1, starts)).toBe(0);
  expect(found(starts + 1, starts + 1)).toBe(0);
});

it("a search in the agenda lists by start and id", () => {
  const ids = ["retreat-2027-03-19", "a-2027-05-06", "b-2027-05-06", "c-2027-05-06"];
  expect(idsOf(agenda.search({}))).toEqual(ids);
});

it("the agenda has the dates from 24 months before its day to 24 months after", () => {
  const daily = event({ rule: "FREQ=DAILY", starts: "2020-01-01T17:30", ends: "2020-01-01T20:00" });
  const agenda = new Agenda([daily], today, zone);
  const ids = idsOf(agenda.search({}));
  expect({ first: ids[0], last: ids.at(-1) }).toEqual({ first: "meeting-2025-03-20", last: "meeting-2029-03-19" });
});

it("the agenda is valid until the next sign-up closes or occurrence ends, also while a long one is in progress", () => {
  const exhibition = event({ starts: "2025-06-01T10:00", ends: "2027-04-10T16:00" });
  const until = (date: string, now: string) => new Agenda([weekly, exhibition], date, zone).nextChange(instant(now));
  expect(until("2027-03-25", "2027-03-25T00:00Z")).toBe(instant("2027-03-25T17:30+01:00"));
  expect(until("2027-03-25", "2027-03-25T17:30+01:00")).toBe(instant("2027-03-25T20:00+01:00"));
  expect(until("2027-03-25", "2027-03-25T20:00+01:00")).toBe(instant("2027-03-26T00:00+01:00"));
  expect(until("2027-04-10", "2027-04-10T15:59+02:00")).toBe(instant("2027-04-10T16:00+02:00"));
  expect(until("2027-04-10", "2027-04-10T16:00+02:00")).toBe(instant("2027-04-11T00:00+02:00"));
});

it("a day begins at midnight in the site's zone, before and after clocks change, and a year ahead does so too", () => {
  expect(agenda.yearAhead).toBe(instant("2028-03-20T00:00+01:00"));
  expect(agenda.startOf("2027-03-28")).toBe(instant("2027-03-28T00:00+01:00"));
  expect(agenda.startOf("2027-03-29")).toBe(instant("2027-03-29T00:00+02:00"));
});

// biome-ignore format: a table is read in columns
forEvery<[string, string | undefined, string | undefined, string, string]>([
  ["is twelve months from now",                  undefined,    undefined,    "2027-03-20", "2028-03-20"],
  ["is twelve months from a future `from`",      "2027-06-01", undefined,    "2027-06-01", "2028-06-01"],
  ["ends twelve months ahead for a past `from`", "2026-06-01", undefined,    "2026-06-01", "2028-03-20"],
  ["begins today without `from`",                undefined,    "2027-04-01", "2027-03-20", "2027-04-01"],
  ["ends where the agenda ends",                 "2028-06-01", "2199-01-01", "2028-06-01", "2029-03-20"],
  ["begins where the agenda begins",             "1900-01-01", "2025-04-01", "2025-03-20", "2025-04-01"],
  ["is empty after the agenda",                  "2030-01-01", undefined,    "2029-03-20", "2029-03-20"],
  ["is empty before the agenda",                 "2000-01-01", "2000-02-01", "2025-03-20", "2025-03-20"],
])("the window has the dates that are asked for, within the agenda", (_, from, to, first, last) => {
  expect(new Agenda([], today, zone).days(from, to)).toEqual({ from: first, to: last });
});
