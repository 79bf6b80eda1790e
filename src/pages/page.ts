import type { Concept } from "../addresses/concepts.js";
import { illustrationPhase } from "../addresses/illustrations.js";
import { articlesListedOn, eventsListedOn } from "../addresses/listings.js";
import { childrenOf, themeOf } from "../addresses/menus.js";
import { EVENT_QUERY, type PageName, shareImagePath, viewOf } from "../addresses/paths.js";
import { viewIds } from "../addresses/sections.js";
import { pageUpdatedIso, textsOf } from "../content/page.js";
import { eventBoard, nextDateIn } from "../events/board.js";
import { formOn } from "../forms/forms.js";
import { type FormState, formPresenter } from "../forms/present.js";
import type { Site } from "../site.js";
import { type Locale, locales } from "../text/locale.js";
import { articleRow } from "./article.js";
import { aboutSite, addressesOf, type SitePage, trailTo } from "./links.js";
import { heading, markdownDocument } from "./markdown-document.js";
import { pageBlocks } from "./markdown-page.js";
import { type PageKind, pageGraph } from "./structured-data.js";

const kinds: Readonly<Record<string, PageKind>> = {
  "articles/index": "CollectionPage",
  "dates/index": "CollectionPage",
};

/** The pages of content/pages. */
export function pagePresenter(site: Site) {
  const { snapshot, assets, baseUrl, getFixedT, library } = site;
  const { pathTo } = library.addresses;
  const { presentForm } = formPresenter(site);

  const presentFormOf = (name: PageName, locale: Locale, state?: FormState) => {
    const form = formOn(name);
    return form && presentForm(form, pathTo(name, locale), locale, state);
  };

  const listsOn = (name: PageName, locale: Locale) => {
    const eventFilter = eventsListedOn(name, library.cities);
    const articleFilter = articlesListedOn(name);
    const listed = articleFilter && snapshot().articles.articlesIn(locale, articleFilter);
    return {
      board: eventFilter && eventBoard(eventFilter, locale, site),
      listedArticles: listed?.map((article) => articleRow(article, library)),
    };
  };

  /** Links at the top of the page: `step` leads to the form below it that its text asks for. */
  const linksOf = (name: PageName, locale: Locale) => {
    const { next } = library.page(name, locale);
    const linkTo = (child: PageName) => ({ label: library.page(child, locale).label, path: pathTo(child, locale) });
    const children = childrenOf(name);
    const step = children.find((child) => formOn(child) && pathTo(child, locale) === next.href);
    return { step: step && linkTo(step), children: children.filter((child) => child !== step).map(linkTo) };
  };

  const namedPage = (name: PageName, locale: Locale) => {
    const page = library.page(name, locale);
    const { title, description } = page;
    const { mail, timezone } = library.organisation;
    const path = pathTo(name, locale);
    const ownPaths = { address: path, canonicalPath: path };
    const url = baseUrl + path;
    const t = getFixedT(locale);
    const updated = pageUpdatedIso(page, timezone);

    return {
      ...ownPaths,
      locale,
      title,
      description,
      updated,
      hasId: (id: string) => Object.hasOwn(viewIds, id) || textsOf(page).some((text) => text.id === id),
      view: `pages/${viewOf(name)}.njk`,

      model(state?: FormState) {
        const lists = listsOn(name, locale);
        const { board } = lists;
        const form = presentFormOf(name, locale, state);
        const query = form?.event ? EVENT_QUERY + form.event.id : "";
        const trail = trailTo(name, locale, site);
        const { children, step } = linksOf(name, locale);
        const ahead = board?.ahead ?? [];
        const upcoming = board?.upcoming ?? [];
        const isCity = viewOf(name) === "city/show";
        const nextDate = nextDateIn(ahead, t, isCity);
        const toDates = upcoming.length > 0 ? { path: "#dates", label: t("site:home.dates") } : null;
        return {
          ...addressesOf(ownPaths, (other) => pathTo(name, other), locales, baseUrl, query),
          ...lists,
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
            url,
            trail,
            ...aboutSite(site, locale),
            // A list of all dates leaves their description to the page of each.
            events: (name === "dates" ? [] : name === "home" ? upcoming : ahead).map(({ record }) => record),
          }),
        };
      },

      text(origin = baseUrl) {
        const contents = {
          ...listsOn(name, locale),
          form: presentFormOf(name, locale),
          isList: articlesListedOn(name)?.kind !== undefined,
        };
        const style = { t, mail, writeHeading: heading, opensCalendars: origin !== "" };
        return markdownDocument(
          { title, description, lang: locale, url, updated },
          origin,
          pageBlocks(page, contents, style),
        );
      },
    } satisfies SitePage;
  };

  return { presentFormOf, namedPage };
}
