import { type Concept, conceptOfCode } from "../addresses/concepts.js";
import { datesQuery, type EventFilter, type PageName, shareImagePath, viewOf } from "../addresses/paths.js";
import {
  childrenOf,
  formOn,
  illustrationPhase,
  listedArticleFilter,
  listedEventFilter,
  themeOf,
} from "../addresses/site-map.js";
import { type EventBoard, eventBoard, nextDateIn } from "../events/board.js";
import { upcoming } from "../events/event.js";
import { type EventRecord, hostOf } from "../events/record.js";
import { type FormState, presentFormOfPage } from "../forms/present.js";
import type { Site } from "../site.js";
import { withAbsoluteLinks } from "../text/escaping.js";
import { monthAndYear } from "../text/in-words.js";
import type { Locale } from "../text/locale.js";
import { articleModel, articleRow } from "./article.js";
import { dateModel } from "./date.js";
import { addressesOf, type PageRef, pathOf, summaryOf, trailTo } from "./find.js";
import { pageGraph } from "./structured-data.js";

type ContentPage = Extract<PageRef, { kind: "page" }>;

/** The data of a page, from which its view makes HTML. */
function modelOf(ref: PageRef, site: Site, form?: FormState) {
  if (ref.kind === "page") return ref.name === "dates" ? datesModel(ref, site) : pageModel(ref, site, form);
  if (ref.kind === "article") return articleModel(ref.article, ref.locale, site);
  return dateModel(ref.occurrence, ref.locale, site, form);
}

/** `form` is what was typed into the form of the page, and what is wrong with it. */
export function htmlOf(ref: PageRef, site: Site, form?: FormState): string {
  const model = modelOf(ref, site, form);
  return site.render(model.view, ref.locale, model);
}

/** The same model as Markdown, in the language of the text. Links are paths if `origin` is empty. */
export function markdownOf(ref: PageRef, site: Site, origin = site.baseUrl): string {
  const { locale, updated } = summaryOf(ref, site);
  const language = ref.kind === "article" ? locale : ref.locale;
  const isInAnother = ref.kind === "article" && locale !== ref.locale;
  const model = {
    ...modelOf({ ...ref, locale: language }, site),
    updated,
    notice: isInAnother ? site.getFixedT(ref.locale)("articles:notInLanguage") : "",
    opensCalendars: origin !== "", // a language model cannot write their links
  };
  return withAbsoluteLinks(site.renderText(`markdown/${ref.kind}.md.njk`, language, model), origin);
}

/** What the view of a page of content/pages shows. */
function pageModel(ref: ContentPage, site: Site, state?: FormState) {
  const { locale, name } = ref;
  const { assets, getFixedT, library } = site;
  const page = library.page(name, locale);
  const t = getFixedT(locale);
  const board = boardOn(ref, site);
  const form = presentFormOfPage(name, locale, site, state);
  const addresses = addressesOf(ref, site, form?.event?.id);
  const trail = trailTo(name, locale, site);
  const { children, step } = linksOf(name, locale, site);
  const ahead = board?.ahead ?? [];
  const isCity = viewOf(name) === "city/show";
  const nextDate = nextDateIn(ahead, t, isCity);
  const dateAction = isCity ? nextDate?.action : null;
  const toDates = ahead.length > 0 ? { path: "#dates", label: t("site:home.dates") } : null;
  const kind = ["articles/index", "dates/index"].includes(viewOf(name)) ? "CollectionPage" : "WebPage";
  const events = eventsDescribedOn(name, board);
  return {
    canonical: addresses.canonical,
    markdownPath: addresses.markdownPath,
    translations: addresses.translations,
    alternates: addresses.alternates,
    view: `pages/${viewOf(name)}.njk`,
    board,
    listedArticles: articlesOn(name, locale, site),
    listsArticlesFirst: listedArticleFilter(name)?.kind !== undefined,
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
    action: form ? null : (dateAction ?? step ?? toDates),
    phase: illustrationPhase(name),
    suggestions: page.ask,
    theme: themeOf(name),
    shareImage: assets.findAddress(shareImagePath(themeOf(name), locale)),
    structuredData: pageGraph({ kind, url: addresses.canonical, page, locale, trail, events }, site),
  };
}

/** The home page describes the next dates; the list of all leaves that to the page of each. */
function eventsDescribedOn(name: PageName, board: EventBoard | undefined): EventRecord[] {
  if (!board || name === "dates") return [];
  const rows = name === "home" ? board.upcoming : board.ahead;
  return rows.map(({ record }) => record);
}

function boardOn({ filter: chosen, locale, name }: ContentPage, site: Site) {
  const listed = listedEventFilter(name, site.library.cities);
  return listed && eventBoard(chosen ?? listed, locale, site);
}

/** The host of the series on the page of a city, else that of the city. */
function hostOfPage(name: PageName, site: Site) {
  const { cities, events } = site.library;
  const { concept, city } = listedEventFilter(name, cities) ?? {};
  const series = events.find((event) => event.concept === concept && event.city === city && event.recurrence);
  return city ? hostOf({ city, host: series?.host ?? null }, site) : null;
}

function articlesOn(name: PageName, locale: Locale, { snapshot }: Site) {
  const filter = listedArticleFilter(name);
  if (!filter) return undefined;
  const articles = snapshot().articles.articlesIn(locale, filter);
  return articles.map(articleRow);
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

/** The page of all dates. A filtered one has the canonical address and the structured data of the whole. */
function datesModel(ref: ContentPage, site: Site) {
  const { filter = {}, locale } = ref;
  const { cities } = site.library;
  const model = pageModel(ref, site);
  const citiesAhead = upcoming({ locale }, site).map(({ event }) => event.city);
  const city = cities.find(({ slug }) => slug === filter.city);
  const what = filter.concept ? conceptOfCode(filter.concept).name : model.page.label;
  const heading = city ? site.getFixedT(locale)("events:date.inCity", { what, city: city.names[locale] }) : what;
  const isFiltered = filter.concept !== undefined || filter.city !== undefined;
  return {
    ...model,
    page: isFiltered ? { ...model.page, heading, title: heading } : model.page,
    rows: model.board?.ahead.map((row) => ({ ...row, month: monthAndYear(row.record.startsAt, locale) })),
    filter,
    cities: cities.filter(({ slug }) => citiesAhead.includes(slug)),
    pathWith: (name: keyof EventFilter, value?: string) => pathOf(ref, site) + datesQuery({ ...filter, [name]: value }),
  };
}
