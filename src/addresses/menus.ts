import { type Concept, concepts } from "./concepts.js";
import { type PageName, pageNames, paths } from "./paths.js";

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
