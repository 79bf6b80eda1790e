import type { Locale } from "../text/locale.js";
import type { Slug } from "../text/slug.js";
import type { City } from "./cities.js";

export const concepts = [
  { code: "AFTER", name: "After Commerce", slug: "after-commerce" },
  { code: "BOARDROOM", name: "Boardroom for Commerce", slug: "boardroom-for-commerce" },
  { code: "COMMONS", name: "Commerce Commons", slug: "commerce-commons" },
] as const;

export type Concept = (typeof concepts)[number];

export const conceptCodes = concepts.map(({ code }) => code);

export function conceptOfCode(code: Concept["code"]): Concept {
  return concepts.find((concept) => concept.code === code)!;
}

/** `path` follows the locale; `:chat` is a segment from content/site.json. A page with a city lists its dates. */
function page(path: "" | `/${string}`, view: string, city?: Slug) {
  const concept = concepts.find(({ slug }) => `${path}/`.startsWith(`/${slug}/`));
  return { path, view, city, concept, theme: concept?.slug ?? ("home" as const) };
}

// biome-ignore format: a table is read in columns
export const pages = {
  "home":                                     page("",                                          "home/show"),
  "after-commerce":                           page("/after-commerce",                           "page/show"),
  "after-commerce-gothenburg":                page("/after-commerce/gothenburg",                "city/show",      "gothenburg"),
  "after-commerce-stockholm":                 page("/after-commerce/stockholm",                 "city/show",      "stockholm"),
  "after-commerce-start-format":              page("/after-commerce/gothenburg/start-format",   "page/show"),
  "after-commerce-start-city":                page("/after-commerce/start-city",                "page/show"),
  "after-commerce-faq":                       page("/after-commerce/faq",                       "faq/show"),
  "boardroom-for-commerce":                   page("/boardroom-for-commerce",                   "page/show"),
  "boardroom-for-commerce-gothenburg":        page("/boardroom-for-commerce/gothenburg",        "city/show",      "gothenburg"),
  "boardroom-for-commerce-gothenburg-attend": page("/boardroom-for-commerce/gothenburg/attend", "page/show", "gothenburg"),
  "boardroom-for-commerce-varberg":           page("/boardroom-for-commerce/varberg",           "city/show",      "varberg"),
  "boardroom-for-commerce-varberg-attend":    page("/boardroom-for-commerce/varberg/attend",    "page/show", "varberg"),
  "boardroom-for-commerce-topics":            page("/boardroom-for-commerce/topics",            "page/show"),
  "boardroom-for-commerce-start-city":        page("/boardroom-for-commerce/start-city",        "page/show"),
  "boardroom-for-commerce-faq":               page("/boardroom-for-commerce/faq",               "faq/show"),
  "commerce-commons":                         page("/commerce-commons",                         "membership/show"),
  "commerce-commons-join":                    page("/commerce-commons/join",                    "membership/show"),
  "commerce-commons-included":                page("/commerce-commons/included",                "membership/show"),
  "commerce-commons-chat":                    page("/commerce-commons/:chat",                   "chat/show"),
  "commerce-commons-discounts":               page("/commerce-commons/join/discounts",          "discounts/show"),
  "commerce-commons-student":                 page("/commerce-commons/join/discounts/student",  "membership/show"),
  "commerce-commons-faq":                     page("/commerce-commons/faq",                     "faq/show"),
  "dates":                                    page("/dates",                                    "dates/index"),
  "guides":                                   page("/guides",                                   "articles/index"),
  "perspectives":                             page("/perspectives",                             "articles/index"),
  "about":                                    page("/about",                                    "about/show"),
  "contact":                                  page("/contact",                                  "contact/show"),
  "developer":                                page("/developer",                                "developer/show"),
  "privacy":                                  page("/legal/privacy",                            "legal/show"),
  "terms":                                    page("/legal/terms",                              "legal/show"),
};

export type PageName = keyof typeof pages;

export const pageNames = Object.keys(pages) as PageName[];

export const isPageName = (text: string): text is PageName => Object.hasOwn(pages, text);

/** The page whose front matter has the texts of a form. Submissions are stored under the names of the forms. */
export const formPages = {
  // On the page of each date
  date: "dates",
  seat: "boardroom-for-commerce",
  // On that page itself
  "seat-gothenburg": "boardroom-for-commerce-gothenburg-attend",
  "seat-varberg": "boardroom-for-commerce-varberg-attend",
  format: "after-commerce-start-format",
  "start-after-commerce": "after-commerce-start-city",
  "start-boardroom": "boardroom-for-commerce-start-city",
  join: "commerce-commons-join",
  student: "commerce-commons-student",
  contact: "contact",
} as const satisfies Record<string, PageName>;

export type FormName = keyof typeof formPages;

export const formNames = Object.keys(formPages) as FormName[];

export function isFormName(text: string): text is FormName {
  return Object.hasOwn(formPages, text);
}

/** True if the form stands on the page of each date. */
export function isOnDates(form: FormName): boolean {
  return form === "date" || form === "seat";
}

