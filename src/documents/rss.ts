import RSS from "rss";
import { withoutJoiners } from "../text/non-breaking.js";

/** XML 1.0 (§2.2) forbids most control characters and lone surrogates. */
const INVALID_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Times are ISO 8601 with the offset of the site. */
type FeedItem = Omit<RSS.ItemOptions, "date"> & Readonly<Record<"html" | "published" | "updated", string>>;

/** RSS 2.0 (rssboard.org); `lastBuildDate` is the newest change, so that the bytes stay the same. */
export function rssFeed(channel: RSS.FeedOptions, items: readonly FeedItem[], baseUrl: string): string {
  const feed = new RSS(channel);
  for (const { html, published, updated, ...item } of items) {
    const text = withoutJoiners(html)
      .replaceAll(' href="/', ` href="${baseUrl}/`)
      .replaceAll(' href="#', ` href="${item.url}#`);
    const elements = [{ pubDate: rfc822(published) }, { "content:encoded": { _cdata: text } }];
    feed.item({ ...item, custom_elements: elements } as unknown as RSS.ItemOptions); // the package writes dates in GMT
  }

  const [newest] = items.map(({ updated }) => updated).sort((a, b) => Date.parse(b) - Date.parse(a));
  const built = newest ? `<lastBuildDate>${rfc822(newest)}</lastBuildDate>` : "";
  const xml = feed.xml().replace(/<lastBuildDate>.*?<\/lastBuildDate>/, built); // the package writes the current time
  return xml.replace(INVALID_IN_XML, "");
}

/** Keeps the offset: midnight in Sweden is on the day before in GMT, and some readers show the date as written. */
const rfc822 = (iso: string) =>
  `${new Date(iso.slice(0, 10)).toUTCString().slice(0, 16)} ${iso.slice(11, 19)} ${iso.slice(19).replace(":", "")}`;
