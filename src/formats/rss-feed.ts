import RSS from "rss";
import { withoutJoiners } from "../domain/non-breaking.js";
import type { Instant } from "../domain/wall-clock.js";

interface FeedItem extends RSS.ItemOptions {
  readonly html: string;
  readonly updated: Instant;
}

/** RSS 2.0 (rssboard.org); `lastBuildDate` is the newest change, so that the bytes stay the same. */
export function rssFeed(channel: RSS.FeedOptions, items: readonly FeedItem[], baseUrl: string): string {
  const feed = new RSS(channel);
  for (const item of items) {
    const text = withoutJoiners(item.html)
      .replaceAll(' href="/', ` href="${baseUrl}/`)
      .replaceAll(' href="#', ` href="${item.url}#`);
    feed.item({ ...item, custom_elements: [{ "content:encoded": { _cdata: text } }] });
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
