/** What `npm run check:content` finds by comparing events with those of the last build. */
import { expect, it } from "@jest/globals";
import { changeProblems } from "../../src/build/check-events.js";
import type { Event } from "../../src/content/events.js";
import { Agenda } from "../../src/events/agenda.js";
import { forEvery } from "../support/for-every.js";
import { shipped, withEvent } from "../support/library.js";
import { NOW } from "../support/site.js";

const single = "winter-evening-gothenburg";
const series = "after-commerce-stockholm";
const later = NOW + 1;
const cancelled = shipped.events.find(({ slug }) => slug === series)!.overrides["2027-02-17"]!;
const reason = { en: "A reason." };
const moved = (start: string, updated = later) => ({
  overrides: { "2027-02-17": { status: "moved" as const, start, end: start.replace("T17", "T20"), reason, updated } },
});

function problemsAfter(slug: string, change: Partial<Event>, built = shipped): string[] {
  const library = withEvent(slug, () => change);
  const agenda = new Agenda(library.events, "2026-11-21", library.organisation.timezone);
  const coming = agenda.search({}, { endsAfter: NOW });
  return changeProblems(library, built, coming).map(({ file, field, message }) => `${file} ${field}: ${message}`);
}

const notComing = "leaves no coming date";
const notLater = (what: string) =>
  `updated: must be later than 2026-11-02T09:00:00Z, the last change that calendars know. Since the last build there is another ${what}`;
const ofWrongYear = { "2027-02-17": cancelled, "2036-02-20": { ...cancelled, reason, updated: later } as never };
const anotherReason = { overrides: { "2027-02-17": { ...cancelled, reason } as never } };
const lastYear = { starts: "2025-12-10T17:30", ends: "2025-12-10T20:00" };
const silent: [what: string, slug: string, change: Partial<Event>, problem: string][] = [
  ["another time", single, { starts: "2026-12-10T18:00" }, notLater("start")],
  ["another venue", series, { venue: null }, notLater("venue")],
  ["an exception", series, { exceptions: ["2026-12-16"] }, notLater("exceptions")],
  ["no override any more", series, { overrides: {} }, notLater("overrides")],
  ["another reason", series, anotherReason, "overrides.2027-02-17.updated: must"],
  ["a date of last year", single, { ...lastYear, updated: later }, `start: ${notComing}`],
  ["a move into the past", series, moved("2026-02-18T17:30"), `overrides.2027-02-17.start: ${notComing}`],
  ["a move beyond what is listed", series, moved("2036-02-18T17:30"), `overrides.2027-02-17.start: ${notComing}`],
  ["a cancelled date of a wrong year", series, { overrides: ofWrongYear }, `overrides.2036-02-20: ${notComing}`],
];
forEvery(silent)("a change that visitors and calendars would not see is a problem", (_, slug, change, problem) => {
  const expected = expect.stringContaining(`content/events/${slug}/event.json ${problem}`);
  expect(problemsAfter(slug, change)).toEqual([expected]);
});

it("a new event in the past is a problem, and one that the last build had is none", () => {
  const others = shipped.events.filter(({ slug }) => slug !== single);
  expect(problemsAfter(single, lastYear, { ...shipped, events: others })).toEqual([expect.stringContaining(notComing)]);
  const built = withEvent(single, () => lastYear);
  expect(problemsAfter(single, lastYear, built)).toEqual([]);
});

it("a subject of a date needs a newer `updated` of the event, and none of its own", () => {
  const overrides = { "2027-02-17": cancelled, "2027-04-21": { theme: { en: "Why?" } } };
  expect(problemsAfter(series, { overrides, updated: later })).toEqual([]);
  const notLater = expect.stringContaining(" overrides.2027-04-21.updated: must be later");
  expect(problemsAfter(series, { overrides })).toEqual([notLater]);
});

it("a change needs an `updated` that is later than the last change of the event and of the date", () => {
  const another = { starts: "2026-12-11T17:30", ends: "2026-12-11T20:00" };
  expect(problemsAfter(single, { ...another, updated: later })).toEqual([]);
  expect(problemsAfter(series, moved("2027-02-24T17:30"))).toEqual([]);
  const olderOfDate = cancelled.updated! - 1;
  const problemOf = (field: string) => expect.stringContaining(` ${field}updated: must be later`);
  expect(problemsAfter(single, { ...another, updated: 0 })).toEqual([problemOf("")]);
  const problems = problemsAfter(series, moved("2027-02-24T17:30", olderOfDate));
  expect(problems).toEqual([problemOf("overrides.2027-02-17.")]);
});
