import { expect, it } from "@jest/globals";
import type { EventRecord } from "../../src/contracts/event-record.js";
import { structuredEvent } from "../../src/formats/structured-events.js";
import { evening, keysOf as t } from "../support/event-record.js";

const baseUrl = "https://www.example.com";
const publisher = { "@id": `${baseUrl}/#organization` };
const about = {
  baseUrl,
  imageOf: ({ concept, locale }: EventRecord) => `${baseUrl}/share/${concept}.${locale}.png`,
  membership: { price: 1250, currency: "SEK", url: `${baseUrl}/en/commerce-commons/join` },
  t,
};
const of = (change: Partial<EventRecord> = {}) => structuredEvent({ ...evening, ...change }, about);
const url = baseUrl + evening.path;

it("the JSON-LD of an event has an offer: free, its price, or the membership that it needs", () => {
  const free = {
    "@type": "Offer",
    price: 0,
    priceCurrency: "SEK",
    availability: "https://schema.org/InStock",
    url: evening.actionUrl,
  };
  const price = { amount: 150, currency: "NOK", text: "NOK 150" };
  const priced = { ...free, price: 150, priceCurrency: "NOK" };
  const membership = { ...free, name: "Commerce Commons", price: 1250, url: about.membership.url };
  const offers = {
    open: of(),
    application: of({ audience: "application" }),
    "without a form": of({ actionUrl: null }),
    priced: of({ price }),
    members: of({ audience: "members" }),
    "priced for members": of({ audience: "members", price }),
    cancelled: of({ status: "cancelled", actionUrl: null }),
    postponed: of({ status: "postponed", actionUrl: null }),
  };
  const off = { ...free, availability: "https://schema.org/OutOfStock", url };
  expect(Object.fromEntries(Object.entries(offers).map(([name, event]) => [name, event.offers]))).toEqual({
    open: free,
    application: free,
    "without a form": { ...free, url },
    priced,
    members: membership,
    "priced for members": priced,
    cancelled: off,
    postponed: off,
  });
  expect(of({ audience: "members", price })).toMatchObject({ isAccessibleForFree: false });
});

it("the JSON-LD of an event has its status, times, location, audience and image", () => {
  const online = { "@type": "VirtualLocation", url };
  const place = {
    "@type": "Place",
    name: "The bar",
    address: {
      "@type": "PostalAddress",
      streetAddress: "Långgatan 1",
      postalCode: "413 04",
      addressLocality: "Gothenburg",
      addressCountry: "SE",
    },
    geo: { "@type": "GeoCoordinates", latitude: 57.698, longitude: 0 },
  };

  expect(of()).toEqual({
    "@type": "Event",
    "@id": `${url}#event`,
    url,
    name: evening.title,
    description: evening.summary,
    inLanguage: "en",
    startDate: evening.startsAt,
    endDate: evening.endsAt,
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: place,
    image: `${baseUrl}/share/AFTER.en.png`,
    isAccessibleForFree: true,
    audience: { "@type": "Audience", audienceType: "events:forWhom.open" },
    organizer: publisher,
    offers: expect.anything(),
  });
  const statuses = (["confirmed", "tentative", "cancelled", "postponed"] as const).map((status) => of({ status }));
  expect(statuses.map(({ eventStatus }) => eventStatus.split("/").at(-1))).toEqual([
    "EventScheduled",
    "EventScheduled",
    "EventCancelled",
    "EventPostponed",
  ]);
  expect(of({ previousStartsAt: "2027-03-24T17:30:00+01:00" })).toMatchObject({
    eventStatus: "https://schema.org/EventRescheduled",
    previousStartDate: "2027-03-24T17:30:00+01:00",
  });
  expect(of({ audience: "members" })).toMatchObject({
    isAccessibleForFree: false,
    audience: { audienceType: "events:forWhom.members" },
  });
  expect(of({ price: { amount: 150, currency: "SEK", text: "SEK 150" } })).toMatchObject({
    isAccessibleForFree: false,
    audience: { audienceType: "events:forWhom.open" },
  });
  const unknown = { ...evening.venue!, address: null, postalCode: null, latitude: null, longitude: null };
  expect(of({ venue: unknown }).location).toEqual({
    "@type": "Place",
    name: "The bar",
    address: { "@type": "PostalAddress", addressLocality: "Gothenburg", addressCountry: "SE" },
  });
  const hybrid = of({ attendance: "hybrid" });
  expect([hybrid.location, hybrid.eventAttendanceMode]).toEqual([
    [place, online],
    "https://schema.org/MixedEventAttendanceMode",
  ]);
  const remote = of({ attendance: "online", venue: null });
  expect([remote.location, remote.eventAttendanceMode]).toEqual([
    online,
    "https://schema.org/OnlineEventAttendanceMode",
  ]);
});
