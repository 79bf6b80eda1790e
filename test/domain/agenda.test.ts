import { describe, expect, it } from "@jest/globals";
import { agendaKeeper, createAgenda, type Filter, type Position } from "../../src/domain/agenda.js";
import { concepts } from "../../src/domain/concept.js";
import { audiences, type Event, type Occurrence } from "../../src/domain/event.js";
import { locales } from "../../src/domain/locale.js";
import { occurrencesOf } from "../../src/domain/occurrences.js";
import { daysAfter } from "../../src/domain/wall-clock.js";
import { chance } from "../support/chance.js";
import { event } from "../support/event.js";

const zone = "Europe/Stockholm";
const today = "2027-03-20";
const always = { endsAfter: -Infinity, startsBefore: Infinity };
const instant = (text: string) => Date.parse(text);
const idsOf = (occurrences: readonly Occurrence[]) => occurrences.map(({ id }) => id);

const weekly = event({ slug: "weekly", rule: "FREQ=WEEKLY", starts: "2026-01-01T17:30", ends: "2026-01-01T20:00" });
const retreat = event({ slug: "retreat", city: "varberg", starts: "2027-03-19T18:00", ends: "2027-03-21T12:00" });

describe("Agenda with generated events and windows", () => {
  const { whole, oneOf, percent, someOf } = chance(2027);
  const cities = ["gothenburg", "stockholm", "varberg", "oslo"];
  const events = Array.from({ length: 50 }, (_, index) => generatedEvent(index));
  const agenda = createAgenda(events, today, zone);
  const all = events.flatMap((event) => occurrencesOf(event, "2025-03-20", "2029-03-20"));

  const searches = Array.from({ length: 150 }, () => {
    const filter: Filter = {
      concept: percent(30) ? oneOf(concepts).code : undefined,
      city: percent(30) ? oneOf([...cities, "atlantis"]) : undefined,
      audience: percent(30) ? oneOf(audiences) : undefined,
      recurring: oneOf([undefined, true, false]),
      locale: percent(30) ? oneOf(locales) : undefined,
    };
    // Most bounds are the millisecond at which an occurrence begins or ends.
    const { starts, ends } = oneOf(all);
    const endsAfter = oneOf([starts, ends, ends - 1, starts + 3_600_000]);
    const window = { endsAfter, startsBefore: oneOf([endsAfter, endsAfter - 1, oneOf(all).starts, oneOf(all).ends]) };
    return { filter, window, limit: whole(1, 60) };
  });

  it("lists what a scan of all finds, in order, each once over all pages, and the last page has no next", () => {
    const wrong = searches.filter(({ filter, window, limit }) => {
      const expected = expectedIds(filter, window);
      const visited: string[] = [];
      for (let position: Position | undefined, more = true; more; ) {
        const page = agenda.search(filter, window, limit, position);
        visited.push(...idsOf(page.occurrences));
        position = page.occurrences.at(-1);
        more = page.more;
        const full = page.occurrences.length === limit || !more;
        if (page.total !== expected.length || !full || more !== visited.length < expected.length) return true;
      }
      return visited.join() !== expected.join();
    });
    expect(wrong.slice(0, 2)).toEqual([]);
    const found = searches.filter(({ filter, window }) => expectedIds(filter, window).length > 0);
    expect(found.length).toBeGreaterThan(searches.length / 8);
  });

  /** The ids that the contract gives, by a scan of all occurrences. */
  function expectedIds(filter: Filter, window: { endsAfter: number; startsBefore: number }): string[] {
    if (window.startsBefore <= window.endsAfter) return [];
    const found = all
      .filter(
        ({ starts, ends }) => starts < window.startsBefore && (ends > window.endsAfter || starts >= window.endsAfter),
      )
      .filter(({ event }) => filter.concept === undefined || event.concept === filter.concept)
      .filter(({ event }) => filter.city === undefined || event.city === filter.city)
      .filter(({ event }) => filter.audience === undefined || event.audience === filter.audience)
      .filter(({ event }) => !filter.recurring || event.recurrence)
      .filter(({ event }) => filter.locale === undefined || event.texts[filter.locale]);
    return idsOf(found.sort((a, b) => (a.starts === b.starts ? (a.id < b.id ? -1 : 1) : a.starts - b.starts)));
  }

  function generatedEvent(index: number): Event {
    const date = daysAfter("2025-01-01", whole(0, 1500));
    const text = { title: "Meeting", summary: "We meet.", description: "We meet and talk." };
    const ends = percent(80) ? `${date}T20:00` : `${daysAfter(date, whole(1, 40))}T12:00`;
    return event({
      slug: `meeting-${index}`,
      concept: oneOf(concepts).code,
      city: oneOf(cities),
      audience: oneOf(audiences),
      zone: oneOf(["Europe/Stockholm", "Europe/London", "America/New_York"]),
      starts: `${date}T${oneOf(["17:30", "16:30", "09:00"])}`,
      ends,
      texts: Object.fromEntries(someOf(locales, 3).map((locale) => [locale, text])),
      ...(percent(70) ? { rule: `FREQ=${oneOf(["WEEKLY;INTERVAL=2", "MONTHLY", "MONTHLY;BYDAY=-1TH"])}` } : {}),
    });
  }
});

