import type { Locale } from "../domain/locale.js";
import type { KeyFact, Page, Part, Section } from "../domain/page.js";
import type { Words } from "../domain/words.js";
import { eventBlocks, type ListedEvents } from "./markdown-events.js";

/**
 * A page as Markdown, for readers who are programs: a short YAML front matter, then all that the page says.
 * Links within the site become absolute. Strings in the front matter are JSON strings, which YAML 1.2 reads.
 */
export function markdownPage(
  page: Page,
  about: {
    readonly locale: Locale;
    readonly url: string;
    readonly baseUrl: string;
    /** The events that the page lists, where it does. */
    readonly board?: ListedEvents | undefined;
    readonly words: Words;
    /** Where to write. */
    readonly mail: string;
  },
): string {
  const { locale, url, baseUrl, board, words, mail } = about;
  const frontMatter = [
    "---",
    `title: ${JSON.stringify(page.title)}`,
    `description: ${JSON.stringify(page.description)}`,
    `lang: ${locale}`,
    `url: ${url}`,
    "---",
  ];
  const blocks = [
    frontMatter.join("\n"),
    `# ${page.heading}`,
    page.lead,
    page.keyFacts.map(factLine).join("\n"),
    ...(board ? eventBlocks(board, mail, words) : []),
    ...page.sections.flatMap(sectionBlocks),
    `## ${page.next.heading}`,
    page.next.text,
    `[${page.next.action}](${page.next.href})`,
  ];
  const text = blocks.filter((block) => block !== "").join("\n\n");
  return `${text.replaceAll("](/", `](${baseUrl}/`)}\n`;
}

const factLine = ({ term, value, note }: KeyFact) => `- ${term}: ${value}${note === null ? "" : ` (${note})`}`;

const sectionBlocks = ({ title, markdown, parts }: Section) => [`## ${title}`, markdown, ...parts.flatMap(partBlocks)];

const partBlocks = ({ time, title, markdown }: Part) => [`### ${time === null ? title : `${time} ${title}`}`, markdown];
