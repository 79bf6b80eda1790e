import type { Concept } from "../domain/concept.js";
import type { Locale } from "../domain/locale.js";
import { locales } from "../domain/locale.js";
import { heading, markdownDocument } from "../formats/markdown-document.js";
import { type PageKind, pageGraph } from "../formats/structured-data.js";
import { articlesListedOn } from "../site/article-pages.js";
import { eventsListedOn } from "../site/event-pages.js";
import { formOn } from "../site/forms.js";
import { illustrationPhase } from "../site/illustration-phases.js";
import { childrenOf, themeOf } from "../site/navigation.js";
import { pageUpdatedIso, textsOf } from "../site/page.js";
import { EVENT_QUERY, type PageName, shareImagePath, viewOf } from "../site/paths.js";
import { viewIds } from "../site/sections.js";
import { articleRow } from "./article.js";
import { eventBoard, nextDateIn } from "./event-board.js";
import { type FormState, formPresenter } from "./form.js";
import { pageBlocks } from "./markdown-page.js";
import type { Site } from "./site.js";
import { aboutSite, addressesOf, type SitePage, trailTo } from "./site-page.js";

const kinds: Readonly<Record<string, PageKind>> = {
  "faq/show": "FAQPage",
  "articles/index": "CollectionPage",
  "dates/index": "CollectionPage",
};

/** The pages of content/pages. */
export function pagePresenter(site: Site) {
  const { articles, assets, baseUrl, getFixedT, library } = site;
  const { pathTo } = library.addresses;
  const { presentForm } = formPresenter(site);

  const formOf = (name: PageName, locale: Locale, state?: FormState) => {
    const form = formOn(name);
    return form && presentForm(form, pathTo(name, locale), locale, state);
  };

  const listsOn = (name: PageName, locale: Locale) => {
    const listed = eventsListedOn(name, library.cities);
    const filter = articlesListedOn(name);
    const listedArticles = filter && articles.current().articlesIn(locale, filter);
    return {
      board: listed && eventBoard(listed, locale, site),
      listedArticles: listedArticles?.map((article) => articleRow(article, library)),
    };
  };

  /** The links of the hero: `step` is the page below with the form that the text leads to. */
  const linksOf = (name: PageName, locale: Locale) => {
    const { next } = library.page(name, locale);
    const linkTo = (child: PageName) => ({ label: library.page(child, locale).label, path: pathTo(child, locale) });
    const children = childrenOf(name);
    const step = children.find((child) => formOn(child) && pathTo(child, locale) === next.href);
    return { step: step && linkTo(step), children: children.filter((child) => child !== step).map(linkTo) };
  };

  const namedPage = (name: PageName, locale: Locale) => {
    const text = library.page(name, locale);
    const { title, description } = text;
    const { mail, timezone } = library.organisation;
    const path = pathTo(name, locale);
    const t = getFixedT(locale);
    const updated = pageUpdatedIso(text, timezone);

    /** Upcoming dates and listed articles, for search engines. */
    const structuredData = ({ board, listedArticles = [] }: ReturnType<typeof listsOn>, trail: Trail) => {
      const rows = (name === "home" ? board?.upcoming : board?.ahead) ?? [];
      return pageGraph({
        page: text,
        kind: kinds[viewOf(name)] ?? "WebPage",
        url: baseUrl + path,
        trail,
        ...aboutSite(site, locale),
        events: rows.map(({ record }) => record),
        listed: listedArticles.map(({ title, path }) => ({ label: title, url: baseUrl + path })),
      });
    };

    return {
      address: path,
      canonicalPath: path,
      locale,
      title,
      description,
      updated,
      hasId: (id: string) => Object.hasOwn(viewIds, id) || textsOf(text).some((part) => part.id === id),
      view: `pages/${viewOf(name)}.njk`,

      model(state?: FormState) {
        const lists = listsOn(name, locale);
        const { board } = lists;
        const form = formOf(name, locale, state);
        const query = form?.event ? EVENT_QUERY + form.event.id : "";
        const trail = trailTo(name, locale, site);
        const { children, step } = linksOf(name, locale);
        const ahead = board?.ahead ?? [];
        const isCity = viewOf(name) === "city/show";
        const nextDate = nextDateIn(ahead, t, isCity);
        const toDates = board?.upcoming.length ? { path: "#dates", label: t("site:home.dates") } : null;
        return {
          ...addressesOf(
            { address: path, canonicalPath: path },
            (other) => pathTo(name, other),
            locales,
            baseUrl,
            query,
          ),
          ...lists,
          name,
          page: text,
          form,
          children,
          trail,
          nextDate,
          nextDateOf: (concept: Concept["code"]) =>
            nextDateIn(
              ahead.filter(({ record }) => record.concept === concept),
              t,
              isCity,
            ),
          action: form ? null : (isCity && nextDate?.action) || step || toDates,
          phase: illustrationPhase(name),
          suggestions: text.ask,
          theme: themeOf(name),
          shareImage: assets.findAddress(shareImagePath(name, locale)),
          structuredData: structuredData(lists, trail),
        };
      },

      text(origin = baseUrl) {
        const shown = {
          ...listsOn(name, locale),
          form: formOf(name, locale),
          isList: articlesListedOn(name)?.kind !== undefined,
        };
        const style = { t, mail, writeHeading: heading, opensCalendars: origin !== "" };
        const frontMatter = { title, description, lang: locale, url: baseUrl + path, updated };
        return markdownDocument(frontMatter, origin, pageBlocks(text, shown, style));
      },
    } satisfies SitePage;
  };

  return { formOf, namedPage };
}

type Trail = ReturnType<typeof trailTo>;
