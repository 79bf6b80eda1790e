import { expect, it } from "@jest/globals";
import type { City } from "../../src/domain/city.js";
import type { Event, Occurrence } from "../../src/domain/event.js";
import { occurrencesOf } from "../../src/domain/occurrences.js";
import { apiEventOf } from "../../src/presenters/api-events.js";
import { eventRecords } from "../../src/presenters/event-record.js";
import { createAddresses } from "../../src/site/addresses.js";
import { changeInWords, eventInWords } from "../../src/text/event-in-words.js";
import { event } from "../support/event.js";
import { evening, keysOf as t } from "../support/event-record.js";

const baseUrl = "https://www.example.com";
const city = (slug: string, names: City["names"]): City => ({ slug, names, spellings: [], zone: "", country: "SE" });
const cities = [
  city("varberg", { en: "Varberg", sv: "Varberg", nb: "Varberg" }),
  city("gothenburg", { en: "Gothenburg", sv: "Göteborg", nb: "Gøteborg" }),
];
const recordOfSite = (hasForm: boolean, origin = baseUrl) =>
  eventRecords({
    baseUrl: origin,
    clock: () => Date.parse("2026-11-21T09:00:00Z"),
    library: {
      organisation: { calendarNamespace: "www.example.com" },
      cities,
      addresses: createAddresses("chat"),
      page: () => ({ form: hasForm ? {} : null }),
    } as any,
    getFixedT: (locale) => (key, values) => `${locale} ${t(key, values)}`,
  });
const texts = {
  en: { title: "Meeting", summary: "We meet.", description: "We meet and talk." },
  sv: { title: "Möte", summary: "Vi ses.", description: "Vi ses och pratar." },
};
const first = (facts: Parameters<typeof event>[0] = {}): Occurrence =>
  occurrencesOf(
    event({ texts, venue: { ...event().venue!, name: { en: "åbar", sv: "en bar" } }, ...facts }),
    "2027-01-01",
    "2027-06-01",
  )[0]!;

it("a record has every field of an occurrence, in the requested language or the first that it has", () => {
  const recordOf = recordOfSite(true);
  const once = first({
    slug: "evening",
    action: "contact",
    starts: "2027-03-25T17:30",
    ends: "2027-03-25T20:00",
    venue: {
      ...{ name: { en: "the bar", sv: "en bar" }, address: "Långgatan 1", postalCode: "413 04" },
      ...{ latitude: 57.698, longitude: 0 },
    },
    texts: {
      en: { title: evening.title, summary: evening.summary, description: evening.description },
      sv: texts.sv,
    },
  });
  const record = recordOf(once, "en");

  expect(record).toEqual({
    ...evening,
    dateText: expect.stringMatching(/^en events:when.sameDay date=Thursday,? 25 March 2027 from=17:30 to=20:00$/),
  });
  expect(recordOf(once, "en")).toBe(record);
  expect(recordOf(once, "nb")).toBe(record);
  expect(recordOf(once, "sv").cityName).toBe("Göteborg");
  expect(recordOf(first({ texts: { sv: texts.sv } }), "en").title).toBe("Möte");
  const { path, actionPath, ...rest } = recordOf(once, "sv");
  expect(apiEventOf(recordOf(once, "sv"))).toEqual(rest);
  expect(eventInWords(record)).toBe(`An [evening], ${record.dateText}`);
});

it("a record has the rule of its series, its price, and the page to sign up on if it takes place", () => {
  const recordOf = recordOfSite(false);
  const series = recordOf(
    first({ rule: "FREQ=MONTHLY;BYDAY=1TH", price: { amount: 150, currency: "SEK" }, venue: null }),
    "en",
  );
  expect(series).toMatchObject({
    recurring: true,
    recurrence: {
      seriesId: "meeting",
      rule: "FREQ=MONTHLY;BYDAY=1TH",
      text: expect.stringContaining("events:every.MONTHLY"),
    },
    venue: null,
    price: { amount: 150, currency: "SEK", text: "SEK\u00a0150" },
    actionPath: null,
  });
  const actionOf = (facts: Partial<Event>) => recordOf(first({ action: "after-commerce", ...facts }), "en").actionPath;
  const cancelled = { "2027-05-06": { status: "cancelled", reason: {}, updated: 0 } } as const;
  expect([actionOf({}), actionOf({ action: "nowhere" }), actionOf({ overrides: cancelled })]).toEqual([
    "/en/after-commerce",
    null,
    null,
  ]);
});

it("a description begins with the change and its reason", () => {
  const recordOf = recordOfSite(false);
  const changed = (override: object) =>
    first({
      overrides: {
        "2027-05-06": {
          reason: { en: "The bar is closed." },
          updated: Date.parse("2027-01-15T12:00:30Z"),
          ...override,
        } as any,
      },
    });
  const cancelled = recordOf(changed({ status: "cancelled" }), "en");
  expect(cancelled.description).toBe("en events:change.cancelled reason=The bar is closed.\n\nWe meet and talk.");
  expect([cancelled.updatedAt, Number.isInteger(cancelled.sequence)]).toEqual(["2027-01-15T12:00:30Z", true]);
  expect(changeInWords(changed({ status: "postponed" }), "sv", t)).toBe("events:change.postponed reason=");
  const moved = changed({ status: "moved", start: "2027-05-07T18:00", end: "2027-05-07T21:00" });
  expect(recordOf(moved, "en").previousStartsAt).toBe("2027-05-06T17:30:00+02:00");
  expect(changeInWords(moved, "en", t)).toMatch(
    /^events:change.moved date=events:when.start date=Thursday,? 6 May 2027 time=17:30 reason=The bar is closed\.$/,
  );
  expect(changeInWords(first(), "en", t)).toBe("");
});

it("a record of a local server has the UID of any other, and no address where there is no next step", () => {
  const { uid, actionUrl } = recordOfSite(true, "http://localhost:3000")(first({ action: null }), "en");
  expect({ uid, actionUrl }).toEqual({ uid: "meeting-2027-05-06@www.example.com", actionUrl: null });
});