describe("Agenda", () => {
  it("continues after a position whose occurrence no longer exists", () => {
    const position = { starts: instant("2026-01-08T17:30+01:00"), id: "weekly" };
    const { occurrences } = createAgenda([weekly], today, zone).search({}, always, 1, position);
    expect(idsOf(occurrences)).toEqual(["weekly-2026-01-08"]);
  });

  it("has the dates from 24 months before its day to 24 months after", () => {
    const daily = event({ rule: "FREQ=DAILY", starts: "2020-01-01T17:30", ends: "2020-01-01T20:00" });
    const agenda = createAgenda([daily], today, zone);
    expect(agenda.today).toBe(today);

    const { occurrences } = agenda.search({}, always);
    const ends = { first: occurrences[0]!.id, last: occurrences.at(-1)!.id };
    expect(ends).toEqual({ first: "meeting-2025-03-20", last: "meeting-2029-03-19" });
  });

  it("finds an occurrence by its id, moved or not", () => {
    const moved = {
      status: "moved",
      start: "2027-05-14T18:00",
      end: "2027-05-14T21:00",
      reason: {},
      updated: 0,
    } as const;
    const agenda = createAgenda([weekly, event({ overrides: { "2027-05-06": moved } })], today, zone);

    expect(agenda.find("meeting-2027-05-06")!.starts).toBe(instant("2027-05-14T18:00+02:00"));
    expect(agenda.find("weekly-2027-03-25")!.event).toBe(weekly);
    expect(
      ["meeting-2027-05-14", "weekly-2027-03-26", "weekly", "constructor", ""].map((id) => agenda.find(id)),
    ).toEqual(Array(5).fill(undefined));
  });

  it("is valid until the next sign-up closes or occurrence ends, also while a long one is in progress", () => {
    const exhibition = event({ starts: "2025-06-01T10:00", ends: "2027-04-10T16:00" });
    const until = (date: string, now: string) =>
      createAgenda([weekly, exhibition], date, zone).validUntil(instant(now));
    expect(until("2027-03-25", "2027-03-25T00:00Z")).toBe(instant("2027-03-25T17:30+01:00"));
    expect(until("2027-03-25", "2027-03-25T17:30+01:00")).toBe(instant("2027-03-25T20:00+01:00"));
    expect(until("2027-03-25", "2027-03-25T20:00+01:00")).toBe(instant("2027-03-26T00:00+01:00"));
    expect(until("2027-04-10", "2027-04-10T15:59+02:00")).toBe(instant("2027-04-10T16:00+02:00"));
    expect(until("2027-04-10", "2027-04-10T16:00+02:00")).toBe(instant("2027-04-11T00:00+02:00"));
  });
});

describe("Agenda.window", () => {
  const now = instant("2027-03-20T15:00+01:00");
  const window = (from?: string, to?: string) => createAgenda([], today, zone).window(now, from, to);

  it("is from now to twelve months ahead by default", () => {
    expect(window()).toEqual({
      from: "2027-03-20",
      to: "2028-03-20",
      endsAfter: now,
      startsBefore: instant("2028-03-20T00:00+01:00"),
    });
  });

  it("is whole days in the site's zone, before and after clocks change", () => {
    expect(window("2027-03-28", "2027-03-29")).toEqual({
      from: "2027-03-28",
      to: "2027-03-29",
      endsAfter: instant("2027-03-28T00:00+01:00"),
      startsBefore: instant("2027-03-29T00:00+02:00"),
    });
  });

  // biome-ignore format: a table is read in columns
  it.each([
    ["is twelve months from a future `from`",            "2027-06-01", undefined,    "2027-06-01", "2028-06-01"],
    ["ends twelve months ahead for a past `from`",       "2026-06-01", undefined,    "2026-06-01", "2028-03-20"],
    ["begins today without `from`",                      undefined,    "2027-04-01", "2027-03-20", "2027-04-01"],
    ["ends where the agenda ends",                       "2028-06-01", "2199-01-01", "2028-06-01", "2029-03-20"],
    ["begins where the agenda begins",                   "1900-01-01", "2025-04-01", "2025-03-20", "2025-04-01"],
    ["is empty after the agenda",                        "2030-01-01", undefined,    "2029-03-20", "2029-03-20"],
    ["is empty before the agenda",                       "2000-01-01", "2000-02-01", "2025-03-20", "2025-03-20"],
  ])("%s", (_, from, to, first, last) => {
    expect(window(from, to)).toEqual(expect.objectContaining({ from: first, to: last }));
  });

  // biome-ignore format: a table is read in columns
  it.each([
    ["2027-04-01", "2027-04-01"],
    ["2027-04-02", "2027-04-01"],
    ["2199-12-01", "2199-11-01"],
    [undefined,    "2027-03-20"],
  ])("is undefined from %s to %s", (from, to) => {
    expect(window(from, to)).toBeUndefined();
  });
});

describe("The current agenda", () => {
  let now = 0;
  const { current } = agendaKeeper([weekly, retreat], zone, () => now);
  const at = (text: string) => {
    now = instant(text);
    return current();
  };

  // biome-ignore format: a table is read in columns
  it.each([
    ["the 25 hours of one in October",  "2026-10-24T22:00Z", "2026-10-25T22:59:59.999Z", "2026-10-25"],
    ["a day",                           "2027-03-19T23:00Z", "2027-03-20T22:59:59.999Z", "2027-03-20"],
    ["the 23 hours of a day in March",  "2027-03-27T23:00Z", "2027-03-28T21:59:59.999Z", "2027-03-28"],
  ])("is the same object for %s of the site's zone, and a new one after it", (_, first, last, today) => {
    const agenda = at(first);
    expect(agenda.today).toBe(today);
    expect(at(last)).toBe(agenda);
    now += 1;
    expect(current().today).toBe(daysAfter(today, 1));
  });
});
