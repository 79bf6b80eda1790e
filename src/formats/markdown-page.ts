import type { Locale } from "../domain/locale.js";
import type { KeyFact, Page, Part, Section } from "../domain/page.js";
import type { Words } from "../domain/words.js";
import { articleBlocks, type ListedArticle } from "./markdown-article.js";
import { markdownDocument, nextStepBlocks } from "./markdown-document.js";
import { eventBlocks, type ListedEvents } from "./markdown-events.js";

/** A page as Markdown: all that it says, in the order of its HTML. */
export function markdownPage(
  page: Page,
  about: {
    readonly locale: Locale;
    readonly url: string;
    readonly baseUrl: string;
    /** The events that the page lists, where it does. */
    readonly board?: ListedEvents | undefined;
    /** The articles that the page lists, where it does: first on the list of their kind, last on any other page. */
    readonly reading?: readonly ListedArticle[] | undefined;
    readonly isList: boolean;
    readonly words: Words;
    /** Where to write. */
    readonly mail: string;
  },
): string {
  const { locale, url, baseUrl, board, reading, isList, words, mail } = about;
  return markdownDocument({ title: page.title, description: page.description, lang: locale, url }, baseUrl, [
    `# ${page.heading}`,
    page.lead,
    page.keyFacts.map(factLine).join("\n"),
    ...(board ? eventBlocks(board, mail, words) : []),
    ...(reading && isList ? articleBlocks(words("articles:list.newest"), reading, words) : []),
    ...page.sections.flatMap(sectionBlocks),
    ...(reading?.length && !isList ? articleBlocks(words("articles:list.heading"), reading, words) : []),
    ...nextStepBlocks(page.next),
  ]);
}

const factLine = ({ term, value, note }: KeyFact) => `- ${term}: ${value}${note === null ? "" : ` (${note})`}`;

const sectionBlocks = ({ title, markdown, parts }: Section) => [`## ${title}`, markdown, ...parts.flatMap(partBlocks)];

const partBlocks = ({ time, title, markdown }: Part) => [`### ${time === null ? title : `${time} ${title}`}`, markdown];
