import { expect, it } from "@jest/globals";
import type * as z from "zod";
import { chatAnswer } from "../../src/contracts/chat-request.js";
import { eventFilters } from "../../src/contracts/event-query.js";
import { apiEvent, eventAnswer, eventList } from "../../src/contracts/event-record.js";
import { errorBody } from "../../src/contracts/query.js";
import { apiEventOf } from "../../src/presenters/api-events.js";
import { evening } from "../support/event-record.js";
import { forEvery } from "../support/for-every.js";

const event = apiEventOf({
  ...evening,
  recurrence: { seriesId: "evening", rule: "FREQ=MONTHLY", text: "every month" },
  previousStartsAt: evening.startsAt,
  price: { amount: 150, currency: "SEK", text: "SEK 150" },
});
const list = {
  events: [event],
  count: 1,
  total: 8,
  locale: "en",
  filters: Object.fromEntries(eventFilters.map((name) => [name, null])),
  window: { from: "2026-11-21", to: "2027-11-21" },
  links: { self: "https://www.example.com/api/events", next: "https://www.example.com/api/events?cursor=x" },
};
const answer = {
  role: "assistant",
  content: "Yes.",
  sources: [{ url: "https://www.example.com/en", title: "Home" }],
  answeredBy: "site",
  fallback: false,
};

/** The address of each field, as `venue.name`, also in the first item of a list. */
function fieldsIn(value: object, path = ""): string[] {
  return Object.entries(value).flatMap(([key, inner]) => [
    path + key,
    ...(typeof inner === "object" && inner !== null ? fieldsIn(inner, `${path}${key}.`) : []),
  ]);
}
/** A copy without a field, or with another value of it. */
function changed(value: object, field: string, ...to: unknown[]): object {
  const copy = structuredClone(value);
  const keys = field.split(".");
  const last = keys.pop()!;
  const holder = keys.reduce((inner: any, key) => inner[key], copy);
  if (to.length > 0) holder[last] = to[0];
  else delete holder[last];
  return copy;
}

const ofEvent = [
  "recurrence",
  "previousStartsAt",
  "signUp",
  "venue",
  "venue.address",
  "venue.postalCode",
  "venue.latitude",
  "venue.longitude",
  "price",
  "actionUrl",
];
const filters = eventFilters.map((name) => `filters.${name}`);

forEvery<[string, z.ZodObject, object, string[]]>([
  ["an event", apiEvent, event, ofEvent],
  ["the list of events", eventList, list, [...ofEvent.map((field) => `events.0.${field}`), ...filters, "links.next"]],
  ["one event", eventAnswer, { event }, ofEvent.map((field) => `event.${field}`)],
  ["an answer", chatAnswer, answer, []],
])(
  "a response schema requires every field with its type, and null only where the contract allows it",
  (_, schema, body, nullable) => {
    expect(schema.parse(body)).toEqual(body);
    expect(schema.safeParse({ ...body, more: 1 }).success).toBe(false);
    const isValid = (...change: [field: string, ...to: unknown[]]) =>
      schema.safeParse(changed(body, ...change)).success;
    const fields = fieldsIn(body).filter((field) => !/\.?locales\.\d$|sources\.0$|events\.0$/.test(field));
    for (const field of fields) {
      expect([field, isValid(field), isValid(field, { other: 1 })]).toEqual([field, false, false]);
      expect([field, isValid(field, null)]).toEqual([field, nullable.includes(field)]);
    }
  },
);

it("a field with a list of values accepts exactly those", () => {
  const values = {
    status: ["confirmed", "tentative", "cancelled", "postponed"],
    audience: ["open", "application", "members"],
    attendance: ["in-person", "online", "hybrid"],
    concept: ["AFTER", "BOARDROOM", "COMMONS"],
    locale: ["en", "sv", "nb"],
  };
  for (const [field, all] of Object.entries(values)) {
    const valid = [...all, "", "other"].filter((value) => apiEvent.safeParse({ ...event, [field]: value }).success);
    expect([field, valid]).toEqual([field, all]);
  }
  const answeredBy = ["site", "mistral", ""].filter(
    (value) => chatAnswer.safeParse({ ...answer, answeredBy: value }).success,
  );
  expect(answeredBy).toEqual(["site", "mistral"]);
});

it("times must have an offset, codes their length, and counts be whole numbers", () => {
  const wrong = {
    startsAt: ["2027-03-25", "2027-03-25T17:30:00", "soon"],
    updatedAt: ["2027-03-25", "2027-03-25T17:30:00+01:00"],
    price: [{ ...event.price, currency: "kr" }],
    venue: [{ ...event.venue, country: "Sweden" }],
    sequence: [-1, 0.5],
    url: ["/en"],
    calendarUrl: [""],
  };
  for (const [field, values] of Object.entries(wrong))
    for (const value of values)
      expect([field, value, apiEvent.safeParse({ ...event, [field]: value }).success]).toEqual([field, value, false]);
  for (const field of ["count", "total"])
    for (const value of [-1, 0.5]) expect(eventList.safeParse({ ...list, [field]: value }).success).toBe(false);
});

it("an error must be a text, with an optional list of details for each field", () => {
  const details = { city: ["is unknown"] };
  for (const body of [{ error: "Wrong." }, { error: "Wrong.", details }]) expect(errorBody.parse(body)).toEqual(body);
  for (const body of [
    {},
    { details },
    { error: 1 },
    { error: "", more: 1 },
    { error: "", details: { city: "is unknown" } },
  ])
    expect([body, errorBody.safeParse(body).success]).toEqual([body, false]);
});
