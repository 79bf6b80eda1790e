import type { City } from "../domain/city.js";
import { type Concept, conceptOfCode, concepts } from "../domain/concept.js";
import type { Slug } from "../domain/slug.js";
import { isPageName, type PageName } from "./paths.js";

/** Which events a page lists: those of a concept in a city, of a concept, or all. */
export interface Listed {
  readonly concept?: Concept["code"];
  readonly city?: Slug;
}

/** The page that shows an event: the one for its concept and city if there is one, else its concept's. */
export function pageOfEvent(code: Concept["code"], city: Slug): PageName {
  const { slug } = conceptOfCode(code);
  const ofCity = `${slug}-${city}`;
  return isPageName(ofCity) ? ofCity : slug;
}

/** The events that a page lists, or that an applicant chooses from on it; undefined for a page without events. */
export function eventsListedOn(page: PageName, cities: readonly City[]): Listed | undefined {
  if (page === "home") return {};
  for (const { slug, code } of concepts) {
    if (page === slug) return { concept: code };
    const city = cities.find((city) => [`${slug}-${city.slug}`, `${slug}-${city.slug}-attend`].includes(page));
    if (city) return { concept: code, city: city.slug };
  }
  return undefined;
}
