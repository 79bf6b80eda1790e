/** Pages as documents, and what is wrong with their HTML. */
import type { CheerioAPI } from "cheerio";
import { load } from "cheerio/slim";
import type { ConfigData, HtmlValidate } from "html-validate";

/** A response whose document is parsed at its first use. */
export function parsed<Response extends { readonly text: string }>(response: Response) {
  let document: CheerioAPI | undefined;
  const parse = () => {
    // Takes a fifth of the time of a browser's parser, but leaves character references in a textarea as they are.
    const $ = load(response.text ?? "");
    for (const field of $("textarea").toArray()) $(field).text(load($(field).text()).text());
    return $;
  };
  return Object.defineProperty(response, "$", { get: () => (document ??= parse()) }) as Response & {
    readonly $: CheerioAPI;
  };
}

/** On one line, without the non-breaking characters of pages (views.ts). */
export const inLine = (text: string) => text.replaceAll("\u2060", "").replace(/\s+/g, " ").trim();

export const textsOf = ($: CheerioAPI, selector: string) =>
  $(selector)
    .toArray()
    .map((element) => inLine($(element).text()));

export const attributesOf = ($: CheerioAPI, selector: string, name: string) =>
  $(selector)
    .toArray()
    .map((element) => $(element).attr(name));

const html: ConfigData = {
  extends: ["html-validate:standard", "html-validate:a11y"],
  rules: {
    "no-implicit-button-type": "error",
    // Safari takes a list without markers for plain text unless its role is repeated.
    "prefer-native-element": ["error", { exclude: ["list"] }],
    // Style: an attribute without a value and one that is empty are the same HTML.
    "attribute-empty-style": "off",
  },
};
let validator: HtmlValidate | undefined;

export async function errorsIn(text: string): Promise<string[]> {
  // Most files of tests import this one and validate nothing, and the validator takes a fifth of a second to load.
  const { HtmlValidate: Validator } = await import("html-validate");
  validator ??= new Validator(html);
  const { results } = await validator.validateString(text);
  return results.flatMap(({ messages }) =>
    messages
      .filter(({ message }) => !message.startsWith('Redundant role "list"'))
      .map(({ line, ruleId, message }) => `${line}: ${ruleId}: ${message}`),
  );
}
