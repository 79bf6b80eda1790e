import { site } from "../support/site.js";
import { everyAddress } from "../support/specified-pages.js";

export const { get, services } = site();

export type CrawledPage = Awaited<ReturnType<typeof crawl>>;

async function crawl([address, language, path]: (typeof everyAddress)[number]) {
  const { status, headers, text, $ } = await get(address);
  return { address, language, /** After the locale. */ path, status, headers, text, $ };
}

/** Every page and article in every language, by its address; each is requested and parsed once. */
export const pages = new Map<string, CrawledPage>();
for (const each of everyAddress) pages.set(each[0], await crawl(each));

/** For `forEvery`: [address, page]. */
export const crawled = [...pages];

export const isArticle = (path: string) => /^\/(?:guides|perspectives)\/./.test(path);

export const titleOf = ({ $ }: CrawledPage) => $("title").text();
export const descriptionOf = ({ $ }: CrawledPage) => $("meta[name=description]").attr("content")!;

export const graphOf = ({ $ }: Pick<CrawledPage, "$">): Record<string, any>[] =>
  JSON.parse($('script[type="application/ld+json"]').text())["@graph"];
