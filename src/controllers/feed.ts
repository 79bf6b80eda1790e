import type { Request, Response } from "express";
import type { Library } from "../content/library.js";
import { feedQuery } from "../contracts/feed-query.js";
import { readQuery } from "../contracts/query.js";
import { publishedAt, updatedAt } from "../domain/article.js";
import { defaultLocale, type Locale } from "../domain/locale.js";
import type { PublishedArticles } from "../domain/published-articles.js";
import type { Translate } from "../domain/translate.js";
import { known } from "../http/known-query.js";
import { queryOf } from "../http/paths.js";
import { feedPath } from "../site/paths.js";
import { kindKeys } from "./article-rows.js";

interface Dependencies {
  readonly articles: PublishedArticles;
  readonly library: Library;
  readonly getFixedT: (locale: Locale) => Translate;
  readonly config: { readonly baseUrl: string };
}

/** All guides and perspectives of a language as a feed (specification §1, contract §5). */
export function feedController({ articles, library, getFixedT, config: { baseUrl } }: Dependencies) {
  const { addresses, organisation } = library;
  return {
    /** The canonical address of the feed; undefined for a request that gets none. */
    addressOf(request: Request): string | undefined {
      const query = readQuery(queryOf(request), feedQuery);
      return query.ok ? feedPath(query.data.locale ?? defaultLocale) : undefined;
    },

    async show(request: Request, response: Response) {
      const { rssFeed } = await import("../formats/rss-feed.js"); // not needed at start
      const { locale = defaultLocale } = known(request, feedQuery);
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
