import type { Source } from "../answer.js";

const NUMBERS = /^\s*\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\s*$/;
/** What is longer was not meant as one. */
const LONGEST_LABEL = 200;
const LONGEST_TARGET = 300;

/**
 * Reads a language model's text as it comes, and leaves in it no Markdown that could lead anywhere else: brackets around
 * the numbers it cites its context by are taken out and what they stand for is told, a link to a page it was given stays,
 * any other bracket, image or tag loses its signs and keeps its words. Takes time in proportion to the text.
 *
 * `sources` are the pages by number, the first is 1; more may be added while the text comes.
 */
export function createCitations(sources: readonly Source[]) {
  /** Blanks and signs that go where a citation goes, or an image's or a tag's first sign. */
  let before = "";
  let label: string | undefined;
  let isClosed = false;
  let target: string | undefined;
  let shown = "";
  let cited: Source[] = [];

  const show = (text: string) => {
    shown += before + text;
    before = "";
  };
  const endBracket = (leadsTo: string | undefined) => {
    const words = label ?? "";
    const linked = leadsTo === undefined ? undefined : sources.find(({ path }) => leadsTo.trim().endsWith(path));
    [label, target, isClosed] = [undefined, undefined, false];
    if (linked) cited.push(linked);
    if (NUMBERS.test(words)) {
      cited.push(...numbersIn(words).flatMap((number) => sources[number - 1] ?? []));
      before = "";
    } else show(linked ? `[${words}](${linked.path})` : words);
  };

  const readText = (sign: string) => {
    if (sign === "]") return;
    if (sign === "[") {
      before = before.replace(/!$/, ""); // else it would be an image
      label = "";
    } else if (/[ \t!<]/.test(sign)) {
      if (before.length < LONGEST_LABEL) before += sign;
    } else {
      if (before.endsWith("<") && /[\p{L}/?]/u.test(sign)) before = before.slice(0, -1); // else it would be a tag
      show(sign);
    }
  };
  const readBracket = (sign: string) => {
    if (target !== undefined) {
      if (sign === ")") endBracket(target);
      else if (sign !== "\n" && target.length < LONGEST_TARGET) target += sign;
      else {
        const rest = target;
        endBracket(undefined);
        show(rest + sign);
      }
    } else if (isClosed) {
      if (sign === "(") target = "";
      else {
        endBracket(undefined);
        readText(sign);
      }
    } else if (sign === "]") isClosed = true;
    else if (sign === "[" || sign === "\n" || label!.length >= LONGEST_LABEL) {
      show(label!);
      label = undefined;
      readText(sign);
    } else label += sign;
  };
  const given = () => {
    const result = { text: shown, cited };
    [shown, cited] = ["", []];
    return result;
  };

  return {
    /** What can be shown of the text so far, and which pages it cites. */
    take(delta: string): { text: string; cited: Source[] } {
      for (const sign of delta) {
        if (label === undefined) readText(sign);
        else readBracket(sign);
      }
      return given();
    },
    /** What was held back at the end. */
    rest(): { text: string; cited: Source[] } {
      if (isClosed) endBracket(undefined);
      else show(label ?? "");
      label = undefined;
      return given();
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
