import { expect, it } from "@jest/globals";
import { conceptCodes } from "../../src/addresses/pages.js";
import { audiences } from "../../src/content/events.js";
import { eventQuery, eventQueryFor } from "../../src/events/api.js";
import { readQuery } from "../../src/http/query.js";
import { locales } from "../../src/text/locale.js";
import { forEvery } from "../support/for-every.js";

const read = (search: string) => {
  const query = readQuery(search, eventQueryFor([]));
  return query.ok ? query.data : query.details;
};
const oneOf = (values: readonly string[]) => ({
  messageKey: "errors:query.oneOf",
  values: { allowed: values.join(", ") },
});
const longestCity = "a".repeat(100);

it("a query has its known parameters, and unknown ones are ignored", () => {
  const known = { city: longestCity, audience: "members", to: "2028-02-29", limit: "200", offset: "40" };
  const unknown = ["utm_source", "__proto__", "constructor", "hasOwnProperty", "page[]", "City", "citys", "%zz"];
  const ignored = unknown.map((name) => `${name}=1&${name}=2`).join("&");
  expect(read(`?${new URLSearchParams(known)}&${ignored}`)).toEqual({ ...known, limit: 200, offset: 40 });
  expect(read("")).toEqual({});
});

it("a query is read up to its hundredth parameter", () => {
  expect(read(`?${"a&".repeat(99)}limit=2`)).toEqual({ limit: 2 });
  expect(read(`?${"a&".repeat(100)}limit=2`)).toEqual({});
});

const hostile = ["\u0000", "x".repeat(10_000), "🍺", "__proto__", "toString", "[object Object]"];
forEvery([
  ["concept", oneOf(conceptCodes), ["after", "AFTER ", "AFTER,COMMONS"]],
  ["city", { messageKey: "errors:query.city" }, ["-a", "a-", "a--b", "a b", "../x", `${longestCity}a`]],
  ["audience", oneOf(audiences), ["all", "Open", "open,members"]],
  ["recurring", { messageKey: "errors:query.onlyTrue", values: { allowed: "true" } }, ["false", "TRUE", "1"]],
  ["locale", oneOf(locales), ["de", "EN", "no", "sv-SE"]],
  ["from", { messageKey: "errors:query.date" }, ["2027-02-29", "2027-1-1", "today", "+020270-01-01"]],
  ["to", { messageKey: "errors:query.date" }, ["2027-13-01", "20270101", "2027-01-01T00:00"]],
  ["limit", { messageKey: "errors:query.limit" }, ["0", "201", "-1", "+1", "1.5", "1e2", "01", " 1", "1 ", "x", "٣"]],
  ["offset", { messageKey: "errors:query.offset" }, ["-1", "+1", "1.5", "1e2", " 1", "x", "1234567", "٣"]],
  ["cursor", { messageKey: "errors:query.cursor" }, ["abc", "1"]],
] as const)("an invalid value is reported with the rule of its parameter", (name, problem, values) => {
  for (const value of [...values, ...hostile])
    expect({ value, ...read(`?${new URLSearchParams({ [name]: value })}`) }).toEqual({ value, [name]: [problem] });
  const repeated = { [name]: [{ messageKey: "errors:query.repeated" }] };
  // Each problem once: of three values, two are repeated, and the first is invalid.
  const both = { [name]: [...repeated[name]!, problem] };
  expect(read(`?${name}=${values[0]}&${name}=y&${name}=z`)).toEqual(both);
  for (const list of [`${name}[]`, `${name}[0]`, `${name}%5B%5D`, `${name}[x][y]`])
    expect({ list, ...read(`?${list}=1`) }).toEqual({ list, ...repeated });
});

it("an empty parameter is the same as none, also of invisible characters", () => {
  const names = Object.keys(eventQuery.shape);
  for (const value of ["", "%E2%80%8B"]) {
    const empty = names.map((name) => `${name}=${value}`).join("&");
    expect(read(`?${empty}&city=a%E2%80%8E&limit=5`)).toEqual({ city: "a", limit: 5 });
  }
});

it("a known parameter that is not percent-encoded UTF-8 is invalid, and an unknown one is ignored", () => {
  for (const value of ["G%F6teborg", "%E5", "100%", "%zz", "%C3", "%ED%A0%80"])
    expect(read(`?utm=%E5&city=${value}`)).toEqual({ city: [{ messageKey: "errors:query.encoding" }] });
  expect(read("?utm=%E5&utm%=100%&city=a")).toEqual({ city: "a" });
});
