import { updatedAt } from "../domain/article.js";
import { localesOf } from "../domain/event.js";
import { type Locale, locales } from "../domain/locale.js";
import { dateAt } from "../domain/wall-clock.js";
import { hreflangLinks } from "../site/addresses.js";
import { articlesListedOn } from "../site/article-pages.js";
import { articleHints, crawlHints, dateHints } from "../site/crawlers.js";
import { eventsListedOn } from "../site/event-pages.js";
import { type PageName, pageNames } from "../site/paths.js";
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
      ...(filter ? published.list(locale, filter).map(updatedAt) : []),
    ];
    const days = changes.map((instant) => dateAt(instant, organisation.timezone));
    return [page(name, locale).updated, ...days].sort().at(-1)!;
  };

  const entriesIn = (locale: Locale) => [
    ...pageNames.map((name) => ({
      url: baseUrl + addresses.pathTo(name, locale),
      lastmod: changedOn(name, locale),
      ...crawlHints(name, cities),
      links: hreflangLinks(locales, (other) => baseUrl + addresses.pathTo(name, other)),
    })),
    ...agenda.upcoming({ locale }).map(({ id, event, updated }) => ({
      url: baseUrl + addresses.datePath(id, locale),
      lastmod: dateAt(updated, organisation.timezone),
      ...dateHints,
      links: hreflangLinks(localesOf(event), (other) => baseUrl + addresses.datePath(id, other)),
    })),
    ...published.list(locale).map((article) => ({
      url: baseUrl + addresses.articlePath(article, locale),
      lastmod: article.updated.slice(0, 10),
      ...articleHints,
      links: hreflangLinks(published.localesOf(article), (other) => baseUrl + addresses.articlePath(article, other)),
    })),
  ];

  return locales.flatMap(entriesIn);
}
