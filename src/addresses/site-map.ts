import type { City } from "./cities.js";
import { type Concept, conceptOfCode, concepts } from "./concepts.js";
import {
  type ArticleKind,
  articleKinds,
  articleLists,
  type EventFilter,
  isPageName,
  type PageName,
  pageNames,
  paths,
  type Slug,
} from "./paths.js";

export const overviewPages: readonly PageName[] = ["dates", "guides", "perspectives", "about", "contact"];

export const menu: readonly PageName[] = [...concepts.map(({ slug }): PageName => slug), ...overviewPages];

/** Undefined for pages of the whole site. */
export function conceptOf(page: PageName): Concept | undefined {
  return concepts.find(({ slug }) => isAtOrBelow(page, slug));
}

export function themeOf(page: PageName): PageName {
  return conceptOf(page)?.slug ?? "home";
}

/** In the table of pages, a page comes after those above it. */
export function parentOf(page: PageName): PageName | undefined {
  return pageNames.findLast((other) => other !== page && isAtOrBelow(page, other));
}

export function childrenOf(page: PageName): PageName[] {
  return pageNames.filter((other) => parentOf(other) === page);
}

export function breadcrumbs(page: PageName): PageName[] {
  const parent = parentOf(page);
  return parent ? [...breadcrumbs(parent), page] : [page];
}

const isAtOrBelow = (page: PageName, other: PageName) => `${paths[page]}/`.startsWith(`${paths[other]}/`);

export const footerPages: readonly PageName[] = pageNames.filter((page) => page !== "home" && !conceptOf(page));

export function pageOfEvent(code: Concept["code"], city: Slug): PageName {
  const { slug } = conceptOfCode(code);
  const cityPage = `${slug}-${city}`;
  return isPageName(cityPage) ? cityPage : slug;
}

export function listedEventFilter(page: PageName, cities: readonly City[]): EventFilter | undefined {
  if (page === "home" || page === "dates") return {};
  for (const { slug, code } of concepts) {
    if (page === slug) return { concept: code };
    const city = cities.find((city) => [`${slug}-${city.slug}`, `${slug}-${city.slug}-attend`].includes(page));
    if (city) return { concept: code, city: city.slug };
  }
  return undefined;
}

/** Which events a page is about. A page that lists none is about those of the page above it. */
export function eventFilter(page: PageName, cities: readonly City[]): EventFilter {
  const listed = breadcrumbs(page).map((name) => listedEventFilter(name, cities));
  return listed.findLast((filter) => filter !== undefined) ?? {};
}

const MAX_TEASERS = 3;

interface ArticleFilter {
  readonly kind?: ArticleKind;
  readonly concept?: Concept["code"];
  readonly limit?: number;
}

export function listedArticleFilter(page: PageName): ArticleFilter | undefined {
  const kind = articleKinds.find((kind) => articleLists[kind] === page);
  if (kind) return { kind };
  if (page === "home") return { limit: MAX_TEASERS };
  const concept = concepts.find(({ slug }) => slug === page);
  return concept && { concept: concept.code, limit: MAX_TEASERS };
}
