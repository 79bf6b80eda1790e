import { textOf } from "../../content/markdown.js";

/** A paragraph's sentences, or an item of a list, as Markdown with its links. */
export interface TextBlock {
  readonly kind: "paragraph" | "item";
  readonly sentences: readonly string[];
}

/** Where one sentence ends and the next begins; "kl. 17:30" and "6. mai" are inside one. */
const SENTENCE_END = /(?<=[.!?…]["”»’)]?)(?<!\bkl\.|\bca\.|\bSt\.|\bnr\.)[^\S\u00a0\u202f]+(?=[\p{Lu}\d“”«"‘[(])/u;

/** The paragraphs and list items of a Markdown text, cut into sentences; tables, notes and code are left out. */
export function blocksOfText(markdown: string): TextBlock[] {
  return markdown
    .split(/\n{2,}/)
    .filter((block) => !/^(?:```|\||\[\^|>)/.test(block))
    .flatMap((block): TextBlock[] =>
      /^(?:- |\d+\. )/.test(block)
        ? block.split(/\n(?=- |\d+\. )/).map((item) => ({
            kind: "item",
            sentences: [onOneLine(item.replace(/^(?:- |\d+\. )/, ""))],
          }))
        : [{ kind: "paragraph", sentences: onOneLine(block).split(SENTENCE_END) }],
    )
    .map(({ kind, sentences }) => ({ kind, sentences: sentences.filter((sentence) => sentence !== "") }))
    .filter(({ sentences }) => sentences.length > 0);
}

/** The addresses that a text's examples ask for, without the site's own origin. */
export function addressesIn(markdown: string, baseUrl: string): string[] {
  const called = [...markdown.matchAll(/"(https?:\/\/[^"\s]{1,200})"/g)].map((match) => match[1]!);
  return [...new Set(called.filter((url) => url.startsWith(`${baseUrl}/`)).map((url) => url.slice(baseUrl.length)))];
}

/** A sentence for those who see no Markdown. */
export function plainText(markdown: string): string {
  return textOf(markdown).replaceAll("\n\n", " ");
}

/** A mailbox is no page of the site: its address stands as it is. */
const MAIL_LINK = /\[([^\]]{1,200})\]\(mailto:[^)\s]{1,200}\)/g;
const NOTE = /\[\^[^\]\s]{1,60}\]/g;

/** A no-break space is to stay where it is: "25 %". */
const BLANKS = /[^\S\u00a0\u202f]+/g;

const onOneLine = (text: string) => text.replace(NOTE, "").replace(MAIL_LINK, "$1").replace(BLANKS, " ").trim();
