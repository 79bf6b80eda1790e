import { type Addresses, type ArticleId, articleKinds, articlePath, isPageName } from "../addresses/paths.js";
import { type Locale, locales } from "../text/locale.js";
import { isSlug } from "../text/slug.js";
import type { Facts } from "./facts.js";
import type { Discount } from "./json-files.js";
import type { NextStep, NextStepFields } from "./page.js";
import type { ReportProblem } from "./problems.js";

/** What texts of one language can name. */
export interface References {
  readonly locale: Locale;
  readonly facts: Facts;
  readonly discounts: readonly Discount[];
  readonly mail: string;
  readonly addresses: Addresses;
  readonly topics: ReadonlyMap<string, string>;
  readonly zone: string;
  readonly footnotes: { readonly heading: string; readonly back: string };
}

/** `page:<name>`, `guide:<slug>` or `perspective:<slug>`, each with or without `#<id>`. */
const LINK = /\]\(((?:page|guide|perspective):[^)\s]*)\)/g;
const WRITTEN_OUT = new RegExp(`\\]\\((/(?:${locales.join("|")})(?:/[^)#\\s]*)?)[)#]`, "g");

/** `mail:` leads to the mail address of the owner. */
export function resolveLinks(markdown: string, references: References, report: ReportProblem): string {
  // A written-out address is not checked, and can lead to another language.
  for (const [, path = ""] of markdown.matchAll(WRITTEN_OUT))
    report(path, "is a written-out address: link to page:<name>, guide:<slug> or perspective:<slug>");
  return markdown
    .replace(LINK, (_, target: string) => `](${resolve(target, references, report)})`)
    .replaceAll("](mail:)", `](mailto:${references.mail})`);
}

export function linkedArticles(markdown: string): ArticleId[] {
  return Array.from(markdown.matchAll(LINK)).flatMap(([, target = ""]) => articleIdOf(target.replace(/#.*/, "")) ?? []);
}

export function articleIdOf(text: string): ArticleId | undefined {
  const kind = articleKinds.find((kind) => text.startsWith(`${kind}:`));
  const slug = text.slice(text.indexOf(":") + 1);
  return kind && isSlug(slug) ? { kind, slug } : undefined;
}

export function nextStep(fields: NextStepFields, references: References, report: ReportProblem): NextStep {
  const { to, subject, ...texts } = fields;
  if ((to === "mail") !== (subject !== undefined)) report("next.subject", "must be set if `to` is mail, and only then");
  if (to !== "mail") return { ...texts, href: resolve(to, references, report) };
  return { ...texts, href: `mailto:${references.mail}?subject=${encodeURIComponent(subject ?? "")}` };
}

/** An unknown target is reported; only its fragment stays. */
function resolve(target: string, { addresses, locale }: References, report: ReportProblem): string {
  return target.replace(/^[^#]*/, (name) => {
    const article = articleIdOf(name);
    if (article) return articlePath(article, locale);
    const page = name.replace(/^page:/, "");
    if (isPageName(page)) return addresses.pathTo(page, locale);
    report(
      "link",
      page === name ? `"${name}" is not guide:<slug> or perspective:<slug>` : `there is no page "${page}"`,
    );
    return "";
  });
}
