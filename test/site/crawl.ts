import type { CheerioAPI } from "cheerio";
import { site } from "../support/site.js";
import { everyAddress, type Language } from "../support/specified-pages.js";

export interface CrawledPage {
  readonly address: string;
  readonly language: Language;
  /** The path after the locale. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly $: CheerioAPI;
}

export const { get, services } = site();

/** Every page and article in every language, by its address; each is requested and parsed once. */
export const pages = new Map<string, CrawledPage>();
for (const [address, language, path] of everyAddress) {
  const response = await get(address);
  const { status, headers, text } = response;
  pages.set(address, { address, language, path, status, headers, text, $: response.$ });
}

/** For `forEvery`: [address, page]. */
export const crawled = [...pages];

export const isArticle = (path: string) => /^\/(?:guides|perspectives)\/./.test(path);

export const titleOf = ({ $ }: CrawledPage) => $("title").text();
export const descriptionOf = ({ $ }: CrawledPage) => $("meta[name=description]").attr("content")!;

export const graphOf = ({ $ }: Pick<CrawledPage, "$">): Record<string, any>[] =>
  JSON.parse($('script[type="application/ld+json"]').text())["@graph"];

/** Every internal link, with a page that has it. */
export const internalLinks = new Map<string, string>();
for (const [address, { $ }] of pages) {
  for (const link of $("a[href^='/'], link[href^='/']").toArray()) internalLinks.set($(link).attr("href")!, address);
}
