import type { Slug } from "../text/slug.js";
import type { City } from "./cities.js";
import { type Concept, conceptOfCode, concepts } from "./concepts.js";
import { breadcrumbs } from "./menus.js";
import { type ArticleKind, articleKinds, articleLists, type EventFilter, isPageName, type PageName } from "./paths.js";

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

const MAX_TEASERS = 3;

interface ListedArticles {
  readonly kind?: ArticleKind;
  readonly concept?: Concept["code"];
  readonly limit?: number;
}

export function articlesListedOn(page: PageName): ListedArticles | undefined {
  const kind = articleKinds.find((kind) => articleLists[kind] === page);
  if (kind) return { kind };
  if (page === "home") return { limit: MAX_TEASERS };
  const concept = concepts.find(({ slug }) => slug === page);
  return concept && { concept: concept.code, limit: MAX_TEASERS };
}
