import type { Words } from "../domain/words.js";
import type { Source } from "./answer.js";
import type { SitePassage } from "./passages.js";
import type { Question } from "./question.js";
import { type Ranked, wantedIn } from "./ranking.js";
import { plainText, type TextBlock } from "./sentences.js";

/** What the embedded model says. */
export interface EmbeddedAnswer {
  /** Markdown: paragraphs, lists, and links to addresses of this site or to its mailbox. */
  readonly text: string;
  /** At most three, the best first. */
  readonly sources: readonly Source[];
}

/** An answer, and what it rests on: passages, the records of events, or nothing that the site says. */
export interface SiteAnswer extends EmbeddedAnswer {
  readonly kind: "passages" | "events" | "smallTalk" | "refused" | "unsure";
}

const MOST_SENTENCES = 5;
const MOST_ITEMS = 7;
const MOST_SOURCES = 3;
/** What scores less than this share of the best is about something else. */
const NEAR = 0.6;
const AS_GOOD = 0.75;
/** What stands at the top of a page is general, and gains from a passage that is not. */
const HALF_AS_GOOD = 0.5;

/** What the passages say to a question, in their own sentences, with the pages they are from. */
export function answerFrom(ranked: readonly Ranked[], question: Question, words: Words): SiteAnswer {
  const best = ranked[0]!;
  const blocks = chosenBlocks(best.passage, question);
  const second = ranked.find(
    ({ passage, score }) =>
      passage.page === best.passage.page &&
      passage !== best.passage &&
      score >= (best.passage.kind === "opening" ? HALF_AS_GOOD : AS_GOOD) * best.score,
  );
  const more = second && sentencesIn(blocks) <= 2 ? chosenBlocks(second.passage, question).slice(0, 1) : [];
  const sources = sourcesOf(ranked);
  const { heading, title, path } = best.passage;
  const name = heading === "" ? title : `${title}: ${heading}`;
  return {
    text: [
      ...[...blocks, ...more].map(blockMarkdown),
      words("assistant:readMore", { page: `[${linkText(name)}](${path})` }),
    ]
      .join("\n\n")
      .replace(/(^- .*)\n\n(?=- )/gm, "$1\n"),
    sources,
    kind: "passages",
  };
}

/** The pages of the best passages, each once, as long as they are nearly as good. */
function sourcesOf(ranked: readonly Ranked[]): Source[] {
  const pages = new Map<string, Source>();
  const least = NEAR * ranked[0]!.score;
  for (const { passage, score } of ranked) {
    if (score >= least && !pages.has(passage.page))
      pages.set(passage.page, { path: passage.path, title: passage.title });
  }
  return [...pages.values()].slice(0, MOST_SOURCES);
}

/** The whole text where it is short, else the sentences around the one that bears most of the question's words. */
function chosenBlocks({ blocks }: SitePassage, question: Question): TextBlock[] {
  if (sentencesIn(blocks) <= MOST_SENTENCES && blocks.length <= MOST_ITEMS) return [...blocks];

  const bearing = bearingOn(question);
  const scores = blocks.map(({ sentences }) => sentences.map((sentence) => bearing(sentence)));
  const best = Math.max(...scores.flat());
  const at = scores.findIndex((row) => row.includes(best));
  const block = blocks[at]!;
  if (block.kind === "item") {
    const items = blocks.slice(Math.max(0, at - 3)).filter(({ kind }) => kind === "item");
    return items.slice(0, MOST_ITEMS);
  }
  const from = Math.max(0, Math.min(scores[at]!.indexOf(best) - 1, block.sentences.length - MOST_SENTENCES + 1));
  const chosen = { ...block, sentences: block.sentences.slice(from, from + MOST_SENTENCES - 1) };
  const items = blocks.slice(at + 1).filter(({ kind }) => kind === "item");
  return [chosen, ...items.slice(0, MOST_ITEMS)];
}

/** Says how much of what is asked a sentence has. */
function bearingOn(question: Question): (sentence: string) => number {
  const reading = question.readings[0]!;
  const { lexicon, index } = reading.language;
  const wanted = wantedIn(reading, question);
  return (sentence) => {
    const terms = lexicon.read(plainText(sentence));
    const tokens = terms.flatMap(({ stem, parts, notions }) => [stem, ...parts, ...notions.map((name) => `§${name}`)]);
    return [...new Set(tokens)].reduce((sum, token) => sum + (wanted.get(token) ?? 0) * index.weightOf(token), 0);
  };
}

const sentencesIn = (blocks: readonly TextBlock[]) => blocks.reduce((sum, { sentences }) => sum + sentences.length, 0);

const blockMarkdown = ({ kind, sentences }: TextBlock) => (kind === "item" ? "- " : "") + sentences.join(" ");

/** A text that may stand within the brackets of a link. */
const linkText = (text: string) => text.replaceAll("\u00a0", " ").replace(/[[\]]/g, "");
