/** Calendars and files for calendar apps: the same events as the API has. */
import { describe, expect, it } from "@jest/globals";
import ICAL from "ical.js";
import { takesPlace } from "../../src/events/agenda.js";
import { type ApiEvent, audienceInWords } from "../../src/events/record.js";
import { forEvery } from "../support/for-every.js";
import { shipped } from "../support/library.js";
import { calendarNamespace, languages, name } from "../support/shipped.js";
import { site } from "../support/site.js";

const { get, raw, services } = site();
const once = shipped.events.find(({ recurrence, city }) => !recurrence && city)!;
const single = `${once.slug}-${once.starts.slice(0, 10)}`;

function eventsIn(calendar: string) {
  const component = new ICAL.Component(ICAL.parse(calendar));
  return component.getAllSubcomponents("vevent").map((vevent) => {
    const { uid, startDate, endDate, summary, location, sequence, description } = new ICAL.Event(vevent);
    const [starts, ends] = [startDate.toJSDate().getTime(), endDate.toJSDate().getTime()];
    return { uid, starts, ends, summary, location, sequence, description };
  });
}
const uidsIn = (calendar: string) => eventsIn(calendar).map(({ uid }) => uid);

function asInCalendar(record: ApiEvent) {
  const { uid, locale, startsAt, endsAt, title, venue, sequence, url, description, language } = record;
  const signUp = { en: "Sign-up", sv: "Anmälan", nb: "Påmelding" }[locale];
  const link = record.signUp === "open" && record.audience !== "application" ? `${signUp}: ${url}` : url;
  const t = services.getFixedT(locale);
  const spoken = language && `${t("events:date.language")}: ${language}.`;
  const audience = takesPlace(record) && `${audienceInWords(record, t)}.`;
  return {
    uid,
    starts: Date.parse(startsAt),
    ends: Date.parse(endsAt),
    summary: expect.stringContaining(title), // test/event-formats.test.ts has what a change adds
    location: venue ? `${venue.name}, ${venue.city}` : t("events:board.online"),
    description: [description, spoken, audience, link].filter(Boolean).join("\n\n"),
    sequence,
  };
}

const recordsOf = async (query: string): Promise<ApiEvent[]> =>
  JSON.parse((await get(`/api/events?from=2026-08-22&to=2027-11-20&limit=200&${query}`)).text).events;

describe("A calendar", () => {
  const cities = ["", ...shipped.cities.map(({ slug }) => slug)];
  const all = languages.flatMap((locale) => cities.map((city) => [`${locale} ${city}`, locale, city] as const));
  forEvery(all)("has the events of the API from 90 days back to twelve months ahead", async (_, locale, city) => {
    for (const concept of ["", "COMMONS"]) {
      const records = await recordsOf(`locale=${locale}&city=${city}&concept=${concept}`);
      for (const extension of ["", ".ics"]) {
        const path = `/api/calendar${city && `/${city}`}${extension}`;
        const { text } = await get(`${path}?locale=${locale}&concept=${concept}`);
        expect(eventsIn(text)).toEqual(records.map(asInCalendar));
      }
      if (city === "") expect(records.map(({ attendance }) => attendance)).toContain("online");
    }
  });

  forEvery([
    ["/gothenburg?locale=sv&concept=AFTER", "after-commerce-gothenburg.ics", "After Commerce i Göteborg"],
    ["?locale=sv&concept=AFTER", "after-commerce.ics", "After Commerce"],
    ["/stockholm", "stockholm.ics", `${name} in Stockholm`],
  ])("is named by city and concept in the language of the query", async (address, file, named) => {
    const { headers, text } = await get(`/api/calendar${address}`);
    expect(headers["content-disposition"]).toMatch(new RegExp(`^inline; filename="(?:.*-)?${file}"$`));
    expect(text).toContain(`\r\nX-WR-CALNAME:${named}\r\n`);
  });

  it("has the same UIDs in every language and on every domain, as have records and files of one event", async () => {
    const moved = site({}, { BASE_URL: "https://www.example.org" });
    const uids = uidsIn((await get("/api/calendar?locale=sv")).text);
    const uid = `${single}@${calendarNamespace}`;
    expect(uids).toContain(uid);
    expect(uidsIn((await moved.get("/api/calendar?locale=nb")).text)).toEqual(uids);
    expect(uidsIn((await moved.get(`/api/events/${single}.ics`)).text)).toEqual([uid]);
    expect(JSON.parse((await moved.get(`/api/events/${single}`)).text).event.uid).toBe(uid);
  });

  it("has a date until 90 days after it, also from the cache", async () => {
    let now = services.clock();
    const { get } = site({ clock: () => now });
    const firstOf = async () => eventsIn((await get("/api/calendar")).text)[0]!;
    const { uid, starts } = await firstOf();
    now = starts + 90 * 24 * 60 * 60 * 1000;
    expect((await firstOf()).uid).toBe(uid);
    now += 24 * 60 * 60 * 1000;
    expect((await firstOf()).uid).not.toBe(uid);
  });
});

it("another spelling of a city is redirected to its calendar, and an unknown one gets 404 with the known", async () => {
  for (const extension of ["", ".ics"]) {
    const headers = { location: `/api/calendar/gothenburg${extension}?locale=sv&x=1` };
    const answer = await raw(`/api/calendar/G%C3%B6teborg${extension}?locale=sv&x=1`);
    expect(answer).toMatchObject({ status: 308, headers });
  }
  const { status, text } = await get("/api/calendar/oslo?locale=nb");
  const error = expect.stringMatching(/oslo.*gothenburg, stockholm, varberg/);
  expect({ status, ...JSON.parse(text) }).toEqual({ status: 404, error });
});

it("the calendar file of one event has only that event, in the language of the query", async () => {
  const { headers, text } = await get(`/api/events/${single}.ics?locale=sv`);
  const record: ApiEvent = JSON.parse((await get(`/api/events/${single}?locale=sv`)).text).event;
  expect(headers["content-disposition"]).toBe(`inline; filename="${single}.ics"`);
  expect(eventsIn(text)).toEqual([asInCalendar(record)]);
});
