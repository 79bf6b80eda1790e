import type { DialogueWords } from "../../content/dialogue.js";
import { plainTextOf } from "../../content/markdown.js";
import type { Locale } from "../../domain/locale.js";
import { fold } from "../../text/fold.js";
import { blocksIn, countWords, withoutTargets } from "./passage.js";
import type { Place } from "./places.js";
import { type Known, likeliestPlaces } from "./retrieve.js";
import { sentencesIn, siteStemOf, stemOf, wordsIn } from "./text.js";
import type { Request } from "./understand.js";

/** A passage in plain text, cut where words of the query begin and end. */
export interface FoundPassage extends Pick<Place, "title" | "heading" | "path"> {
  readonly text: readonly { readonly text: string; readonly isMatch: boolean }[];
}

interface SearchTools extends Known {
  readonly locale: Locale;
  readonly baseUrl: string;
  readonly words: Pick<DialogueWords, "function" | "questions" | "followUp" | "joints">;
}

/** Places that are compared with the words of the query; each costs about 0.15 ms. */
const MAX_CANDIDATES = 12;
const MAX_PASSAGES = 10;
const EXCERPT_WORDS = 45;
/** A place is shown if it is so likely, or has so large a share of the query's words. */
const [MIN_LIKELIHOOD, MIN_SHARE] = [0.08, 0.5];
/** From this length on, a word of the query also finds longer words that begin with it. */
const MIN_PREFIX = 4;

/** From the sentence with most words of the query on. */
function excerptOf(sentences: readonly string[], keys: readonly string[], locale: Locale): string {
  const found = sentences.map((sentence) => {
    const stems = wordsIn(withoutTargets(sentence)).map((word) => siteStemOf(word, locale));
    return keys.filter((key) => stems.some((stem) => matches(stem, key))).length;
  });
  const taken: string[] = [];
  for (const sentence of sentences.slice(Math.max(0, found.indexOf(Math.max(...found))))) {
    if (taken.length > 0 && countWords([...taken, sentence].join(" ")) > EXCERPT_WORDS) break;
    taken.push(sentence);
  }
  return taken.join(" ");
}

/** Dialogue's likeliest places, without those that are likeliest only because nothing fits. */
export function matchingPassages(query: string, requests: readonly Request[], tools: SearchTools): FoundPassage[] {
  const { locale, baseUrl } = tools;
  const keys = keysOf(query, tools);
  return candidatesFor(requests, tools)
    .map(([{ title, heading, path, markdown, parts }, score]) => {
      const excerpt = excerptOf(blocksIn(`${markdown}\n\n${parts}`, baseUrl).flatMap(sentencesIn), keys, locale);
      const text = cutAtMatches(plainTextOf(excerpt).replace(/\n+/g, " "), keys, locale);
      const found = wordsIn(
        `${title} ${heading} ${text.flatMap((piece) => (piece.isMatch ? piece.text : [])).join(" ")}`,
      );
      const stems = found.map((word) => siteStemOf(word, locale));
      const share = keys.filter((key) => stems.some((stem) => matches(stem, key))).length / (keys.length || 1);
      return { passage: { title, heading, path, text }, score, share };
    })
    .filter(({ score, share }) => share >= MIN_SHARE || score >= MIN_LIKELIHOOD)
    .sort((a, b) => b.share + b.score - a.share - a.score)
    .slice(0, MAX_PASSAGES)
    .map(({ passage }) => passage);
}

/** Places with their likelihood, which is 0 for what is not about the site. */
function candidatesFor(requests: readonly Request[], tools: Known): [Place, number][] {
  const candidates = new Map<Place, number>();
  for (const { probabilities, scope } of requests) {
    const isAboutSite = scope === "site" || scope === "unsure";
    for (const { place, score } of likeliestPlaces(probabilities, tools).slice(0, MAX_CANDIDATES)) {
      candidates.set(place, Math.max(candidates.get(place) ?? 0, isAboutSite ? score : 0));
    }
  }
  return [...candidates].sort(([, a], [, b]) => b - a).slice(0, MAX_CANDIDATES);
}

function keysOf(query: string, { locale, words }: SearchTools): string[] {
  const small = new Set([...words.function, ...words.questions, ...words.followUp, ...words.joints].map(fold));
  const telling = wordsIn(query).filter((word) => word.length > 1 && !small.has(word));
  return [...new Set(telling.map((word) => stemOf(word, locale)))];
}

const matches = (stem: string, key: string) => stem === key || (key.length >= MIN_PREFIX && stem.startsWith(key));

function cutAtMatches(text: string, keys: readonly string[], locale: Locale): FoundPassage["text"] {
  const pieces: { text: string; isMatch: boolean }[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(/(?<!\p{L})\p{L}-\p{L}+|[\p{L}\p{N}]+/gu)) {
    const stems = wordsIn(word).map((one) => siteStemOf(one, locale));
    if (!stems.some((stem) => keys.some((key) => matches(stem, key)))) continue;
    pieces.push({ text: text.slice(end, index), isMatch: false }, { text: word, isMatch: true });
    end = index + word.length;
  }
  pieces.push({ text: text.slice(end), isMatch: false });
  return pieces.filter((piece) => piece.text !== "");
}
