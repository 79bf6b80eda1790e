import { paragraphs } from "../../search/words.js";
import type { Source } from "../answer.js";
import {
  type AnswerTools,
  eventFact,
  priceFact,
  type Ranked,
  type ScoredQuestion,
  scoreQuestion,
  VAT,
} from "./facts.js";
import { limited, pageOf, quoteOf } from "./quote.js";
import type { Fact } from "./replies.js";
import { answerSeveral, MIN_PAGE_SCORE } from "./several-questions.js";
import type { Request } from "./understand.js";

/**
 * Its text is Markdown: paragraphs, lists, and links to addresses of this site. It has at most three sources, the best
 * first.
 */
export interface SiteAnswer extends Fact {
  readonly kind: "answered" | "unsure" | "unknown" | "talk" | "declined";
}

/** How likely a section of another concept must be, beside the best, to be shown too. */
const ALIKE = 0.4;
/** A question of so few words of its own about a price asks for that alone: "May my employer pay?" has more. */
const FEW_WORDS = 2;
/** Sections of pages are shorter; those of articles are cut. */
const MAX_WORDS = 160;

export function answerTo(requests: readonly Request[], tools: AnswerTools): SiteAnswer {
  const { reply, talk } = tools.replies;
  const [first] = requests;
  const scope = first?.scope ?? "out-of-scope";
  if (scope === "injection") return { text: reply("assistant:injection"), sources: [], kind: "declined" };
  if (scope.startsWith("talk:")) return { ...talk(scope.slice(5)), kind: "talk" };
  if (requests.every(({ scope }) => scope === "out-of-scope"))
    return { text: reply("assistant:outOfScope"), sources: [], kind: "declined" };
  if (requests.length === 1) return answerQuestion(scoreQuestion(first!, tools), tools);

  return { ...answerSeveral(requests, tools), kind: "answered" };
}

/** The answer to a turn that is one question: facts from records first, then the place that fits best, whole. */
function answerQuestion(question: ScoredQuestion, tools: AnswerTools): SiteAnswer {
  const { reply, contact } = tools.replies;
  const { best, scope, contentWords } = question;
  const near = limited(question.ranked.map(({ place }) => pageOf(place)));
  const answered = (texts: readonly (string | undefined)[], sources: readonly Source[]): SiteAnswer => ({
    ...{ text: paragraphs(texts), sources: limited([...sources, ...near]), kind: "answered" },
  });
  const dates = eventFact(question, tools);
  const price = priceFact(question, dates !== undefined, tools);
  if (dates) return answered([dates.text, price?.text], [...dates.sources, ...(price?.sources ?? [])]);

  const alike = sameQuestion(question);
  const maxWords = MAX_WORDS / alike.length;
  const passage = paragraphs(alike.map(({ place }) => quoteOf(place, maxWords, tools.baseUrl)));
  if (question.isUnknown) {
    const known = best.pageScore < MIN_PAGE_SCORE ? [] : [reply("assistant:known"), passage];
    const text = paragraphs([reply("assistant:unknown"), ...known]);
    return { text, sources: limited([contact, ...near]), kind: "unknown" };
  }
  if (scope === "unsure" && !price) {
    const others = near.slice(1).map(({ title, path }) => `- [${title}](${path})`);
    const text = paragraphs([passage, reply("assistant:unsure"), others.join("\n")]);
    return { text, sources: near, kind: "unsure" };
  }
  if (price && contentWords <= FEW_WORDS && best.topic.id !== VAT) return answered([price.text], price.sources);
  return answered([price?.text, passage], [near[0]!, ...(price?.sources ?? [])]);
}

/** The best place; if no concept is named, also the sections of other concepts that are about the same. */
function sameQuestion({ best, ranked, slots }: ScoredQuestion): Ranked[] {
  const { id, concept } = best.topic;
  if (slots.concept !== undefined || concept === undefined || id === undefined) return [best];
  const alike = ranked.filter(({ topic, score }) => topic.id === id && topic.concept && score > ALIKE * best.score);
  return alike.filter(({ topic }, at) => alike.findIndex((one) => one.topic.concept === topic.concept) === at);
}
