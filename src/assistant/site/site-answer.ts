import { conceptOfCode, concepts } from "../../domain/concept.js";
import type { Source } from "../answer.js";
import type { SitePassage } from "./passages.js";
import type { Question } from "./question.js";
import { type Ranked, wantedIn } from "./ranking.js";
import { tokensOfTerm } from "./search.js";
import { plainText, type TextBlock } from "./sentences.js";

/** What the embedded model says. */
export interface EmbeddedAnswer {
  /** Markdown: paragraphs, lists, and links to addresses of this site. */
  readonly text: string;
  /** At most three, the best first. */
  readonly sources: readonly Source[];
}

/** An answer, and what it rests on: passages, the records of events, or nothing that the site says. */
export interface SiteAnswer extends EmbeddedAnswer {
  readonly kind: "passages" | "events" | "smallTalk" | "refused" | "unsure";
}

const MOST_SENTENCES = 5;
const MOST_ITEMS = 12;
const MOST_SOURCES = 3;
/** What scores less than this share of the best is about something else. */
const NEAR = 0.6;
const AS_GOOD = 0.75;
/** What stands at the top of a page is general, and gains from a passage that is not. */
const HALF_AS_GOOD = 0.5;
/** What answers the same of another concept may be found less well. */
const OF_ANOTHER = 0.2;

/** What the passages say to a question, in their own sentences, with the pages they are from. */
export function answerFrom(ranked: readonly Ranked[], question: Question): SiteAnswer {
  const best = ranked[0]!;
  const others = ofOthers(ranked, question);
  if (others.length > 0)
    return {
      text: joined([best, ...others].flatMap(({ passage }) => underItsConcept(passage, question))),
      sources: sourcesOf([best, ...others.map((other) => ({ ...other, score: best.score })), ...ranked]),
      kind: "passages",
    };

  const blocks = chosenBlocks(best.passage, question);
  const second = ranked.find(
    ({ passage, score }) =>
      passage.page === best.passage.page &&
      passage !== best.passage &&
      score >= (best.passage.kind === "opening" ? HALF_AS_GOOD : AS_GOOD) * best.score,
  );
  const more =
    second && sentencesIn(blocks) <= 2
      ? passageMarkdown(ofTheSame(second.passage), firstOf(chosenBlocks(second.passage, question)), question)
      : [];
  return {
    text: joined([...passageMarkdown(best.passage, blocks, question), ...more]),
    sources: sourcesOf(ranked),
    kind: "passages",
  };
}

/**
 * Where no concept is named, what the others say under the same heading: what each costs, where each is, in each city
 * of its own. Prices in a city stand at the top of its pages.
 */
function ofOthers([best, ...rest]: readonly Ranked[], { concept, city, notions }: Question): Ranked[] {
  const { passage, score } = best!;
  const id = passage.key.split("#")[1];
  if (concept !== undefined || passage.concept === undefined) return [];
  const asksPrice = notions.has("price") || notions.has("free");
  const withPrices = asksPrice ? concepts.map(({ slug }) => `${slug}-${city}`) : [];
  const told = [best!];
  for (const one of rest) {
    const { key, concept, city: where } = one.passage;
    const isSame = withPrices.includes(passage.key)
      ? withPrices.includes(key)
      : id !== undefined &&
        concept !== undefined &&
        key.endsWith(`#${id}`) &&
        (notions.has("free") || one.score >= OF_ANOTHER * score);
    const isTold = told.some(
      ({ passage }) => passage.concept === concept && (!passage.city || !where || passage.city === where),
    );
    if (isSame && !isTold && (!city || !where || where === city)) told.push(one);
  }
  return told.slice(1);
}

/** A passage's text under the name of its concept and its heading, or of its page where it stands at the top of that. */
function underItsConcept(passage: SitePassage, question: Question): string[] {
  const { heading, title, city } = passage;
  const of = !city || city === question.city ? conceptOfCode(passage.concept!).name : title;
  const name = heading === "" ? title : `${of}: ${heading}`;
  return [`**${name}**`, ...firstOf(chosenBlocks(passage, question)).map(blockMarkdown)];
}

/**
 * Blocks of a passage under its heading, which their first words may lean on, and after what they speak of where
 * neither question nor text says it. What a page says at its top stands by itself, unless it goes on from its headline.
 */
function passageMarkdown(passage: SitePassage, blocks: readonly TextBlock[], question: Question): string[] {
  const { heading, headline } = passage;
  const texts = blocks.map(blockMarkdown);
  const leans = isMidThought(blocks[0]?.sentences[0] ?? "", question);
  const about = subjectUnsaid(passage, texts.join(" "), question);
  const name = heading === "" ? (leans ? headline : about) : [about, heading].filter(Boolean).join(": ");
  return [...(name ? [`**${name}**`] : []), ...texts];
}

