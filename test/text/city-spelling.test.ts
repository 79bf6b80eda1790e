import { expect, it } from "@jest/globals";
import type { City } from "../../src/domain/city.js";
import { cityBySpelling } from "../../src/text/city-spelling.js";

it("a city is found by its slug, its names and its spellings, in any case, with or without accents", () => {
  const city = (slug: string, names: City["names"], spellings: string[]): City => ({
    slug,
    names,
    spellings,
    zone: "Europe/Stockholm",
    country: "SE",
  });
  const cities = [
    city("varberg", { en: "Varberg", sv: "Varberg", nb: "Varberg" }, []),
    city("gothenburg", { en: "Gothenburg", sv: "Göteborg", nb: "Gøteborg" }, ["gbg", "l".repeat(100), "l".repeat(101)]),
  ];
  const found = (text: string) => cityBySpelling(cities, text)?.slug;
  const spellings = ["gothenburg", "Göteborg", "GØTEBORG", "go\u0308teborg", "goteborg", "GBG", "l".repeat(100)];
  const pasted = [" gothenburg ", "\u202aG\u00f6te\u00adborg\u202c", "GO\u0308TEBORG\u200b"];
  expect([...spellings, ...pasted].map(found)).toEqual(Array(10).fill("gothenburg"));
  expect(found("VARBERG")).toBe("varberg");
  expect(["", "gothenborg", "paris", "l".repeat(101)].map(found)).toEqual(Array(4).fill(undefined));
});
