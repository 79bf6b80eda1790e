import type { Source } from "../../pages/sources.js";
import type { Piece } from "../request-and-answer.js";

const LABEL = String.raw`[^[\]\n]{0,300}`;
/** May have one level of parentheses. */
const TARGET = String.raw`(?:[^()\n]|\([^()\n]{0,100}\)){0,300}`;
/** Not of "a < b" and "<3". */
const TAG = String.raw`(?![\s\d=])[^<>]{0,400}`;
/** A link or image, the rest of one that is broken, a tag or autolink. */
const MARKUP = String.raw`(?<bang>!?)\[(?<label>${LABEL})\]\((?<target>${TARGET})\)|\]\(${TARGET}\)|<(?<tag>${TAG})>`;
const BEGUN_TARGET = String.raw`\(${TARGET}(?:\([^()\n]{0,100})?`;
const BEGUN_LINK = String.raw`!?\[${LABEL}|(?:!?\[${LABEL})?\](?:${BEGUN_TARGET})?`;
/** Text that may become one of these with the text that follows. */
const BEGUN = `!|${BEGUN_LINK}|<(?:${TAG})?`;
const SIGN = String.raw`[[\]]|<(?![\s\d=])`;
const inStream = new RegExp(`${MARKUP}|(?<begun>(?:${BEGUN})$)|${SIGN}`, "g");
const atEnd = new RegExp(`${MARKUP}|${SIGN}`, "g");

/**
 * Filters a language model's Markdown as it arrives. A link to an address that `find` knows stays, and is returned as a
 * source behind its text; any other link, image, tag, autolink or bracket loses its signs and keeps its words. However
 * the text is cut, the result is the same. Takes linear time.
 */
export function linkFilter(find: (address: string) => Source | undefined) {
  let held = "";
  let last = "";

  const filter = (text: string, pattern: RegExp): Piece[] => {
    const sources: Source[] = [];
    let shown = "";
    let end = 0;
    held = "";
    for (const { 0: markup, index, groups } of text.matchAll(pattern)) {
      const { bang, label, target = "", tag, begun } = groups!;
      shown += text.slice(end, index);
      end = index + markup.length;
      if (begun !== undefined) held = begun;
      else if (label !== undefined) {
        const words = withoutMarkup(label);
        const source = bang ? undefined : find(addressIn(target));
        if (source) {
          const title = source.title || words || source.path;
          sources.push({ path: source.path, title });
          // An exclamation mark before it would make it an image.
          shown += `${(shown || last).endsWith("!") ? " " : ""}[${words || title}](${source.path})`;
        } else shown += words;
      } else if (tag !== undefined && /^[a-z][a-z\d+.-]*:|^[^\s/]+@/i.test(tag)) shown += withoutMarkup(tag);
    }
    shown += text.slice(end);
    last = shown.slice(-1) || last;
    return [shown, ...sources];
  };

  return {
    /** Returns the text that can be shown so far, then its sources. */
    take: (delta: string) => filter(held + delta, inStream),
    /** Returns what was held back. */
    rest: () => filter(held, atEnd),
  };
}

const withoutMarkup = (text: string) => text.replace(/<[^<>]*>|[<>[\]]/g, "");

/** Without a title and angle brackets (CommonMark 0.31 §6.3). */
const addressIn = (target: string) => target.trim().replace(/\s.*$/, "").replace(/^<|>$/g, "");
