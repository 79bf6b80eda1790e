/** Which language a text is in. */
import { readdirSync, readFileSync } from "node:fs";
import type { Locale } from "../../src/text/locale.js";
import { frozenEvents } from "./shipped.js";

/** Common words of one language that the other two hardly use. */
const telling: Readonly<Record<Locale, ReadonlySet<string>>> = {
  en: wordSet("the and is are of you your it that with this what not who they from was have when which where go there"),
  sv: wordSet("stad och är att inte när vad från någon något också även många kväll jag hur vem"),
  nb: wordSet("og er å ikke et hva fra noen noe også mange kveld jeg deg hvor hvem hvis hvordan"),
};

const read = (file: string) => readFileSync(`content/${file}`, "utf8");
const shipped = readdirSync("content/events").map((slug) => JSON.parse(read(`events/${slug}/event.json`)));
const events: any[] = [...shipped, ...frozenEvents.events];
const dates = events.flatMap(({ overrides = {}, ...event }) => [event, ...Object.values<any>(overrides)]);
const cities = [JSON.parse(read("cities.json")), frozenEvents.cities].flatMap((cities) => Object.values<any>(cities));
const { name, legalName, postalAddress } = JSON.parse(read("site.json"));
const authors = ["guides", "perspectives"].flatMap((list) =>
  readdirSync(`content/${list}`).map((slug) => /^author: (.*)$/m.exec(read(`${list}/${slug}/en.md`))?.[1]),
);
/** The words with a capital in names of cities, venues and people, which are the same in every language. */
const names = JSON.stringify([
  ...[name, legalName, postalAddress, ...authors, ...cities.map(({ names }) => names)],
  ...dates.map(({ venue, host }) => [venue?.name, venue?.address, host]),
]).match(/\p{Lu}\p{L}+/gu)!;
/** No word boundary after it: texts of neighbouring elements have no space between. */
const anyName = new RegExp(`(?<!\\p{L})(?:${[...new Set(names)].sort((a, b) => b.length - a.length).join("|")})`, "gu");

/** Counts the typical words and letters of each language in a text, without the names that stand in content/. */
export function languageSigns(named: string): Record<Locale, number> {
  const text = named.replaceAll(anyName, "");
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const count = (language: Locale) => words.filter((word) => telling[language].has(word)).length;
  const letters = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return { en: count("en"), sv: count("sv") + letters(/[äö]/giu), nb: count("nb") + letters(/[æø]/giu) };
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
