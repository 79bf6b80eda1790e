import { type ArticleId, articleKinds } from "../domain/article.js";
import type { Locale } from "../domain/locale.js";
import { isSlug } from "../domain/slug.js";
import type { Addresses } from "../site/addresses.js";
import { isPageName } from "../site/paths.js";
import type { Refuse } from "./problems.js";

export interface Linker {
  /** The address of `page:<name>`, `guide:<slug>` or `perspective:<slug>`, each with or without `#<id>`. */
  addressOf(target: string): string;
  /** The same for every link of a Markdown text; `mail:` is the owner's mailbox. */
  linked(markdown: string): string;
  /** The articles that were linked to. Whether there are such is not known before all are read. */
  readonly articles: readonly ArticleId[];
}

/** Resolves the links of one text in one language. A target that names nothing is refused, and leads to "". */
export function linker(
  { addresses, mail }: { readonly addresses: Addresses; readonly mail: string },
  locale: Locale,
  refuse: Refuse,
): Linker {
  const articles: ArticleId[] = [];

  const pathOf = (target: string) => {
    const name = target.replace(/^page:/, "");
    if (name !== target && isPageName(name)) return addresses.pathTo(name, locale);
    const id = articleIdOf(target);
    if (id) {
      articles.push(id);
      return addresses.articlePath(id, locale);
    }
    refuse("link", name === target ? `"${target}" is no address of an article` : `there is no page "${name}"`);
    return undefined;
  };

  const addressOf = (target: string) => {
    const [named = "", id] = target.split("#");
    const path = pathOf(named);
    return path === undefined ? "" : path + (id ? `#${id}` : "");
  };

  /** Written out, nobody would notice that it is a draft, or gone. */
  const refuseWrittenOut = (markdown: string) => {
    for (const [, path] of markdown.matchAll(/\]\((\/[a-z]{2}\/[^)#\s]*)/g))
      if (addresses.articleAt(path!.slice(3)))
        refuse(path!, "is written out: link to guide:<slug> or perspective:<slug>");
  };

  return {
    addressOf,
    linked(markdown) {
      refuseWrittenOut(markdown);
      return markdown
        .replace(/\]\(((?:page|guide|perspective):[^)\s]*)\)/g, (_, target: string) => `](${addressOf(target)})`)
        .replaceAll("](mail:)", `](mailto:${mail})`);
    },
    articles,
  };
}

/** What `guide:<slug>` or `perspective:<slug>` names; undefined for any other text. */
export function articleIdOf(text: string): ArticleId | undefined {
  const kind = articleKinds.find((kind) => text.startsWith(`${kind}:`));
  const slug = text.slice(text.indexOf(":") + 1);
  return kind && isSlug(slug) ? { kind, slug } : undefined;
}
