import { expect } from "@jest/globals";
import type { City } from "../../src/domain/city.js";
import { cityBySpelling } from "../../src/text/city-spelling.js";
import { forEvery } from "../support/for-every.js";

const city = (slug: string, swedish: string, spellings: string[]): City => ({
  ...{ slug, spellings, zone: "Europe/Stockholm", country: "SE" },
  names: { en: slug, sv: swedish, nb: swedish.replace("ö", "ø") },
});
const cities = [
  city("varberg", "Varberg", []),
  city("gothenburg", "Göteborg", ["gbg", "l".repeat(100), "l".repeat(101)]),
];

forEvery([
  ["varberg", ["VARBERG"]],
  ["gothenburg", ["gothenburg", "Göteborg", "GØTEBORG", "go\u0308teborg", "goteborg", "GBG", "l".repeat(100)]],
  ["gothenburg", [" gothenburg ", "\u202aG\u00f6te\u00adborg\u202c", "GO\u0308TEBORG\u200b"]],
  [undefined, ["", "gothenborg", "paris", "l".repeat(101)]],
])("a city is found by its slug, names and spellings, in any case, with or without accents", (slug, spellings) => {
  expect(spellings.filter((spelling) => cityBySpelling(cities, spelling)?.slug !== slug)).toEqual([]);
});
