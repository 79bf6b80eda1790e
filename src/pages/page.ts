import {
  type Concept,
  childrenOf,
  conceptOfCode,
  formShownOn,
  illustrationPhase,
  listedArticleFilter,
  listedEventFilter,
  type PageName,
  type PageQuery,
  pageQuery,
  pages,
  sections,
} from "../addresses/pages.js";
import { shareImagePath } from "../addresses/paths.js";
import { articleRow } from "../articles/published.js";
import { type EventBoard, eventBoard, nextDateIn } from "../events/board.js";
import { type EventRecord, hostOf, recordOf } from "../events/record.js";
import { type FormState, presentFormOfPage } from "../forms/present.js";
import type { Site } from "../site.js";
import { withAbsoluteLinks } from "../text/escaping.js";
import { monthAndYear } from "../text/in-words.js";
import type { Locale } from "../text/locale.js";
import { articleModel } from "./article.js";
import { dateModel } from "./date.js";
import { addressesOf, type PageRef, pathOf, summaryOf, trailTo } from "./page-ref.js";
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
  const { city, theme, view } = pages[name];
  const { assets, getFixedT, library } = site;
  const { pathTo } = library;
  const page = library.page(name, locale);
  const t = getFixedT(locale);
  const board = boardOn(ref, site);
  const formName = formShownOn(name);
  const form = formName && presentFormOfPage(formName, locale, site, state);
  const addresses = addressesOf(ref, site, form?.event?.id);
  const trail = trailTo(name, locale, site);
  const linkTo = (other: PageName) => ({ label: library.page(other, locale).label, path: pathTo(other, locale) });
  const children = childrenOf(name);
  // The text of the page can lead to a form below it.
  const nextForm = children.find((child) => formShownOn(child) && pathTo(child, locale) === page.next.href);
  const ahead = board?.ahead ?? [];
  const isCityPage = city !== undefined && !formName;
  // Pages about the membership lead to joining, not to a date.
  const nextDate = theme === "commerce-commons" ? null : nextDateIn(ahead, isCityPage, locale, site);
  const listsArticles = listedArticleFilter(name)?.kind !== undefined;
  const kind = listsArticles || name === "dates" ? "CollectionPage" : "WebPage";
  const events = eventsDescribedOn(ref, board, site);
  let action = null;
  if (isCityPage && nextDate) action = nextDate.action;
  else if (nextForm) action = linkTo(nextForm);
  else if (ahead.length > 0) action = { path: "#dates", label: t("site:home.dates") };
  return {
    ...addresses,
    view: `pages/${view}.njk`,
    board,
    /** The section that the dates come after, where they do not come first. */
    sectionAboveDates: name === sections.benefits.page ? sections.benefits.id : null,
    listedArticles: articlesOn(name, locale, site),
    listsArticlesFirst: listsArticles,
    name,
    page,
    form,
    links: children.filter((child) => child !== nextForm).map(linkTo),
    trail,
    nextDate,
    /** The date that the page ends in, in place of the next step that its text names. */
    lastDate: name === "after-commerce" ? nextDate : null,
    host: isCityPage ? hostOfPage(name, site) : null,
    nextDateOf: (concept: Concept["code"]) => {
      const ofConcept = ahead.filter(({ event }) => event.concept === concept);
      return nextDateIn(ofConcept, isCityPage, locale, site);
    },
    /** The button at the top. */
    action: form ? null : action,
    phase: illustrationPhase(name),
    suggestions: page.ask,
    theme,
    shareImage: assets.findAddress(shareImagePath(theme, locale)),
    structuredData: pageGraph({ kind, url: addresses.canonical, page, locale, trail, events }, site),
  };
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

/** The page of all dates. A filtered one has the canonical address and the structured data of the whole. */
function datesModel(ref: ContentPage, site: Site) {
  const { query = {}, locale } = ref;
  const { cities } = site.library;
  const { agenda } = site.snapshot();
  const model = pageModel(ref, site);
  const rows = model.board?.rowsOf(model.board.ahead) ?? [];
  const citiesAhead = new Set(agenda.comingYear({ locale }, site.clock()).map(({ event }) => event.city));
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