/** True for an application for a seat, also by a form that the site no longer has: a stored one can be. */
export function isApplication(form: string): boolean {
  return form.startsWith("seat");
}

/** The form whose texts the page has, unless that stands on the pages of dates. */
export function formShownOn(page: PageName): FormName | undefined {
  return formNames.find((form) => formPages[form] === page && !isOnDates(form));
}

export const articleKinds = ["guide", "perspective"] as const;

export type ArticleKind = (typeof articleKinds)[number];

/** The same article in each language. */
export interface ArticleId {
  readonly kind: ArticleKind;
  readonly slug: Slug;
}

export const articleName = ({ kind, slug }: ArticleId) => `${kind}:${slug}` as const;

/** Paths of articles are below the path of their list. */
export const articleLists: Record<ArticleKind, PageName> = { guide: "guides", perspective: "perspectives" };

/** The dates that a page lists. */
export interface EventFilter {
  readonly concept?: Concept["code"] | undefined;
  readonly city?: Slug | undefined;
}

/** What the query of a page asks for. It is written in the order of these keys. */
export type PageQuery = EventFilter;

/** The articles that a page or a feed lists. */
export interface ArticleFilter {
  readonly kind?: ArticleKind | undefined;
  readonly concept?: Concept["code"] | undefined;
  readonly topic?: Slug | undefined;
  readonly limit?: number;
}

export const localePath = (locale: Locale, path = "") => `/${locale}${path}`;

export const markdownPathOf = (path: string) => `${path}.md`;

/** The path of a page in a language. */
export type PathTo = (name: PageName, locale: Locale) => string;

/** `chatSegment` is the last path segment of the page about the chat community. */
export function createPathTo(chatSegment: string): PathTo {
  return (name, locale) => localePath(locale, pages[name].path.replace(":chat", chatSegment));
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export function queryString(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `?${search}` : "";
}

export const pageQuery = ({ concept, city }: PageQuery = {}) => queryString({ concept, city });

const MAX_TEASERS = 3;
/** The phases of a drawing repeat from here on. */
export const MAX_PHASE = 4;

export const overviewPages: readonly PageName[] = ["dates", "guides", "perspectives", "about", "contact"];

export const menu: readonly PageName[] = [...concepts.map(({ slug }): PageName => slug), ...overviewPages];

/** In the table of pages, a page comes after those above it. */
export function parentOf(page: PageName): PageName | undefined {
  return pageNames.findLast((other) => other !== page && `${pages[page].path}/`.startsWith(`${pages[other].path}/`));
}

export function childrenOf(page: PageName): PageName[] {
  return pageNames.filter((other) => parentOf(other) === page);
}

export function breadcrumbs(page: PageName): PageName[] {
  const parent = parentOf(page);
  return parent ? [...breadcrumbs(parent), page] : [page];
}

export const footerPages: readonly PageName[] = pageNames.filter((page) => page !== "home" && !pages[page].concept);

export function pageOfEvent(code: Concept["code"], city: Slug): PageName {
  const { slug } = conceptOfCode(code);
  return pageNames.find((page) => pages[page].city === city && pages[page].theme === slug) ?? slug;
}

/** The dates that a page lists; undefined if it lists none, or those of a city that content does not have. */
export function listedEventFilter(page: PageName, cities: readonly City[]): EventFilter | undefined {
  if (page === "home" || page === "dates") return {};
  const { concept, city } = pages[page];
  if (page === concept?.slug) return { concept: concept.code };
  const isKnown = cities.some(({ slug }) => slug === city);
  return concept && isKnown ? { concept: concept.code, city } : undefined;
}

/** Which events a page is about. A page that lists none is about those of the page above it. */
export function eventFilter(page: PageName, cities: readonly City[]): EventFilter {
  const listed = breadcrumbs(page).map((name) => listedEventFilter(name, cities));
  return listed.findLast((filter) => filter !== undefined) ?? {};
}

export function listedArticleFilter(page: PageName): ArticleFilter | undefined {
  const kind = articleKinds.find((kind) => articleLists[kind] === page);
  if (kind) return { kind };
  if (page === "home") return { limit: MAX_TEASERS };
  const concept = concepts.find(({ slug }) => slug === page);
  return concept && { concept: concept.code, limit: MAX_TEASERS };
}

/** Sections of content/pages that the code names. The build reports one that is missing. */
export const sections = {
  rooms: { page: "home", id: "rooms" },
  audience: { page: "home", id: "who" },
  themes: { page: "boardroom-for-commerce-topics", id: "themes" },
  forms: { page: "privacy", id: "forms" },
  benefits: { page: "commerce-commons", id: "inside" },
} as const satisfies Record<string, Readonly<{ page: PageName; id: string }>>;

/** Ids in views that are no sections of content/pages. */
export const viewIds = { dates: "dates", form: "form", subscribe: "subscribe" } as const;

/** From 0 on the first page of its concept to below 4 on the last. */
export function illustrationPhase(page: PageName): number {
  const ofConcept = pageNames.filter((other) => pages[other].concept === pages[page].concept);
  return (MAX_PHASE * ofConcept.indexOf(page)) / ofConcept.length;
}
