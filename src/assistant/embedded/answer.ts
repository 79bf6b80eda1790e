import type { Source } from "../../pages/sources.js";
import { blocksIn, fittingParagraph } from "../../search/passages.js";
import type { Place } from "../../search/places.js";
import { paragraphs, stemOf } from "../../search/words.js";
import { type AnswerTools, type Facts, findFacts, type Ranked, rankedPlaces } from "./facts.js";
import type { Fact } from "./replies.js";
import type { Question } from "./understand.js";

/** It has at most three sources. */
export interface SiteAnswer extends Fact {
  readonly kind: "answered" | "unknown" | "talk" | "declined";
}

/** The answer to one question: paragraphs, each of which an answer to several shows once. */
interface Part {
  readonly kind: SiteAnswer["kind"];
  readonly texts: readonly string[];
  readonly sources: readonly Source[];
}

const MAX_SOURCES = 3;
/** A question about a price with more words of its own asks for more: "May my employer pay?" */
const MAX_WORDS_OF_PRICE = 2;
/** A section is shown beside dates if its page is at least this likely, as a share of theirs. */
const ASIDE = 0.1;
/** A second section is shown if it is at least this likely beside the best; less is enough where two things are asked. */
const SECOND = 0.5;
const SECOND_OF_TWO = 0.1;

/** Answers each question with facts from records, else with the section that fits best, whole. */
export function answerTo(questions: readonly Question[], tools: AnswerTools): SiteAnswer {
  const { reply } = tools.replies;
  const scopes = questions.map(({ scope }) => scope);
  if (scopes.includes("injection")) return { text: reply("assistant:injection"), sources: [], kind: "declined" };
  if (scopes.every((scope) => scope === "out-of-scope"))
    return { text: reply("assistant:outOfScope"), sources: [], kind: "declined" };

  const parts = questions.map((question) => answerPart(question, questions.length === 1, tools));
  const answered = parts.filter(({ kind }) => kind === "answered");
  const [first] = answered.length > 0 ? answered : parts;
  const texts = parts.flatMap((part) => part.texts);
  // The best source of each part comes first.
  const sources = [0, 1, 2].flatMap((at) => parts.flatMap((part) => part.sources[at] ?? []));
  return { text: paragraphs([...new Set(texts)]), sources: limited(sources), kind: first?.kind ?? "unknown" };
}

/** Each of several questions gets one section at most, so that an answer has three. */
function answerPart(question: Question, isOnly: boolean, tools: AnswerTools): Part {
  const { reply, talk, contact } = tools.replies;
  if (question.scope.startsWith("talk:")) {
    const { text, sources } = talk(question.scope.slice(5));
    return { kind: "talk", texts: [text], sources };
  }
  if (question.scope === "out-of-scope")
    return { kind: "unknown", texts: [reply("assistant:unknown")], sources: [contact] };

  const ranked = rankedPlaces(question, tools);
  const facts = findFacts(question, ranked, tools);
  const near = ranked.slice(0, MAX_SOURCES * 4).map(({ place }) => pageOf(place));
  if (!facts.isSaid && !facts.dates && !facts.price) {
    const isOfPage = ranked[0]?.topic.listPage === undefined;
    const nearest = isOfPage ? [reply("assistant:nearest"), ...quotesOf(ranked.slice(0, 1), question, tools)] : [];
    return { kind: "unknown", texts: [reply("assistant:unknown"), ...nearest], sources: limited([contact, ...near]) };
  }

  const sections = sectionsBeside(question, ranked, facts, isOnly);
  const shown = [facts.dates, facts.price].filter((fact) => fact !== undefined);
  const pagesOfFacts = shown.flatMap(({ sources }) => sources);
  const pages = sections.map(({ place }) => pageOf(place));
  const isFactFirst = facts.areDatesAsked || sections.length === 0;
  const sources = isFactFirst ? [...pagesOfFacts, ...pages] : [...pages, ...pagesOfFacts];
  return {
    kind: "answered",
    texts: [...shown.map(({ text }) => text), ...quotesOf(sections, question, tools)],
    sources: limited(facts.dates ? sources : [...sources, ...near]),
  };
}

/** Returns the sections that are shown below the facts: none where they are enough, two where nothing else is shown. */
function sectionsBeside(question: Question, ranked: readonly Ranked[], facts: Facts, isOnly: boolean): Ranked[] {
  const best = ranked.slice(0, 1);
  if (facts.areDatesAsked) return facts.isSaid && best[0] && asksMoreThanDates(question, best[0], facts) ? best : [];
  if (facts.price) return question.contentWords.length > MAX_WORDS_OF_PRICE || facts.isVatAsked ? best : [];
  if (facts.dates || !isOnly) return best;
  const share = (question.isDouble ? SECOND_OF_TWO : SECOND) * (best[0]?.score ?? 0);
  return [...best, ...ranked.slice(1).filter(({ score }) => score >= share)].slice(0, 2);
}

/** "Is there food on 9 December?" asks for what a section says, and what is on that day helps. */
function asksMoreThanDates(question: Question, { topic, pageScore }: Ranked, { dateScore }: Facts): boolean {
  if (topic.saysWhen || topic.id === undefined) return false;
  if (question.isDouble) return true;
  const isBeside =
    (question.named.period ?? question.slots.unknownCity) !== undefined && question.contentWords.length > 0;
  return isBeside && topic.listPage === undefined && pageScore > ASIDE * dateScore;
}

/** The heading of a section as a link, and its whole text; of an article the paragraph that fits best, and its list. */
function quoteOf(
  { heading, key, markdown, parts, path, title }: Place,
  question: Question,
  tools: AnswerTools,
): string {
  const name = (heading === "" ? title : `${title}: ${heading}`).replace(/[?:]$/, "");
  const { baseUrl, locale } = tools;
  const whole = `${markdown}\n\n${parts}`;
  const isOfArticle = key.includes(":");
  const stems = new Set(isOfArticle ? question.contentWords.map((word) => stemOf(word, locale)) : []);
  const isWanted = (word: string) => stems.has(stemOf(word, locale));
  const text = isOfArticle ? fittingParagraph(whole, baseUrl, isWanted) : blocksIn(whole, baseUrl).join("\n\n");
  // In Markdown, a list begins on a line of its own.
  return `[${name}](${path}):${text.startsWith("- ") ? "\n\n" : " "}${text}`;
}

const quotesOf = (ranked: readonly Ranked[], question: Question, tools: AnswerTools) =>
  ranked.map(({ place }) => quoteOf(place, question, tools));

const pageOf = ({ path, title }: Place): Source => ({ path, title });

/** Returns the first sources, at most one from each page. */
function limited(sources: readonly Source[]): Source[] {
  const pages = sources.map(({ path }) => path.split("#")[0]);
  return sources.filter((_, index) => pages.indexOf(pages[index]) === index).slice(0, MAX_SOURCES);
}
