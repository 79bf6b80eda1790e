import type { Locale } from "../../src/domain/locale.js";

/** Common words of one language that the other two hardly use. */
const telling: Readonly<Record<Locale, ReadonlySet<string>>> = {
  en: wordSet("the and is are of you your it that with this what not who they from was have when which where go there"),
  sv: wordSet("stad och är att inte när vad från någon något också även många kväll jag hur vem"),
  nb: wordSet("og er å ikke et hva fra noen noe også mange kveld jeg deg hvor hvem hvis hvordan"),
};

/** Counts the typical words and letters of each language in a text, without names of places. */
export function languageSigns(named: string): Record<Locale, number> {
  const text = named.replaceAll(/Göteborg|Södermalm/g, "");
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const count = (language: Locale) => words.filter((word) => telling[language].has(word)).length;
  const letters = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return { en: count("en"), sv: count("sv") + letters(/[äö]/giu), nb: count("nb") + letters(/[æø]/giu) };
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
