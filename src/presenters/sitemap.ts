import { updatedAt } from "../articles/article.js";
import { localesOf } from "../events/event.js";
import { type Locale, locales } from "../text/locale.js";
import { dateAt } from "../text/wall-clock.js";
import { hreflangLinks } from "../site/addresses.js";
import { articlesListedOn } from "../site/article-pages.js";
import { articleHints, crawlHints, dateHints } from "../site/crawlers.js";
import { eventsListedOn } from "../addresses/listings.js";
import { type PageName, pageNames } from "../addresses/paths.js";
import type { Site } from "./site.js";

const always = { endsAfter: 0, startsBefore: Infinity };

export function sitemapEntries({ agenda, articles, baseUrl, library }: Site) {
  const { addresses, cities, organisation, page } = library;
  const [current, published] = [agenda.current(), articles.current()];

  const changedOn = (name: PageName, locale: Locale) => {
    const listed = eventsListedOn(name, cities);
    const filter = articlesListedOn(name);
    const events = listed ? current.search({ ...listed, locale }, always).occurrences : [];
    const changes = [
      ...events.map(({ updated }) => updated),
      ...(filter ? published.articlesIn(locale, filter).map(updatedAt) : []),
    ];
    const days = changes.map((instant) => dateAt(instant, organisation.timezone));
    return [page(name, locale).updated, ...days].sort().at(-1)!;
  };

  const addressesOf = (locale: Locale, available: readonly Locale[], pathIn: (locale: Locale) => string) => ({
    url: baseUrl + pathIn(locale),
    links: hreflangLinks(available, (other) => baseUrl + pathIn(other)),
  });

  const entriesIn = (locale: Locale) => [
    ...pageNames.map((name) => ({
      ...addressesOf(locale, locales, (other) => addresses.pathTo(name, other)),
      lastmod: changedOn(name, locale),
      ...crawlHints(name, cities),
    })),
    ...agenda.upcoming({ locale }).map(({ id, event, updated }) => ({
      ...addressesOf(locale, localesOf(event), (other) => addresses.occurrencePath(id, other)),
      lastmod: dateAt(updated, organisation.timezone),
      ...dateHints,
    })),
    ...published.articlesIn(locale).map((article) => ({
      ...addressesOf(locale, published.localesOf(article), (other) => addresses.articlePath(article, other)),
      lastmod: article.updated.slice(0, 10),
      ...articleHints,
    })),
  ];

  return locales.flatMap(entriesIn);
}
