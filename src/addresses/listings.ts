import type { Filter } from "../events/agenda.js";
import type { City } from "./cities.js";
import { type Concept, conceptOfCode, concepts } from "./concepts.js";
import type { Slug } from "../text/slug.js";
import { breadcrumbs } from "./menus.js";
import { isPageName, type PageName } from "./paths.js";

export type EventFilter = Pick<Filter, "concept" | "city">;

export function pageOfEvent(code: Concept["code"], city: Slug): PageName {
  const { slug } = conceptOfCode(code);
  const cityPage = `${slug}-${city}`;
  return isPageName(cityPage) ? cityPage : slug;
}

export function eventsListedOn(page: PageName, cities: readonly City[]): EventFilter | undefined {
  if (page === "home" || page === "dates") return {};
  for (const { slug, code } of concepts) {
    if (page === slug) return { concept: code };
    const city = cities.find((city) => [`${slug}-${city.slug}`, `${slug}-${city.slug}-attend`].includes(page));
    if (city) return { concept: code, city: city.slug };
  }
  return undefined;
}

/** The events that a page is about. A page that lists none is about those of the page above it. */
export function eventsOf(page: PageName, cities: readonly City[]): EventFilter {
  const listed = breadcrumbs(page).map((name) => eventsListedOn(name, cities));
  return listed.findLast((filter) => filter !== undefined) ?? {};
}
