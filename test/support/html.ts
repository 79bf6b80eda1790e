import { type CheerioAPI, load } from "cheerio";
import { load as loadFast } from "cheerio/slim";
import { HtmlValidate } from "html-validate";

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

const validator = new HtmlValidate({
  extends: ["html-validate:standard", "html-validate:a11y"],
  rules: {
    "no-implicit-button-type": "error",
    // Style: an attribute without a value and one that is empty are the same HTML.
    "attribute-empty-style": "off",
  },
});

/** What is wrong with a page as HTML, a line each. */
export async function errorsIn(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ line, ruleId, message }) => `${line}: ${ruleId}: ${message}`),
  );
}

/** On one line, without what a page alone has to keep words whole (views.ts). */
export const inLine = (text: string) => text.replaceAll("\u2060", "").replace(/\s+/g, " ").trim();
