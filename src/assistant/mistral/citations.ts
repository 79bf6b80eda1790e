import type { Source } from "../answer.js";

/** "[1]", "[2, 5]" or "[label](target)", with the blanks and signs before it; else a single bracket, or a sign that may begin a tag. */
const MARKUP = /([ \t!<[]{0,20})\[([^[\]\n]{0,200})\](?:\(([^)[\n]{0,300})\))?|!?\[|\]|<(?![\s\d=])/gu;
/** What may become markup with the text that follows. */
const UNFINISHED = /(?:[ \t!<[]{0,20}\[[^[\]\n]{0,200}(?:\](?:\([^)[\n]{0,300})?)?|[ \t!<[]{1,20})$/u;
/** Longer than any unfinished markup. */
const TAIL = 600;
const NUMBERS = /^\s*\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\s*$/;

export interface Cited {
  readonly text: string;
  readonly cited: readonly Source[];
}

/**
 * Filters a language model's text as it arrives, so that no Markdown in it leads off the site: numbers in brackets
 * become sources, links to given pages stay, any other bracket, image or tag loses its signs and keeps its words.
 * Takes linear time.
 *
 * `sources` are the pages by number, the first is 1; more may be added meanwhile.
 */
export function citationFilter(sources: readonly Source[]) {
  let held = "";

  const filter = (text: string): Cited => {
    const cited: Source[] = [];
    const filtered = text.replace(MARKUP, (_, before = "", label: string | undefined, target: string | undefined) => {
      if (label === undefined) return "";
      const page = target && sources.find(({ path }) => target.trim().endsWith(path));
      if (page) cited.push(page);
      if (NUMBERS.test(label)) {
        cited.push(...numbersIn(label).flatMap((number) => sources[number - 1] ?? []));
        return "";
      }
      const words = label.replaceAll("<", "");
      return before.replace(/[<[]/g, "").replace(/!$/, "") + (page ? `[${words}](${page.path})` : words);
    });
    return { text: filtered, cited };
  };

  return {
    /** What can be shown of the text so far, and the pages that it cites. */
    take(delta: string): Cited {
      const text = held + delta;
      held = UNFINISHED.exec(text.slice(-TAIL))?.[0] ?? "";
      return filter(text.slice(0, text.length - held.length));
    },
    /** What was held back at the end. */
    rest: (): Cited => filter(held),
  };
}

/** "1, 3–5" is 1, 3, 4 and 5; of a range no more than ten. */
function numbersIn(label: string): number[] {
  return label.split(/[,;]/).flatMap((part) => {
    const [first = 0, last = first] = part.split(/[–-]/).map(Number);
    return Array.from({ length: Math.min(10, Math.max(1, last - first + 1)) }, (_, index) => first + index);
  });
}
