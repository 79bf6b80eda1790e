import type { Source } from "../../pages/sources.js";

const LABEL = String.raw`[^[\]\n]{0,300}`;
/** May have one level of parentheses. */
const TARGET = String.raw`(?:[^()\n]|\([^()\n]{0,100}\)){0,300}`;
/** Not of "a < b" and "<3". */
const TAG = String.raw`(?![\s\d=])[^<>]{0,400}`;
/** A link or image, the rest of one that is broken, a tag or autolink. */
const MARKUP = String.raw`(?<bang>!?)\[(?<label>${LABEL})\]\((?<target>${TARGET})\)|\]\(${TARGET}\)|<(?<tag>${TAG})>`;
const MARKUP_OR_SIGN = new RegExp(String.raw`${MARKUP}|[[\]]|<(?![\s\d=])`, "g");
/** The end of a text that may become one of these with the text that follows, or is half a character or line end. */
const BEGUN_TARGET = String.raw`\(${TARGET}(?:\([^()\n]{0,100})?`;
const BEGUN = String.raw`!|!?\[${LABEL}|(?:!?\[${LABEL})?\](?:${BEGUN_TARGET})?|<(?:${TAG})?|[\r\ud800-\udbff]`;
const COMPLETE = new RegExp(`^(?:${MARKUP}|(?!(?:${BEGUN})$)[^])*`);

/** Returns how much of a text that is still coming can be filtered. Takes linear time. */
export function completeLength(text: string): number {
  return COMPLETE.exec(text)?.[0].length ?? 0;
}

/**
 * Filters a language model's Markdown. A link to an address that `find` knows stays, and is a source; any other link,
 * image, tag, autolink or bracket loses its signs and keeps its words. `before` is the text in front. Takes linear time.
 */
export function filterLinks(text: string, before: string, find: (address: string) => Source | undefined) {
  const sources: Source[] = [];
  let shown = "";
  let end = 0;
  for (const { 0: markup, index, groups = {} } of text.matchAll(MARKUP_OR_SIGN)) {
    const { bang, label, target = "", tag = "" } = groups;
    shown += text.slice(end, index);
    end = index + markup.length;
    if (/^[a-z][a-z\d+.-]*:|^[^\s/]+@/i.test(tag)) shown += withoutMarkup(tag);
    if (label === undefined) continue;
    const words = withoutMarkup(label);
    const source = bang ? undefined : find(addressIn(target));
    if (!source) {
      shown += words;
      continue;
    }
    const title = source.title || words || source.path;
    sources.push({ path: source.path, title });
    if ((shown || before).endsWith("!")) shown += " "; // else it would be an image
    shown += `[${words || title}](${source.path})`;
  }
  return { text: shown + text.slice(end), sources };
}

const withoutMarkup = (text: string) => text.replace(/<[^<>]*>|[<>[\]]/g, "");

/** Without a title and angle brackets (CommonMark 0.31 §6.3). */
const addressIn = (target: string) => target.trim().replace(/\s.*$/, "").replace(/^<|>$/g, "");
