import type { City } from "../addresses/cities.js";
import { concepts } from "../addresses/concepts.js";
import { hreflangLinks, type PageName, pageNames } from "../addresses/paths.js";
import { articlesListedOn, eventsListedOn } from "../addresses/site-map.js";
import { updatedAt } from "../content/article.js";
import { localesOf } from "../content/event.js";
import { upcoming } from "../events/agenda.js";
import type { Site } from "../site.js";
import { type Locale, locales } from "../text/locale.js";
import { dateAt } from "../text/wall-clock.js";

const always = { endsAfter: 0, startsBefore: Infinity };

export function sitemapEntries(site: Site) {
  const { baseUrl, library, snapshot } = site;
  const { addresses, cities, organisation, page } = library;
  const { agenda: current, articles: published } = snapshot();

  const changedOn = (name: PageName, locale: Locale) => {
    const listed = eventsListedOn(name, cities);
    const filter = articlesListedOn(name);
    const events = listed ? current.search({ ...listed, locale }, always) : [];
    const changes = [
      ...events.map(({ updated }) => updated),
      ...(filter ? published.articlesIn(locale, filter).map(updatedAt) : []),
    ];
    const days = changes.map((instant) => dateAt(instant, organisation.timezone));
    return [page(name, locale).updated, ...days].sort().at(-1)!;
  };

  const linksTo = (locale: Locale, available: readonly Locale[], pathIn: (locale: Locale) => string) => ({
    url: baseUrl + pathIn(locale),
    links: hreflangLinks(available, (other) => baseUrl + pathIn(other)),
  });

  const entriesIn = (locale: Locale) => [
    ...pageNames.map((name) => ({
      ...linksTo(locale, locales, (other) => addresses.pathTo(name, other)),
      lastmod: changedOn(name, locale),
      ...crawlHints(name, cities),
    })),
    ...upcoming({ locale }, site).map(({ id, event, updated }) => ({
      ...linksTo(locale, localesOf(event), (other) => addresses.occurrencePath(id, other)),
      lastmod: dateAt(updated, organisation.timezone),
      ...dateHints,
    })),
    ...published.articlesIn(locale).map((article) => ({
      ...linksTo(locale, published.localesOf(article), (other) => addresses.articlePath(article, other)),
      lastmod: article.updated.slice(0, 10),
      ...articleHints,
    })),
  ];

  return locales.flatMap(entriesIn);
}

/** `priority` is 0 to 1, relative to the other pages of this site (sitemaps.org). */
function crawlHints(page: PageName, cities: readonly City[]) {
  if (page === "home") return { changefreq: "daily", priority: 1 } as const;
  if (page === "privacy" || page === "terms") return { changefreq: "yearly", priority: 0.2 } as const;
  if (concepts.some(({ slug }) => slug === page)) return { changefreq: "daily", priority: 0.9 } as const;
  if (eventsListedOn(page, cities)) return { changefreq: "daily", priority: 0.8 } as const;
  if (articlesListedOn(page)) return { changefreq: "weekly", priority: 0.8 } as const;
  return { changefreq: "monthly", priority: 0.6 } as const;
}

const dateHints = { changefreq: "weekly", priority: 0.7 } as const;

const articleHints = { changefreq: "monthly", priority: 0.7 } as const;
