/** What texts can name: facts, pages, articles, and the mail address of the owner. */
import * as z from "zod";
import { type ArticleId, articleKinds, isPageName, type PathTo } from "../addresses/pages.js";
import { articlePath } from "../addresses/paths.js";
import { type Locale, locales, regionalTags, type Translate } from "../text/locale.js";
import { isSlug } from "../text/slug.js";
import { type Discount, dataController, type Organisation, textOfLength } from "./json-files.js";
import type { ReportProblem } from "./problems.js";

/** Stands for BASE_URL until the content is opened. */
export const SITE_URL_PLACEHOLDER = "https://site-url.invalid";

/** By the name in `{{name}}`, in one language; undefined for what an event or a discount does not have. */
export type Facts = ReadonlyMap<string, string | undefined>;

/** `site.run-by` is a sentence, empty without an owner. `forms.months` is the longest retention of a form; `numbers` are in words, from 1 on. */
export function siteFacts(organisation: Organisation, numbers: readonly string[], locale: Locale, t: Translate): Facts {
  const { name, legalName, mail, chat, retentionMonths, addressMail, answerDaysBefore } = organisation;
  const months = new Intl.NumberFormat(regionalTags[locale], { style: "unit", unit: "month", unitDisplay: "long" });
  return new Map([
    ["site.name", name],
    ["site.legal-name", legalName ?? name],
    ["site.mail", mail],
    ["site.run-by", legalName === null ? "" : t("site:runBy", { name, owner: dataController(organisation) })],
    ["site.controller", dataController(organisation)],
    ["site.url", SITE_URL_PLACEHOLDER],
    ["chat.product", chat.product],
    ["forms.months", months.format(Math.max(...Object.values(retentionMonths)))],
    ["forms.address-days", numberInWords(addressMail.daysBefore, numbers)],
    ["forms.answer-days", numberInWords(answerDaysBefore, numbers)],
  ]);
}

/** Large numbers are in digits. */
export const numberInWords = (number: number, numbers: readonly string[]) => numbers[number - 1] ?? `${number}`;

export function fillFacts(text: string, facts: Facts, report: ReportProblem, encode = (fact: string) => fact): string {
  return text.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (_, name: string) => {
    const fact = facts.get(name);
    if (fact === undefined)
      report(`{{${name}}}`, "is not a fact of facts.json, site.json, membership.json or an event");
    return encode(fact ?? "…");
  });
}

/** What texts of one language can name. */
export interface References {
  readonly locale: Locale;
  readonly facts: Facts;
  readonly discounts: readonly Discount[];
  readonly mail: string;
  readonly pathTo: PathTo;
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

export const nextStepFields = z.strictObject({
  heading: textOfLength(3, 60),
  text: textOfLength(20, 240),
  action: textOfLength(3, 40),
  to: z.string().regex(/^(?:page:[\w#-]+|mail)$/, "must be page:<name>, page:<name>#<id> or mail"),
  subject: textOfLength(3, 80).optional(),
});

export interface NextStep {
  readonly heading: string;
  readonly text: string;
  readonly action: string;
  readonly href: string;
}

export function nextStep(
  fields: z.infer<typeof nextStepFields>,
  references: References,
  report: ReportProblem,
): NextStep {
  const { to, subject, ...texts } = fields;
  if ((to === "mail") !== (subject !== undefined)) report("next.subject", "must be set if `to` is mail, and only then");
  if (to !== "mail") return { ...texts, href: resolve(to, references, report) };
  return { ...texts, href: `mailto:${references.mail}?subject=${encodeURIComponent(subject ?? "")}` };
}

/** An unknown target is reported; only its fragment stays. */
function resolve(target: string, { locale, pathTo }: References, report: ReportProblem): string {
  return target.replace(/^[^#]*/, (name) => {
    const article = articleIdOf(name);
    if (article) return articlePath(article, locale);
    const page = name.replace(/^page:/, "");
    if (isPageName(page)) return pathTo(page, locale);
    report(
      "link",
      page === name ? `"${name}" is not guide:<slug> or perspective:<slug>` : `there is no page "${page}"`,
    );
    return "";
  });
}
