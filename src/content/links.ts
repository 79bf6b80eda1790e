import type * as z from "zod";
import { type Addresses, type ArticleId, articleKinds, isPageName } from "../addresses/paths.js";
import { type Locale, locales } from "../text/locale.js";
import { isSlug } from "../text/slug.js";
import type { FootnoteLabels } from "./article-markdown.js";
import type { Facts } from "./facts.js";
import type { Discount } from "./membership.js";
import type { NextStep, nextStepFields } from "./page.js";
import type { ReportProblem } from "./problems.js";

export interface References {
  readonly locale: Locale;
  readonly facts: Facts;
  readonly discounts: readonly Discount[];
  readonly mail: string;
  readonly addresses: Addresses;
  readonly topics: ReadonlyMap<string, string>;
  readonly zone: string;
  readonly footnotes: FootnoteLabels;
}

const WRITTEN_OUT = new RegExp(`\\]\\((/(?:${locales.join("|")})(?:/[^)#\\s]*)?)[)#]`, "g");

/** An unknown target is reported, and resolves to "". */
export function linkResolver({ addresses, mail, locale }: References, report: ReportProblem) {
  const articles: ArticleId[] = [];

  const pathOf = (target: string) => {
    const id = articleIdOf(target);
    if (id) {
      articles.push(id);
      return addresses.articlePath(id, locale);
    }
    const page = target.replace(/^page:/, "");
    if (page === target) report("link", `"${target}" is not guide:<slug> or perspective:<slug>`);
    else if (isPageName(page)) return addresses.pathTo(page, locale);
    else report("link", `there is no page "${page}"`);
    return "";
  };

  /** `page:<name>`, `guide:<slug>` or `perspective:<slug>`, each with or without `#<id>`. */
  const resolve = (target: string) => target.replace(/^[^#]*/, pathOf);

  return {
    articles,

    /** `mail:` leads to the mail address of the owner. */
    resolveAll(markdown: string): string {
      // A written-out address is not checked, and can lead to another language.
      for (const [, path = ""] of markdown.matchAll(WRITTEN_OUT))
        report(path, "is a written-out address: link to page:<name>, guide:<slug> or perspective:<slug>");
      return markdown
        .replace(/\]\(((?:page|guide|perspective):[^)\s]*)\)/g, (_, target: string) => `](${resolve(target)})`)
        .replaceAll("](mail:)", `](mailto:${mail})`);
    },

    nextStep({ to, subject, ...texts }: z.infer<typeof nextStepFields>): NextStep {
      if ((to === "mail") !== (subject !== undefined))
        report("next.subject", "must be set if `to` is mail, and only then");
      const mailto = `mailto:${mail}?subject=${encodeURIComponent(subject ?? "")}`;
      return { ...texts, href: to === "mail" ? mailto : resolve(to) };
    },
  };
}

export function articleIdOf(text: string): ArticleId | undefined {
  const kind = articleKinds.find((kind) => text.startsWith(`${kind}:`));
  const slug = text.slice(text.indexOf(":") + 1);
  return kind && isSlug(slug) ? { kind, slug } : undefined;
}
