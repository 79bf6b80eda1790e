import type { City } from "../addresses/cities.js";
import { concepts } from "../addresses/concepts.js";
import { type PageName, pageNames } from "../addresses/paths.js";
import { listedArticleFilter, listedEventFilter } from "../addresses/site-map.js";
import { updatedAt } from "../content/article.js";
import { upcoming } from "../events/event.js";
import type { Site } from "../site.js";
import { type Locale, locales } from "../text/locale.js";
import { dateAt, type Instant, type LocalDate } from "../text/wall-clock.js";
import { addressesOf, type PageRef } from "./find.js";

const always = { endsAfter: 0, startsBefore: Infinity };

export function sitemapEntries(site: Site) {
  const { cities, organisation } = site.library;
  const { articles } = site.snapshot();
  return locales.flatMap((locale) => {
    const pages = pageNames.map((name) => ({
      ...linksOf({ kind: "page", name, locale }, site),
      lastmod: changedOn(name, locale, site),
      ...crawlHints(name, cities),
    }));
    const dates = upcoming({ locale }, site).map((occurrence) => ({
      ...linksOf({ kind: "date", occurrence, locale }, site),
      lastmod: dateAt(occurrence.updated, organisation.timezone),
      ...dateHints,
    }));
    const texts = articles.articlesIn(locale).map((article) => ({
      ...linksOf({ kind: "article", article, locale }, site),
      lastmod: article.updated.slice(0, 10),
      ...articleHints,
    }));
    return [...pages, ...dates, ...texts];
  });
}

/** The page, and its translations. */
function linksOf(page: PageRef, site: Site) {
  const { canonical, translations } = addressesOf(page, site);
  return { url: canonical, links: translations };
}

/** The day on which the page, or anything it lists, was last changed. */
function changedOn(name: PageName, locale: Locale, { library, snapshot }: Site): LocalDate {
  const { agenda, articles } = snapshot();
  const instants: Instant[] = [];
  const events = listedEventFilter(name, library.cities);
  if (events) for (const { updated } of agenda.search({ ...events, locale }, always)) instants.push(updated);
  const filter = listedArticleFilter(name);
  if (filter) instants.push(...articles.articlesIn(locale, filter).map(updatedAt));
  const { updated } = library.page(name, locale);
  if (instants.length === 0) return updated;
  const latest = dateAt(Math.max(...instants), library.organisation.timezone);
  return latest > updated ? latest : updated;
}

/** `priority` is 0 to 1, relative to the other pages of this site (sitemaps.org). */
function crawlHints(page: PageName, cities: readonly City[]) {
  if (page === "home") return { changefreq: "daily", priority: 1 } as const;
  if (page === "privacy" || page === "terms") return { changefreq: "yearly", priority: 0.2 } as const;
  if (concepts.some(({ slug }) => slug === page)) return { changefreq: "daily", priority: 0.9 } as const;
  if (listedEventFilter(page, cities)) return { changefreq: "daily", priority: 0.8 } as const;
  if (listedArticleFilter(page)) return { changefreq: "weekly", priority: 0.8 } as const;
  return { changefreq: "monthly", priority: 0.6 } as const;
}

const dateHints = { changefreq: "weekly", priority: 0.7 } as const;

const articleHints = { changefreq: "monthly", priority: 0.7 } as const;
