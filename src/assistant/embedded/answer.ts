import { paragraphs } from "../../search/words.js";
import { answeredByRecords } from "../../site/sections.js";
import type { Source } from "../request-and-answer.js";
import { type AnswerTools, type Found, findFor, type Ranked } from "./facts.js";
import { limited, pageOf, quoteOf } from "./quote.js";
import type { Fact } from "./replies.js";
import { answerSeveral, MIN_PAGE_SCORE } from "./several-questions.js";
import type { Question } from "./understand.js";

/**
 * Its text is Markdown: paragraphs, lists, and links to addresses of this site. It has at most three sources, the best
 * first.
 */
export interface SiteAnswer extends Fact {
  readonly kind: "answered" | "unknown" | "talk" | "declined";
}

/** How likely a section of another concept must be, beside the best, to be shown too. */
const ALIKE = 0.4;
/** A question of so few words of its own about a price asks for that alone: "May my employer pay?" has more. */
const FEW_WORDS = 2;
/** Sections of pages are shorter; those of articles are cut. */
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

/** The answer to a turn that is one question: facts from records first, then the place that fits best, whole. */
function answerQuestion(question: Question, tools: AnswerTools): SiteAnswer {
  const { reply, contact } = tools.replies;
  const found = findFor(question, tools);
  const { dates, price, ranked, isUnknown } = found;
  const near = limited(ranked.map(({ place }) => pageOf(place)));
  const answered = (texts: readonly (string | undefined)[], sources: readonly Source[]): SiteAnswer => ({
    text: paragraphs(texts),
    sources: limited([...sources, ...near]),
    kind: "answered",
  });
  if (dates) return answered([dates.text, price?.text], [...dates.sources, ...(price?.sources ?? [])]);
  if (price && question.contentWords <= FEW_WORDS && ranked[0]!.topic.id !== answeredByRecords.vat)
    return answered([price.text], price.sources);

  const alike = sameQuestion(question, found);
  const maxWords = MAX_WORDS / alike.length;
  const passage = paragraphs(alike.map(({ place }) => quoteOf(place, maxWords, tools.baseUrl)));
  if (isUnknown) {
    const known = ranked[0]!.pageScore < MIN_PAGE_SCORE ? [] : [reply("assistant:known"), passage];
    const text = paragraphs([reply("assistant:unknown"), ...known]);
    return { text, sources: limited([contact, ...near]), kind: "unknown" };
  }
  return answered([price?.text, passage], [near[0]!, ...(price?.sources ?? [])]);
}

/** The best place; if no concept is named, also the sections of other concepts that are about the same. */
function sameQuestion({ slots }: Question, { ranked }: Found): Ranked[] {
  const best = ranked[0]!;
  const { id, concept } = best.topic;
  if (slots.concept !== undefined || concept === undefined || id === undefined) return [best];
  const alike = ranked.filter(({ topic, score }) => topic.id === id && topic.concept && score > ALIKE * best.score);
  return alike.filter(({ topic }, at) => alike.findIndex((one) => one.topic.concept === topic.concept) === at);
}
