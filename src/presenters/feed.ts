import { publishedAt, updatedAt } from "../domain/article.js";
import type { Locale } from "../domain/locale.js";
import type { Services } from "../services.js";
import { feedPath } from "../site/paths.js";
import { kindLabelKeys } from "./article-row.js";

export function presentFeed(
  locale: Locale,
  { articles, config, getFixedT, library }: Pick<Services, "articles" | "config" | "getFixedT" | "library">,
) {
  const { baseUrl } = config;
  const { addresses, organisation } = library;
  const published = articles.current();
  const t = getFixedT(locale);
  const value = {
    name: organisation.name,
    title: t("articles:feed.title", { name: organisation.name }),
    description: t("articles:feed.description"),
    locale,
    siteUrl: baseUrl + addresses.pathTo("home", locale),
    feedUrl: baseUrl + feedPath(locale),
    baseUrl,
    items: published.list(locale).map((article) => ({
      ...article,
      topics: [t(kindLabelKeys[article.kind]), ...article.topics],
      url: baseUrl + addresses.articlePath(article, locale),
      published: publishedAt(article),
      updated: updatedAt(article),
    })),
  };
  return { value, validUntil: published.validUntil };
}
