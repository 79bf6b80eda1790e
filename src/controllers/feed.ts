import type { Request, Response } from "express";
import { localeQuery, readQuery } from "../contracts/query.js";
import { publishedAt, updatedAt } from "../domain/article.js";
import { defaultLocale } from "../domain/locale.js";
import { known } from "../http/known-query.js";
import { queryOf } from "../http/paths.js";
import { kindKeys } from "../presenters/article-row.js";
import type { Services } from "../services.js";
import { feedPath } from "../site/paths.js";

/** All guides and perspectives of a language as a feed (specification §1, contract §5). */
export function feedController({
  articles,
  library,
  getFixedT,
  config: { baseUrl },
}: Pick<Services, "articles" | "config" | "getFixedT" | "library">) {
  const { addresses, organisation } = library;
  return {
    /** The canonical address of the feed; undefined for a request that gets none. */
    addressOf(request: Request): string | undefined {
      const query = readQuery(queryOf(request), localeQuery);
      return query.ok ? feedPath(query.data.locale ?? defaultLocale) : undefined;
    },

    async show(request: Request, response: Response) {
      const { rssFeed } = await import("../formats/rss-feed.js"); // not needed at start
      const { locale = defaultLocale } = known(request, localeQuery);
      response.locals.validUntil = articles.validUntil(); // before the list: what is listed then holds at least so long
      const items = articles.list(locale).map((article) => ({
        ...article,
        topics: [getFixedT(locale)(kindKeys[article.kind]), ...article.topics],
        url: baseUrl + addresses.articlePath(article, locale),
        published: publishedAt(article),
        updated: updatedAt(article),
      }));

      response.set("Content-Language", locale).type("application/rss+xml; charset=utf-8");
      response.send(
        rssFeed({
          name: organisation.name,
          title: getFixedT(locale)("articles:feed.title", { name: organisation.name }),
          description: getFixedT(locale)("articles:feed.description"),
          locale,
          siteUrl: baseUrl + addresses.pathTo("home", locale),
          feedUrl: baseUrl + feedPath(locale),
          baseUrl,
          items,
        }),
      );
    },
  };
}
