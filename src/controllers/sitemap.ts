import type { Request, Response } from "express";
import { updatedAt } from "../domain/article.js";
import { type Locale, locales } from "../domain/locale.js";
import { dateAt } from "../domain/wall-clock.js";
import type { SitemapEntry } from "../formats/sitemap.js";
import type { Services } from "../services.js";
import { articlesListedOn } from "../site/article-pages.js";
import { articleHints, crawlHints } from "../site/crawlers.js";
import { eventsListedOn } from "../site/event-pages.js";
import { hreflangLinks } from "../site/hreflang.js";
import { type PageName, pageNames } from "../site/paths.js";

/** Every page and article in every language it is written in (specification §1, contract §5). */
export function sitemapController({
  agenda,
  articles,
  library,
  config: { baseUrl },
}: Pick<Services, "agenda" | "articles" | "config" | "library">) {
  const { cities, organisation, addresses } = library;

  /** The day on which its own text, an event or an article that it lists last changed. */
  const changedOn = (name: PageName, locale: Locale) => {
    const events = eventsListedOn(name, cities);
    const filter = articlesListedOn(name);
    const found = events
      ? agenda.current().search({ ...events, locale }, { endsAfter: 0, startsBefore: Infinity }).occurrences
      : [];
    const changes = [
      ...found.map(({ updated }) => updated),
      ...(filter ? articles.list(locale, filter).map(updatedAt) : []),
    ];
    const days = changes.map((instant) => dateAt(instant, organisation.timezone));
    return [library.page(name, locale).updated, ...days].sort().at(-1)!;
  };

  const entriesIn = (locale: Locale): SitemapEntry[] => [
    ...pageNames.map((name) => ({
      url: baseUrl + addresses.pathTo(name, locale),
      changed: changedOn(name, locale),
      ...crawlHints(name, cities),
      translations: hreflangLinks(locales, (other) => baseUrl + addresses.pathTo(name, other)),
    })),
    ...articles.list(locale).map((article) => ({
      url: baseUrl + addresses.articlePath(article, locale),
      changed: article.updated.slice(0, 10),
      ...articleHints,
      translations: hreflangLinks(
        articles.localesOf(article),
        (other) => baseUrl + addresses.articlePath(article, other),
      ),
    })),
  ];

  return {
    async show(_request: Request, response: Response) {
      const { sitemap } = await import("../formats/sitemap.js"); // not needed at start
      response.locals.validUntil = Math.min(agenda.validUntil(), articles.validUntil());
      response.type("application/xml; charset=utf-8").send(await sitemap(locales.flatMap(entriesIn)));
    },
  };
}
