import { expect, it } from "@jest/globals";
import {
  calendarQuery,
  cursorAfter,
  eventLocaleQuery,
  eventQuery,
  eventQueryFor,
} from "../../src/contracts/event-query.js";
import { invalid, oneOf, readQuery } from "../../src/contracts/query.js";
import { conceptCodes } from "../../src/domain/concept.js";
import { audiences } from "../../src/domain/event.js";
import { locales } from "../../src/domain/locale.js";
import { forEvery } from "../support/for-every.js";

const details = (search: string) => {
  const query = readQuery(search, eventQueryFor([]));
  return query.ok ? query.data : query.details;
};

it("eventQuery reads every parameter, and ignores unknown ones", () => {
  const position = { starts: 1803141000000, id: "evening-2027-02-20" };
  const all = {
    concept: "AFTER",
    city: "gothenburg",
    audience: "members",
    recurring: "true",
    locale: "nb",
    from: "2027-01-01",
    to: "2028-02-29",
    limit: "200",
    cursor: cursorAfter(position),
  };
  expect(details(`?${new URLSearchParams({ ...all, utm_source: "x", "utm[]": "y", __proto__: "z" })}`)).toEqual({
    ...all,
    recurring: true,
    limit: 200,
    cursor: position,
  });
  expect([details(""), details("?limit=1&city=a")]).toEqual([{}, { limit: 1, city: "a" }]);
  expect(readQuery("?locale=sv&concept=COMMONS&city=x", calendarQuery)).toEqual({
    ok: true,
    data: { locale: "sv", concept: "COMMONS" },
  });
});

const longestCity = "a".repeat(100);
forEvery([
  ["concept", oneOf(conceptCodes), ["after", "AFTER "]],
  ["city", "errors:query.city", ["-a", "a-", "a--b", "a b", `${longestCity}a`]],
  ["audience", oneOf(audiences), ["all"]],
  ["recurring", "errors:query.recurring", ["false", "TRUE", "1"]],
  ["locale", oneOf(locales), ["de", "EN"]],
  ["from", "errors:query.date", ["2027-02-29", "2027-1-1", "today"]],
  ["to", "errors:query.date", ["2027-13-01", "20270101"]],
  ["limit", "errors:query.limit", ["0", "201", "1000", "-1", "1.5", "1e2", "01", " 1", "1 ", "x"]],
  [
    "cursor",
    "errors:query.cursor",
    [
      "x",
      ...["1 A", "x 1 a", "1  a", "12345678901234567 a", "1", " a"].map((text) =>
        Buffer.from(text).toString("base64url"),
      ),
    ],
  ],
] as const)("an invalid value is reported with the rule of its parameter", (name, messageKey, values) => {
  for (const value of values) {
    expect([value, details(`?${new URLSearchParams({ [name]: value })}`)]).toEqual([value, { [name]: [messageKey] }]);
  }
  expect(details(`?${name}=x&${name}=y&locale=de`)).toMatchObject({
    [name]: expect.arrayContaining(["errors:query.repeated"]),
  });
  for (const search of [`?${name}[]=1`, `?${name}[a]=1`])
    expect(details(search)).toEqual({ [name]: ["errors:query.repeated"] });
});

it("an empty parameter is the same as none, also of invisible characters", () => {
  const names = Object.keys(eventQuery.shape);
  for (const value of ["", "%E2%80%8B"])
    expect(details(`?${names.map((name) => `${name}=${value}`).join("&")}&city=a%E2%80%8E&limit=5`)).toEqual({
      city: "a",
      limit: 5,
    });
});

it("a known parameter that is not percent-encoded UTF-8 is invalid, and an unknown one is ignored", () => {
  for (const value of ["G%F6teborg", "%E5", "100%", "%zz", "%C3", "%ED%A0%80"])
    expect([value, details(`?utm=%E5&city=${value}`)]).toEqual([value, { city: ["errors:query.encoding"] }]);
  expect(details("?utm=%E5&utm%=100%&city=a")).toEqual({ city: "a" });
});

it("eventLocaleQuery rejects an unknown locale", () => {
  expect(readQuery("?locale=sv&city=x", eventLocaleQuery)).toEqual({ ok: true, data: { locale: "sv" } });
  expect(readQuery("?locale=de", eventLocaleQuery)).toEqual({
    ok: false,
    details: { locale: [oneOf(locales)] },
  });
});

it("a city can have 100 characters", () => {
  expect(details(`?city=${longestCity}`)).toEqual({ city: longestCity });
});

it("problems are grouped by path without duplicates, ten at most", () => {
  expect(
    invalid([
      { path: ["messages", 0, "role"], message: "a" },
      { path: ["messages", 0, "role"], message: "b" },
      { path: ["messages", 0, "role"], message: "a" },
      { path: [], message: "c" },
    ]),
  ).toEqual({ ok: false, details: { "messages.0.role": ["a", "b"], "": ["c"] } });
  const many = Array.from({ length: 11 }, (_, index) => ({ path: [index], message: "a" }));
  expect(Object.keys(invalid(many).details)).toHaveLength(10);
});
