import type { Concept } from "../domain/concept.js";
import { type Locale, locales } from "../domain/locale.js";
import { heading, markdownDocument } from "../formats/markdown-document.js";
import { type PageKind, pageGraph } from "../formats/structured-data.js";
import { hreflangLinks } from "../site/addresses.js";
import { articlesListedOn } from "../site/article-pages.js";
import { eventsListedOn, sectionBeforeDates } from "../site/event-pages.js";
import { formOn } from "../site/forms.js";
import { illustrationPhase } from "../site/illustration-phases.js";
import { childrenOf, themeOf } from "../site/navigation.js";
import { pageUpdatedIso } from "../site/page.js";
import { EVENT_QUERY, markdownPathOf, type PageName, shareImagePath, viewOf } from "../site/paths.js";
import { eventInWords } from "../text/event-in-words.js";
import { aboutEvents } from "./about-events.js";
import { articleRow } from "./article.js";
import { eventBoards } from "./event-board.js";
import { type FormState, formPresenter } from "./form.js";
import { pageBlocks } from "./markdown-page.js";
import { nextDateIn } from "./next-date.js";
import type { Site } from "./site.js";
import { trailTo } from "./trail.js";

const kinds: Readonly<Record<string, PageKind>> = {
  "faq/show": "FAQPage",
  "articles/index": "CollectionPage",
  "dates/index": "CollectionPage",
};

export function pagePresenter(site: Site) {
  const { articles, assets, baseUrl, getFixedT, library } = site;
  const { pathTo } = library.addresses;
  const boardOf = eventBoards(site);
  const { presentForm } = formPresenter(site);

  const urlOf = (name: PageName, locale: Locale) => baseUrl + pathTo(name, locale);

  const shareImageOf = (name: PageName, locale: Locale) => assets.find(shareImagePath(name, locale));

  const formOf = (name: PageName, locale: Locale, state?: FormState) => {
    const form = formOn(name);
    return form && presentForm(form, pathTo(name, locale), locale, state);
  };

  const listsOn = (name: PageName, locale: Locale) => {
    const listed = eventsListedOn(name, library.cities);
    const filter = articlesListedOn(name);
    const listedArticles = filter && articles.current().list(locale, filter);
    return {
      board: listed && boardOf(listed, locale),
      listedArticles: listedArticles?.map((article) => articleRow(article, library)),
    };
  };

  const linksOf = (name: PageName, locale: Locale) => {
    const { next } = library.page(name, locale);
    const linkTo = (child: PageName) => ({ label: library.page(child, locale).label, path: pathTo(child, locale) });
    const children = childrenOf(name);
    const step = children.find((child) => formOn(child) && pathTo(child, locale) === next.href);
    return { step: step && linkTo(step), children: children.filter((child) => child !== step).map(linkTo) };
  };

  return {
    formOf,
    urlOf,

    presentPage(name: PageName, locale: Locale, formState: FormState = {}) {
      const page = library.page(name, locale);
      const t = getFixedT(locale);
      const url = urlOf(name, locale);
      const { board, listedArticles } = listsOn(name, locale);
      const form = formOf(name, locale, formState);
      const query = form?.event ? EVENT_QUERY + form.event.id : "";
      const trail = trailTo(name, locale, site);
      const { children, step } = linksOf(name, locale);
      const toDates = board?.upcoming.length ? { path: "#dates", label: t("site:home.dates") } : null;
      const ahead = board ? [...board.upcoming, ...board.later] : [];
      const rows = name === "home" ? board!.upcoming : ahead;
      const isCity = viewOf(name) === "city/show";
      const nextDate = nextDateIn(ahead, t, isCity);
      const isList = kinds[viewOf(name)] === "CollectionPage";
      const listed = isList ? rows.map(({ record }) => ({ label: eventInWords(record), url: record.url })) : [];
      return {
        name,
        page,
        board,
        sectionBeforeDates: sectionBeforeDates[name],
        form,
        listedArticles,
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
        suggestions: page.ask,
        theme: themeOf(name),
        canonical: url,
        alternates: locales.map((other) => ({ locale: other, path: pathTo(name, other) + query })),
        translations: hreflangLinks(locales, (other) => urlOf(name, other)),
        markdownPath: markdownPathOf(pathTo(name, locale)),
        shareImage: shareImageOf(name, locale),
        structuredData: pageGraph({
          page,
          kind: kinds[viewOf(name)] ?? "WebPage",
          locale,
          url,
          trail,
          organisation: library.organisation,
          ...aboutEvents(site, locale),
          listed: [
            ...listed,
            ...(listedArticles ?? []).map(({ title, path }) => ({ label: title, url: baseUrl + path })),
          ],
          events: isList ? [] : rows.map(({ record }) => record),
        }),
      };
    },

    /** Links are paths if `origin` is empty. */
    markdown(name: PageName, locale: Locale, origin = baseUrl) {
      const page = library.page(name, locale);
      const { mail, timezone } = library.organisation;
      const { title, description } = page;
      const updated = pageUpdatedIso(page, timezone);
      const shown = {
        ...listsOn(name, locale),
        sectionBeforeDates: sectionBeforeDates[name],
        form: formOf(name, locale),
        isList: articlesListedOn(name)?.kind !== undefined,
      };
      const style = { t: getFixedT(locale), mail, writeHeading: heading, opensCalendars: origin !== "" };
      const frontMatter = { title, description, lang: locale, url: urlOf(name, locale), updated };
      return markdownDocument(frontMatter, origin, pageBlocks(page, shown, style));
    },
  };
}
