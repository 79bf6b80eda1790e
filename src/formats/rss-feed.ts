import RSS from "rss";
import type { Locale } from "../domain/locale.js";

/** A text of the feed. Instants are in milliseconds since 1970 UTC; addresses are absolute. */
interface FeedItem {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  /** The whole text, with links as on the page: within the site, or within the text. */
  readonly html: string;
  readonly author: string;
  readonly topics: readonly string[];
  readonly published: number;
  readonly updated: number;
}

/**
 * An RSS 2.0 feed with the texts in full (`content:encoded`), the address of each as its permalink and `atom:link` to
 * itself. The same data gives the same bytes: `lastBuildDate` is the newest change, and left out when there is none.
 *
 * Source  RSS 2.0 (rssboard.org); Atom link, Dublin Core and Content modules.
 */
export function rssFeed(about: {
  /** Whose it is. */
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
    title: legible(title),
    description: legible(description),
    language: locale,
    site_url: siteUrl,
    feed_url: feedUrl,
    generator: legible(name),
    copyright: `© ${legible(name)}`,
    ttl: 60,
    custom_namespaces: { content: "http://purl.org/rss/1.0/modules/content/" },
  });
  for (const { title, description, url, html, author, topics, published } of items) {
    const text = html.replaceAll(' href="/', ` href="${baseUrl}/`).replaceAll(' href="#', ` href="${url}#`);
    feed.item({
      title: legible(title),
      description: legible(description),
      url,
      author: legible(author),
      categories: topics.map(legible),
      date: new Date(published),
      custom_elements: [{ "content:encoded": { _cdata: legible(text) } }],
    });
  }

  const newest = Math.max(...items.map(({ updated }) => updated));
  const built = items.length > 0 ? `<lastBuildDate>${new Date(newest).toUTCString()}</lastBuildDate>` : "";
  return feed.xml().replace(/<lastBuildDate>.*?<\/lastBuildDate>/, built); // the package writes the time of now
}

/** Without what XML 1.0 (§2.2) cannot hold in any form: control characters, lone surrogates. */
function legible(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "");
}
