import { type Concept, conceptOfCode } from "../addresses/concepts.js";
import { formOn } from "../addresses/forms.js";
import { illustrationPhase } from "../addresses/illustrations.js";
import {
  datesQuery,
  type EventFilter,
  markdownPathOf,
  type PageName,
  shareImagePath,
  viewOf,
} from "../addresses/paths.js";
import { articlesListedOn, childrenOf, eventsListedOn, themeOf } from "../addresses/site-map.js";
import { type EventBoard, eventBoard, nextDateIn } from "../events/board.js";
import { upcoming } from "../events/event.js";
import { type EventRecord, hostOf } from "../events/record.js";
import { type FormState, presentFormOfPage } from "../forms/present.js";
import type { Site } from "../site.js";
import { monthAndYear } from "../text/in-words.js";
import { type Locale, locales } from "../text/locale.js";
import { articleRow } from "./article.js";
import { addressesOf, trailTo } from "./find.js";
import { pageGraph } from "./structured-data.js";

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
  const toDates = ahead.length > 0 ? { path: "#dates", label: t("site:home.dates") } : null;
  const isCity = viewOf(name) === "city/show";
  const nextDate = nextDateIn(ahead, t, isCity);
  const isList = ["articles/index", "dates/index"].includes(viewOf(name));
  const described = {
    kind: isList ? ("CollectionPage" as const) : ("WebPage" as const),
    url: baseUrl + path,
    title: page.title,
    description: page.description,
    updated: page.updated,
    locale,
    trail,
    events: eventsDescribedOn(name, board),
  };
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
    host: isCity ? hostOfPage(name, site) : null,
    nextDateOf: (concept: Concept["code"]) => {
      const ofConcept = ahead.filter(({ record }) => record.concept === concept);
      return nextDateIn(ofConcept, t, isCity);
    },
    action: form ? null : ((isCity ? nextDate?.action : null) ?? step ?? toDates),
    phase: illustrationPhase(name),
    suggestions: page.ask,
    theme: themeOf(name),
    shareImage: assets.findAddress(shareImagePath(themeOf(name), locale)),
    structuredData: pageGraph(described, site),
  };
}

/** The home page describes the next dates; the list of all leaves that to the page of each. */
function eventsDescribedOn(name: PageName, board: EventBoard | undefined): EventRecord[] {
  if (!board || name === "dates") return [];
  const rows = name === "home" ? board.upcoming : board.ahead;
  return rows.map(({ record }) => record);
}

function boardOn(name: PageName, locale: Locale, site: Site) {
  const filter = eventsListedOn(name, site.library.cities);
  return filter && eventBoard(filter, locale, site);
}

/** The host of the series on the page of a city, else that of the city. */
function hostOfPage(name: PageName, site: Site) {
  const { cities, events } = site.library;
  const { concept, city } = eventsListedOn(name, cities) ?? {};
  const series = events.find((event) => event.concept === concept && event.city === city && event.recurrence);
  return city ? hostOf({ city, host: series?.host ?? null }, site) : null;
}

function articlesOn(name: PageName, locale: Locale, { library, snapshot }: Site) {
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

/** The page of all dates. A filtered one has the canonical address of the whole. */
export function datesModel(filter: EventFilter, locale: Locale, site: Site) {
  const { addresses, cities } = site.library;
  const model = pageModel("dates", locale, site);
  const isFiltered = filter.concept !== undefined || filter.city !== undefined;
  const board = !isFiltered && model.board ? model.board : eventBoard(filter, locale, site);
  const citiesAhead = upcoming({ locale }, site).map(({ event }) => event.city);
  const pathIn = (language: Locale, query: EventFilter) => addresses.pathTo("dates", language) + datesQuery(query);
  const city = cities.find(({ slug }) => slug === filter.city);
  const what = filter.concept ? conceptOfCode(filter.concept).name : model.page.label;
  const heading = city ? site.getFixedT(locale)("events:date.inCity", { what, city: city.names[locale] }) : what;
  return {
    ...model,
    page: isFiltered ? { ...model.page, heading, title: heading } : model.page,
    board,
    rows: board.ahead.map((row) => ({ ...row, month: monthAndYear(row.record.startsAt, locale) })),
    filter,
    cities: cities.filter(({ slug }) => citiesAhead.includes(slug)),
    pathWith: (name: keyof EventFilter, value?: string) => pathIn(locale, { ...filter, [name]: value }),
    markdownPath: markdownPathOf(addresses.pathTo("dates", locale)) + datesQuery(filter),
    alternates: locales.map((other) => ({ locale: other, path: pathIn(other, filter) })),
  };
}
