import type { Locale } from "../domain/locale.js";
import { locales } from "../domain/locale.js";
import { hreflangLinks } from "../site/addresses.js";
import { markdownPathOf } from "../site/paths.js";
import type { FormState } from "./form.js";

/** One page of the site for visitors of one language: a text, a date or an article. */
export interface SitePage {
  /** Where visitors of the language find it. */
  readonly address: string;
  /** The same in the language of its text. */
  readonly path: string;
  readonly locale: Locale;
  readonly title: string;
  readonly description: string;
  readonly updated: string;
  readonly hasId: (id: string) => boolean;
  readonly view: string;
  readonly model: (form?: FormState) => object;
  /** Its Markdown, with paths for links if `origin` is empty. */
  readonly text: (origin?: string) => string;
}

/** What a page says about its addresses; `written` are the languages of its text. */
export function addressesOf(
  { address, path }: Pick<SitePage, "address" | "path">,
  pathIn: (locale: Locale) => string,
  written: readonly Locale[],
  baseUrl: string,
  query = "",
) {
  return {
    canonical: baseUrl + path,
    markdownPath: markdownPathOf(address),
    translations: hreflangLinks(written, (locale) => baseUrl + pathIn(locale)),
    alternates: locales.map((locale) => ({
      locale,
      path: pathIn(locale) + query,
      isInAnother: !written.includes(locale),
    })),
  };
}
