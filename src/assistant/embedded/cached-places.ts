import type { Locale } from "../../domain/locale.js";
import type { PublishedArticles } from "../../domain/published-articles.js";
import type { Place } from "./places.js";

/** Makes the places of a language when they are first needed, and again when an article is published. */
export function cachedPlaces(articles: PublishedArticles, make: (locale: Locale) => Map<string, Place>) {
  const cache = new Map<Locale, Map<string, Place>>();
  let made = articles.current();
  return (locale: Locale): Map<string, Place> => {
    if (made !== articles.current()) {
      cache.clear();
      made = articles.current();
    }
    const places = cache.get(locale) ?? make(locale);
    cache.set(locale, places);
    return places;
  };
}