/** A passage of whose subject was spoken just now. */
const ofTheSame = (passage: SitePassage): SitePassage => ({ ...passage, concept: undefined, title: "" });

/** What a passage speaks of, the concept, its page or the article, where that is neither asked for nor said. */
function subjectUnsaid({ kind, concept, city, page, title }: SitePassage, text: string, question: Question) {
  if (kind === "article") return title;
  if (concept === undefined) return undefined;
  const { name, slug } = conceptOfCode(concept);
  const isItsCity = city === undefined || city === question.city;
  if (isItsCity && (concept === question.concept || text.includes(name))) return undefined;
  return page === slug || page.endsWith("-faq") ? name : title;
}

/** The pages of the best passages, each once, as long as they are nearly as good; named with the section. */
function sourcesOf(ranked: readonly Ranked[]): Source[] {
  const pages = new Map<string, Source>();
  const least = NEAR * ranked[0]!.score;
  for (const { passage, score } of ranked) {
    const { page, path, title, heading } = passage;
    if (score >= least && !pages.has(page))
      pages.set(page, { path, title: heading === "" ? title : `${title}: ${heading}` });
  }
  return [...pages.values()].slice(0, MOST_SOURCES);
}

/** The whole text where it is short, else what stands around the sentence that bears most of the question's words. */
function chosenBlocks({ blocks }: SitePassage, question: Question): readonly TextBlock[] {
  const paragraphs = blocks.filter(({ kind }) => kind === "paragraph");
  if (sentencesIn(paragraphs) <= MOST_SENTENCES && blocks.length - paragraphs.length <= MOST_ITEMS) return blocks;

  const bearing = bearingOn(question);
  const scores = blocks.map(({ sentences }) => sentences.map((sentence) => bearing(sentence)));
  const best = Math.max(...scores.flat());
  const at = scores.findIndex((row) => row.includes(best));
  const isItem = blocks[at]!.kind === "item";
  const start = isItem ? blocks.slice(0, at).findLastIndex(({ kind }) => kind === "paragraph") : at;
  const items = itemsAfter(blocks, start);
  const shownItems = items.slice(Math.max(0, Math.min(at - start - 1, items.length - MOST_ITEMS))).slice(0, MOST_ITEMS);
  const block = blocks[start];
  if (!block) return shownItems;

  // What leads over to a list is the sentence before it.
  const { sentences } = block;
  const most = MOST_SENTENCES - 1;
  const from = isItem ? sentences.length : scores[at]!.indexOf(best) - 1;
  const latest = Math.max(0, Math.min(from, sentences.length - most));
  const begins = sentences.slice(0, latest + 1).findLastIndex((sentence) => !isMidThought(sentence, question));
  const first = latest > 1 ? Math.max(0, begins) : 0; // for one sentence less nothing is cut
  const end = items.length > 0 ? sentences.length : latest + most;
  return [{ ...block, sentences: sentences.slice(first, end) }, ...shownItems];
}

/** A paragraph with the list it leads over to. */
function firstOf(blocks: readonly TextBlock[]): readonly TextBlock[] {
  return blocks[0]?.kind === "item" ? itemsAfter(blocks, -1) : [...blocks.slice(0, 1), ...itemsAfter(blocks, 0)];
}

function itemsAfter(blocks: readonly TextBlock[], index: number): readonly TextBlock[] {
  const after = blocks.slice(index + 1);
  const end = after.findIndex(({ kind }) => kind !== "item");
  return end === -1 ? after : after.slice(0, end);
}

/** Says how much of what is asked a sentence has. */
function bearingOn(question: Question): (sentence: string) => number {
  const reading = question.readings[0]!;
  const { lexicon, index } = reading.language;
  const wanted = wantedIn(reading, question);
  return (sentence) => {
    const terms = lexicon.read(plainText(sentence).replaceAll(/[\u00a0\u202f]/g, " "));
    return [...new Set(terms.flatMap(tokensOfTerm))].reduce(
      (sum, token) => sum + (wanted.get(token) ?? 0) * index.weightOf(token),
      0,
    );
  };
}

const isMidThought = (sentence: string, { readings }: Question) =>
  readings[0]!.language.lexicon.isMidThought(plainText(sentence));

const sentencesIn = (blocks: readonly TextBlock[]) => blocks.reduce((sum, { sentences }) => sum + sentences.length, 0);

const blockMarkdown = ({ kind, sentences }: TextBlock) => (kind === "item" ? "- " : "") + sentences.join(" ");

/** Blocks with a line between them, and the items of a list with none. */
const joined = (blocks: readonly string[]) => blocks.join("\n\n").replace(/(^- .*)\n\n(?=- )/gm, "$1\n");
