import { type CheerioAPI, load } from "cheerio";
import { load as loadFast } from "cheerio/slim";

/** A response whose document is parsed at its first use. */
export function parsed<Response extends { readonly text: string }>(response: Response) {
  let document: CheerioAPI | undefined;
  const parse = () => {
    // The fast parser takes a fifth of the time, but leaves character references in a textarea as they are.
    const isFilledIn = /<textarea[^>]*>\s*[^\s<]/.test(response.text ?? "");
    return isFilledIn ? load(response.text) : loadFast(response.text ?? "");
  };
  return Object.defineProperty(response, "$", { get: () => (document ??= parse()) }) as Response & {
    readonly $: CheerioAPI;
  };
}

/** On one line, without the non-breaking characters of pages (views.ts). */
export const inLine = (text: string) => text.replaceAll("\u2060", "").replace(/\s+/g, " ").trim();
