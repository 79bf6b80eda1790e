import { type Concept, conceptOfCode } from "../addresses/concepts.js";
import { type PageName, type PageQuery, pageQuery, shareImagePath, viewOf } from "../addresses/paths.js";
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
import { type EventRecord, hostOf, recordOf } from "../events/record.js";
import { type FormState, presentFormOfPage } from "../forms/present.js";
import type { Site } from "../site.js";
import { withAbsoluteLinks } from "../text/escaping.js";
import { monthAndYear } from "../text/in-words.js";
import type { Locale, Translate } from "../text/locale.js";
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

/** The same model as Markdown; an article in the language that it is written in. Links are paths if `origin` is empty. */
export function markdownOf(ref: PageRef, site: Site, origin = site.baseUrl): string {
  const written = ref.kind === "article" ? { ...ref, locale: ref.article.locale } : ref;
  const model = {
    ...modelOf(written, site),
    updated: summaryOf(ref, site).updated,
    notice: written.locale === ref.locale ? "" : site.getFixedT(ref.locale)("articles:notInLanguage"),
    opensCalendars: origin !== "", // a language model cannot write their links
  };
  return withAbsoluteLinks(site.renderText(`markdown/${ref.kind}.md.njk`, written.locale, model), origin);
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
  const nextDate = nextDateIn(ahead, isCity, locale, site);
  const kind = ["articles/index", "dates/index"].includes(viewOf(name)) ? "CollectionPage" : "WebPage";
  const events = eventsDescribedOn(ref, board, site);
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
      const ofConcept = ahead.filter(({ event }) => event.concept === concept);
      return nextDateIn(ofConcept, isCity, locale, site);
    },
    action: form ? null : actionOf(isCity ? nextDate?.action : null, step, board, t),
    phase: illustrationPhase(name),
    suggestions: page.ask,
    theme: themeOf(name),
    shareImage: assets.findAddress(shareImagePath(themeOf(name), locale)),
    structuredData: pageGraph({ kind, url: addresses.canonical, page, locale, trail, events }, site),
  };
}

interface Link {
  readonly label: string;
  readonly path: string;
}

/** The button at the top of a page: to the next date of a city, else to the form below the page, else to its dates. */
function actionOf(
  ofCity: Link | null | undefined,
  step: Link | undefined,
  board: EventBoard | undefined,
  t: Translate,
) {
  if (ofCity) return ofCity;
  if (step) return step;
  return board && board.ahead.length > 0 ? { path: "#dates", label: t("site:home.dates") } : null;
}

/** The home page describes the next dates; the list of all leaves that to the page of each. */
function eventsDescribedOn({ name, locale }: ContentPage, board: EventBoard | undefined, site: Site): EventRecord[] {
  if (!board || name === "dates") return [];
  const described = name === "home" ? board.soonest : board.ahead;
  return described.map((occurrence) => recordOf(occurrence, locale, site));
}

function boardOn({ query, locale, name }: ContentPage, site: Site) {
  const listed = listedEventFilter(name, site.library.cities);
  return listed && eventBoard(query ?? listed, locale, site);
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
  const { query = {}, locale } = ref;
  const { cities } = site.library;
  const model = pageModel(ref, site);
  const rows = model.board?.rowsOf(model.board.ahead) ?? [];
  const citiesAhead = new Set(upcoming({ locale }, site).map(({ event }) => event.city));
  const city = cities.find(({ slug }) => slug === query.city);
  const what = query.concept ? conceptOfCode(query.concept).name : model.page.label;
  const heading = city ? site.getFixedT(locale)("events:date.inCity", { what, city: city.names[locale] }) : what;
  const isFiltered = query.concept !== undefined || query.city !== undefined;
  return {
    ...model,
    page: isFiltered ? { ...model.page, heading, title: heading } : model.page,
    rows: rows.map((row) => ({ ...row, month: monthAndYear(row.record.startsAt, locale) })),
    query,
    cities: cities.filter(({ slug }) => citiesAhead.has(slug)),
    pathWith: (name: keyof PageQuery, value?: string) => pathOf(ref, site) + pageQuery({ ...query, [name]: value }),
  };
}
