import type { Library } from "../../content/library.js";
import type { Locale } from "../../domain/locale.js";
import type { PageName } from "../../site/paths.js";
import type { Source } from "../answer.js";

/** What records say to a question, as Markdown, with the pages that say so, the best first. */
export interface Fact {
  readonly text: string;
  readonly sources: readonly Source[];
}

export type Links = ReturnType<typeof linksIn>;

export function linksIn(locale: Locale, { addresses, page }: Pick<Library, "addresses" | "page">) {
  const sourceOf = (name: PageName): Source => ({
    path: addresses.pathTo(name, locale),
    title: page(name, locale).title,
  });
  return {
    sourceOf,
    /** A Markdown link, by default to the page itself. */
    linkTo: (name: PageName, path = sourceOf(name).path) => `[${sourceOf(name).title}](${path})`,
  };
}
