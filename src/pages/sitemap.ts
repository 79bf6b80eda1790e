import type { City } from "../addresses/cities.js";
import { concepts, listedArticleFilter, listedEventFilter, type PageName, pageNames } from "../addresses/pages.js";
import type { Site } from "../site.js";
import { type Locale, locales } from "../text/locale.js";
import { dateAt, type Instant, type LocalDate } from "../text/wall-clock.js";
import { addressesOf, type PageRef } from "./page-ref.js";

export function sitemapEntries(site: Site) {
  const { cities, organisation } = site.library;
  const { agenda, articles } = site.snapshot();
  return locales.flatMap((locale) => {
    const pages = pageNames.map((name) =>
      entry({ kind: "page", name, locale }, changedOn(name, locale, site), crawlHints(name, cities), site),
    );
    const dates = agenda.comingYear({ locale }, site.clock()).map((occurrence) => {
      const changed = dateAt(occurrence.updated, organisation.timezone);
      return entry({ kind: "date", occurrence, locale }, changed, ["weekly", 0.7], site);
    });
    const texts = articles.articlesIn(locale).map((article) => {
      const changed = article.updated.slice(0, 10);
      return entry({ kind: "article", article, locale }, changed, ["monthly", 0.7], site);
    });
    return [...pages, ...dates, ...texts];
  });
}

/** How often a page changes; `priority` is 0 to 1, relative to the other pages of this site (sitemaps.org). */
type CrawlHints = readonly [changefreq: "daily" | "weekly" | "monthly" | "yearly", priority: number];

function entry(page: PageRef, lastmod: LocalDate, [changefreq, priority]: CrawlHints, site: Site) {
  const { canonical, translations } = addressesOf(page, site);
  return { url: canonical, links: translations, lastmod, changefreq, priority };
}

/** The day on which the page, or anything it lists, was last changed. */
function changedOn(name: PageName, locale: Locale, { library, snapshot }: Site): LocalDate {
  const { agenda, articles } = snapshot();
  const instants: Instant[] = [];
  const events = listedEventFilter(name, library.cities);
  if (events) for (const { updated } of agenda.search({ ...events, locale })) instants.push(updated);
  const filter = listedArticleFilter(name);
  if (filter) instants.push(...articles.articlesIn(locale, filter).map(({ updated }) => Date.parse(updated)));
  const { updated } = library.page(name, locale);
  if (instants.length === 0) return updated;
  const latest = dateAt(Math.max(...instants), library.organisation.timezone);
  return latest > updated ? latest : updated;
}

function crawlHints(page: PageName, cities: readonly City[]): CrawlHints {
  if (page === "home") return ["daily", 1];
  if (page === "privacy" || page === "terms") return ["yearly", 0.2];
  if (concepts.some(({ slug }) => slug === page)) return ["daily", 0.9];
  if (listedEventFilter(page, cities)) return ["daily", 0.8];
  return listedArticleFilter(page) ? ["weekly", 0.8] : ["monthly", 0.6];
}
