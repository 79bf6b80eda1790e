import type { Concept } from "../addresses/concepts.js";
import { illustrationPhase } from "../addresses/illustrations.js";
import { articlesListedOn, eventsListedOn } from "../addresses/listings.js";
import { childrenOf, themeOf } from "../addresses/menus.js";
import { type PageName, shareImagePath, viewOf } from "../addresses/paths.js";
import { type EventRow, eventBoard, nextDateIn } from "../events/board.js";
import type { EventRecord } from "../events/record-schema.js";
import { formOn } from "../forms/forms.js";
import { type FormState, presentFormOfPage } from "../forms/present.js";
import type { Site } from "../site.js";
import { type Locale, locales } from "../text/locale.js";
import { articleRow } from "./article.js";
import { aboutSite, addressesOf, trailTo } from "./links.js";
import { type PageKind, pageGraph } from "./structured-data.js";

const kinds: Readonly<Record<string, PageKind>> = {
  "articles/index": "CollectionPage",
  "dates/index": "CollectionPage",
};

/** What the view of a page of content/pages shows. */
export function pageModel(name: PageName, locale: Locale, site: Site, state?: FormState) {
  const { assets, baseUrl, getFixedT, library } = site;
  const { pathTo } = library.addresses;
  const page = library.page(name, locale);
  const path = pathTo(name, locale);
  const t = getFixedT(locale);
  const board = boardOn(name, locale, site);
  const form = presentFormOfPage(name, locale, site, state);
  const trail = trailTo(name, locale, site);
  const { children, step } = linksOf(name, locale, site);
  const ahead = board?.ahead ?? [];
  const upcoming = board?.upcoming ?? [];
  const isCity = viewOf(name) === "city/show";
  const nextDate = nextDateIn(ahead, t, isCity);
  const toDates = upcoming.length > 0 ? { path: "#dates", label: t("site:home.dates") } : null;
  return {
    ...addressesOf(path, path, (other) => pathTo(name, other), locales, site, form?.event?.id),
    view: `pages/${viewOf(name)}.njk`,
    board,
    listedArticles: articlesOn(name, locale, site),
    listsArticlesFirst: articlesListedOn(name)?.kind !== undefined,
    name,
    page,
    form,
    children,
    trail,
    nextDate,
    nextDateOf: (concept: Concept["code"]) => {
      const ofConcept = ahead.filter(({ record }) => record.concept === concept);
      return nextDateIn(ofConcept, t, isCity);
    },
    action: form ? null : (isCity && nextDate?.action) || step || toDates,
    phase: illustrationPhase(name),
    suggestions: page.ask,
    theme: themeOf(name),
    shareImage: assets.findAddress(shareImagePath(themeOf(name), locale)),
    structuredData: pageGraph({
      page,
      kind: kinds[viewOf(name)] ?? "WebPage",
      url: baseUrl + path,
      trail,
      ...aboutSite(site, locale),
      events: eventsDescribedOn(name, ahead, upcoming),
    }),
  };
}

/** A list of all dates leaves their description to the page of each. */
function eventsDescribedOn(name: PageName, ahead: readonly EventRow[], upcoming: readonly EventRow[]): EventRecord[] {
  if (name === "dates") return [];
  const rows = name === "home" ? upcoming : ahead;
  return rows.map(({ record }) => record);
}

export function boardOn(name: PageName, locale: Locale, site: Site) {
  const filter = eventsListedOn(name, site.library.cities);
  return filter && eventBoard(filter, locale, site);
}

export function articlesOn(name: PageName, locale: Locale, { library, snapshot }: Site) {
  const filter = articlesListedOn(name);
  if (!filter) return undefined;
  const articles = snapshot().articles.articlesIn(locale, filter);
  return articles.map((article) => articleRow(article, library));
}

/** Links at the top of the page: `step` leads to the form below it that its text asks for. */
function linksOf(name: PageName, locale: Locale, { library }: Site) {
  const { pathTo } = library.addresses;
  const { next } = library.page(name, locale);
  const linkTo = (child: PageName) => ({ label: library.page(child, locale).label, path: pathTo(child, locale) });
  const children = childrenOf(name);
  const step = children.find((child) => formOn(child) && pathTo(child, locale) === next.href);
  return { step: step && linkTo(step), children: children.filter((child) => child !== step).map(linkTo) };
}
