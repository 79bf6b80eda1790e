import type { Locale } from "../domain/locale.js";
import { type KeyFact, type Page, type Part, pageUpdatedIso, type Section } from "../domain/page.js";
import type { Translate } from "../domain/translate.js";
import { articleBlocks, type ListedArticle } from "./markdown-article.js";
import { markdownDocument, nextStepBlocks } from "./markdown-document.js";
import { eventBlocks, type ListedEvents } from "./markdown-events.js";

interface ListedForm {
  readonly fields: readonly {
    readonly label: string;
    readonly hint: string | null;
    readonly required: boolean;
    readonly options: readonly { readonly label: string }[];
  }[];
  readonly retention: string;
}

interface About {
  readonly board?: ListedEvents | undefined;
  /** First on the page that lists their kind, last on other pages. */
  readonly listedArticles?: readonly ListedArticle[] | undefined;
  readonly form?: ListedForm | undefined;
  readonly isList: boolean;
  readonly t: Translate;
  readonly mail: string;
}

export function markdownPage(
  page: Page,
  about: About & { readonly locale: Locale; readonly url: string; readonly baseUrl: string; readonly zone: string },
): string {
  const { locale, url, baseUrl, zone } = about;
  const { title, description } = page;
  const updated = pageUpdatedIso(page, zone);
  return markdownDocument({ title, description, lang: locale, url, updated }, baseUrl, pageBlocks(page, about));
}

/** Same order as the HTML. */
export function pageBlocks(page: Page, { board, listedArticles, form, isList, t, mail }: About): string[] {
  const events = board ? eventBlocks(board, mail, t) : [];
  return [
    `# ${page.heading}`,
    page.lead,
    page.keyFacts.map(factLine).join("\n"),
    ...(form ? [...nextStepBlocks(page.next), ...formBlocks(form, t)] : events),
    ...(listedArticles && isList ? articleBlocks(t("articles:list.newest"), listedArticles, t) : []),
    ...page.sections.flatMap(sectionBlocks),
    ...(listedArticles?.length && !isList ? articleBlocks(t("articles:list.heading"), listedArticles, t) : []),
    ...(form ? events : nextStepBlocks(page.next)),
  ];
}

export const factLine = ({ term, value, note }: KeyFact) => `- ${term}: ${value}${note === null ? "" : ` (${note})`}`;

const sectionBlocks = ({ title, markdown, parts }: Section) => [`## ${title}`, markdown, ...parts.flatMap(partBlocks)];

const partBlocks = ({ time, title, markdown }: Part) => [`### ${time === null ? title : `${time} ${title}`}`, markdown];

function formBlocks({ fields, retention }: ListedForm, t: Translate): string[] {
  const lines = fields.map(({ label, hint, required, options }) => {
    const name = required ? label : `${label} (${t("forms:optional")})`;
    return [`- **${name}**`, hint, options.map((option) => option.label).join("; ")].filter(Boolean).join(" ");
  });
  return [lines.join("\n"), retention];
}
