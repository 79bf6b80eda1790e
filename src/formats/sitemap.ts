import { SitemapStream, streamToPromise } from "sitemap";
import type { LocalDate } from "../domain/wall-clock.js";

export interface SitemapEntry {
  readonly url: string;
  readonly changed: LocalDate;
  readonly changefreq: "daily" | "weekly" | "monthly" | "yearly";
  /** 0 to 1. */
  readonly priority: number;
  /** Includes the entry itself. */
  readonly translations: readonly { readonly lang: string; readonly url: string }[];
}

/** sitemaps.org 0.9 with Google's hreflang annotations; rejects if the package rejects an entry. */
export async function sitemap(entries: readonly SitemapEntry[]): Promise<string> {
  const errors: Error[] = [];
  const stream = new SitemapStream({
    lastmodDateOnly: true,
    xmlns: { news: false, video: false, image: false, xhtml: true },
    errorHandler: (error) => void errors.push(error), // thrown inside the stream it would end the process
  });
  for (const { url, changed, changefreq, priority, translations } of entries) {
    stream.write({ url, lastmod: `${changed}T00:00:00Z`, changefreq, priority, links: [...translations] });
  }
  stream.end();
  const xml = await streamToPromise(stream);
  if (errors[0]) throw errors[0];
  return xml.toString();
}
