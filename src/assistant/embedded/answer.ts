import { answeredByRecords } from "../../addresses/sections.js";
import type { Source } from "../../pages/sources.js";
import { paragraphs } from "../../search/words.js";
import { type AnswerTools, findAnswer, type Ranked } from "./facts.js";
import { limited, pageOf, quoteOf } from "./quote.js";
import type { Fact } from "./replies.js";
import { answerSeveral, MIN_PAGE_SCORE } from "./several-questions.js";
import type { Slots } from "./slots.js";
import type { Question } from "./understand.js";

/** It has at most three sources. */
export interface SiteAnswer extends Fact {
  readonly kind: "answered" | "unknown" | "talk" | "declined";
}

/** A section of another concept is quoted too if its share of the best one's likelihood is larger. */
const MIN_SHARE = 0.4;
/** A question about a price with more words of its own asks for more: "May my employer pay?" */
const MAX_WORDS_OF_PRICE = 2;
/** Sections of pages have fewer words; those of articles are cut. */
const MAX_WORDS = 160;

export function answerTo(questions: readonly Question[], tools: AnswerTools): SiteAnswer {
  const { reply, talk } = tools.replies;
  const scopes = questions.map(({ scope }) => scope);
  const [first] = questions;
  if (scopes.includes("injection")) return { text: reply("assistant:injection"), sources: [], kind: "declined" };
  if (scopes.every((scope) => scope === "out-of-scope"))
    return { text: reply("assistant:outOfScope"), sources: [], kind: "declined" };
  if (questions.length > 1) return { ...answerSeveral(questions, tools), kind: "answered" };
  if (first!.scope.startsWith("talk:")) return { ...talk(first!.scope.slice(5)), kind: "talk" };
  return answerQuestion(first!, tools);
}

/** Answers a single question with facts from records, else with the place that fits best, whole. */
function answerQuestion(question: Question, tools: AnswerTools): SiteAnswer {
  const { reply, contact } = tools.replies;
  const { dates, price, ranked, isUnknown } = findAnswer(question, tools);
  const near = limited(ranked.map(({ place }) => pageOf(place)));
  const answered = (texts: readonly (string | undefined)[], sources: readonly Source[]): SiteAnswer => ({
    text: paragraphs(texts),
    sources: limited([...sources, ...near]),
    kind: "answered",
  });
  if (dates) return answered([dates.text, price?.text], [...dates.sources, ...(price?.sources ?? [])]);
  if (price && question.contentWords <= MAX_WORDS_OF_PRICE && ranked[0]!.topic.id !== answeredByRecords.vat)
    return answered([price.text], price.sources);

  const alike = sameQuestion(question.slots, ranked);
  const maxWords = MAX_WORDS / alike.length;
  const passage = paragraphs(alike.map(({ place }) => quoteOf(place, maxWords, tools.baseUrl)));
  if (isUnknown) {
    const known = ranked[0]!.pageScore < MIN_PAGE_SCORE ? [] : [reply("assistant:known"), passage];
    const text = paragraphs([reply("assistant:unknown"), ...known]);
    return { text, sources: limited([contact, ...near]), kind: "unknown" };
  }
  return answered([price?.text, passage], [near[0]!, ...(price?.sources ?? [])]);
}

/** Returns the best place and, if no concept is named, the sections of other concepts with the same purpose. */
function sameQuestion(slots: Slots, ranked: readonly Ranked[]): Ranked[] {
  const best = ranked[0]!;
  const { id, concept } = best.topic;
  if (slots.concept !== undefined || concept === undefined || id === undefined) return [best];
  const alike = ranked.filter(({ topic, score }) => topic.id === id && topic.concept && score > MIN_SHARE * best.score);
  return alike.filter(({ topic }, at) => alike.findIndex((one) => one.topic.concept === topic.concept) === at);
}
