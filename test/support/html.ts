import { type CheerioAPI, load } from "cheerio";
import { load as loadFast } from "cheerio/slim";

/** A response with its document, which is parsed when it is first used. */
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

/** On one line, without what a page alone has to keep words whole (views.ts). */
export const inLine = (text: string) => text.replaceAll("\u2060", "").replace(/\s+/g, " ").trim();
