import RSS from "rss";
import type { Article } from "../domain/article.js";
import type { Locale } from "../domain/locale.js";
import { withoutJoiners } from "../domain/non-breaking.js";
import type { Instant } from "../domain/wall-clock.js";

interface FeedItem extends Pick<Article, "title" | "description" | "html" | "author" | "topics"> {
  readonly url: string;
  readonly published: Instant;
  readonly updated: Instant;
}

/** RSS 2.0 (rssboard.org); `lastBuildDate` is the newest change, so that the bytes stay the same. */
export function rssFeed(about: {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly locale: Locale;
  readonly siteUrl: string;
  readonly feedUrl: string;
  readonly baseUrl: string;
  readonly items: readonly FeedItem[];
}): string {
  const { name, title, description, locale, siteUrl, feedUrl, baseUrl, items } = about;
  const feed = new RSS({
    title,
    description,
    language: locale,
    site_url: siteUrl,
    feed_url: feedUrl,
    generator: name,
    copyright: `© ${name}`,
    ttl: 60,
  });
  for (const { title, description, url, html, author, topics, published } of items) {
    const text = withoutJoiners(html)
      .replaceAll(' href="/', ` href="${baseUrl}/`)
      .replaceAll(' href="#', ` href="${url}#`);
    feed.item({
      title,
      description,
      url,
      author,
      categories: [...topics],
      date: new Date(published),
      custom_elements: [{ "content:encoded": { _cdata: text } }],
    });
  }

  const newest = Math.max(...items.map(({ updated }) => updated));
  const built = items.length > 0 ? `<lastBuildDate>${new Date(newest).toUTCString()}</lastBuildDate>` : "";
  const xml = feed.xml().replace(/<lastBuildDate>.*?<\/lastBuildDate>/, built); // the package writes the current time
  return withoutInvalidXml(xml);
}

/** XML 1.0 (§2.2) forbids most control characters and lone surrogates. */
function withoutInvalidXml(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "");
}
