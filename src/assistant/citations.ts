import type { Source } from "./answer.js";

/** `[words]`, `[1]`, `[1, 2]`, each with or without a target, and the blanks before it. */
const BRACKET = /([ \t]*)\[([^[\]\n]{0,200})\](?:\(([^()\s]{0,300})\))?/g;
/** What may yet become one, at the end of what has come so far. */
const UNFINISHED = /[ \t]*(?:\[(?:[^[\]\n]{0,200}(?:\](?:\([^()\s]{0,300})?)?)?)?$/;
const NUMBERS = /^\s*\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\s*$/;

/**
 * Reads the numbers a language model cites its context by, as its text comes in: they leave the text, and what they
 * stand for is told. A link that is not to a page it was given loses its target and keeps its words.
 *
 * `sources` are the pages by number, the first is 1; more may be added while the text comes.
 */
export function createCitations(sources: readonly Source[]) {
  let waiting = "";

  const resolve = (text: string, cited: Source[]) =>
    text.replace(BRACKET, (whole, blanks: string, label: string, target: string | undefined) => {
      const linked = target === undefined ? undefined : sources.find(({ path }) => target.endsWith(path));
      if (linked) cited.push(linked);
      if (NUMBERS.test(label)) {
        cited.push(...numbersIn(label).flatMap((number) => sources[number - 1] ?? []));
        return "";
      }
      if (target === undefined) return whole;
      return linked ? `${blanks}[${label}](${linked.path})` : blanks + label;
    });

  const give = (text: string) => {
    const cited: Source[] = [];
    return { text: resolve(text, cited), cited };
  };

  return {
    /** What can be shown of the text so far, and which pages it cites. */
    take(delta: string): { text: string; cited: Source[] } {
      const text = waiting + delta;
      waiting = UNFINISHED.exec(text)?.[0] ?? "";
      return give(text.slice(0, text.length - waiting.length));
    },
    /** What was held back at the end. */
    rest(): { text: string; cited: Source[] } {
      const text = waiting;
      waiting = "";
      return give(text);
    },
  };
}

/** "1, 3–5" is 1, 3, 4 and 5; of a range no more than ten. */
function numbersIn(label: string): number[] {
  return label.split(/[,;]/).flatMap((part) => {
    const [first = 0, last = first] = part.split(/[–-]/).map(Number);
    return Array.from({ length: Math.min(10, Math.max(1, last - first + 1)) }, (_, index) => first + index);
  });
}
