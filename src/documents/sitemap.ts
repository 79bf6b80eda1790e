import { type EnumChangefreq, type SitemapItemLoose, SitemapStream, streamToPromise } from "sitemap";

type Entry = Omit<SitemapItemLoose, "changefreq"> & { readonly changefreq: `${EnumChangefreq}` };

/** sitemaps.org 0.9 with Google's hreflang annotations; rejects if the package rejects an entry. */
export async function sitemap(entries: readonly Entry[]): Promise<string> {
  const errors: Error[] = [];
  const stream = new SitemapStream({
    lastmodDateOnly: true,
    xmlns: { news: false, video: false, image: false, xhtml: true },
    errorHandler: (error) => void errors.push(error), // thrown inside the stream it would end the process
  });
  for (const entry of entries) stream.write(entry);
  stream.end();
  const xml = await streamToPromise(stream);
  if (errors[0]) throw errors[0];
  return xml.toString();
}
