import type { Locale } from "../../domain/locale.js";
import type { Source } from "../answer.js";
import type { Classifier } from "./classifier.js";
import { excerptOf } from "./excerpt.js";
import {
  calendarsBeside,
  eventFact,
  type FactTools,
  FEW_WORDS,
  priceFact,
  type ScoredQuestion,
  scoreQuestion,
  VAT,
} from "./facts.js";
import type { Fact, Links } from "./links.js";
import type { Replies } from "./replies.js";
import { paragraphs, wordsIn } from "./text.js";
import type { Request } from "./understand.js";

/** What answers one of the questions of a turn. */
export interface QuestionAnswer extends Fact {
  readonly kind: "answered" | "unsure" | "unknown";
}

export interface AnswerTools extends FactTools {
  readonly links: Links;
  readonly replies: Replies;
  readonly locale: Locale;
  readonly baseUrl: string;
  readonly answering: Classifier["answering"];
}

interface Limits {
  readonly maxWords: number;
  /** Beside the answer to another question. */
  readonly isBrief: boolean;
}

export const MAX_SOURCES = 3;
/** How much likelier than any page it must be that the site does not say. */
const UNKNOWN = 1.5;
/** How likely a page must be for a passage of it to stand beside "this site doesn't say". */
const MIN_KNOWN = 0.1;
/** So short a section is quoted whole. */
const WHOLE_WORDS = 40;
/** A passage has at least so many, beside whatever facts. */
const MIN_PASSAGE_WORDS = 45;

/** Facts from records first, then one passage; or the pages that may answer, or that none does. */
export function answerQuestion(request: Request, limits: Limits, tools: AnswerTools): QuestionAnswer {
  const question = scoreQuestion(request, tools);
  const { reply } = tools.replies;
  const { slots, best } = question;
  const near = distinct(question.ranked.map(({ place: { path, title } }) => ({ path, title }))).slice(0, MAX_SOURCES);
  const answered = (texts: readonly (string | undefined)[], sources: readonly Source[]): QuestionAnswer => ({
    ...{ text: paragraphs(texts), sources: distinct([...sources, ...near]), kind: "answered" },
  });
  const dates = eventFact(question, tools, limits.isBrief);
  const price = priceFact(question, dates !== undefined, tools);
  if (dates) return answered([dates.text, price?.text], [...dates.sources, ...(price?.sources ?? [])]);
  if (request.scope === "unsure" && !price) {
    const list = near.map(({ title, path }) => `- [${title}](${path})`).join("\n");
    return { text: `${reply("assistant:unsure")}\n\n${list}`, sources: near, kind: "unsure" };
  }
  if (question.unknown > UNKNOWN * Math.max(question.events, best.pageScore)) {
    const known = best.pageScore < MIN_KNOWN ? [] : [reply("assistant:known"), passageOf(question, limits, tools)];
    const text = paragraphs([reply("assistant:unknown"), ...known]);
    return { text, sources: distinct([tools.links.sourceOf("contact"), ...near]), kind: "unknown" };
  }
  const calendars = calendarsBeside(question, tools);
  if (!calendars && price && isPriceAlone(question)) return answered([price.text], price.sources);
  const fact = calendars ?? price;
  const left = limits.maxWords - wordsIn(fact?.text ?? "").length;
  const texts = [fact?.text, passageOf(question, { ...limits, maxWords: left }, tools)];
  // "Do we pay Swedish VAT?": the section answers, and the price stands behind it.
  const isAsked = slots.cues.has("price") && best.topic.id !== VAT && question.isPriced;
  const isForSome = (slots.audiences ?? slots.people) !== undefined;
  const isBehind = !calendars && !isForSome && !isAsked;
  return answered(isBehind ? texts.reverse() : texts, [near[0]!, ...(fact?.sources ?? [])]);
}

/** Whether the price is all that is asked for. An article says nothing about our prices. */
function isPriceAlone({ slots, contentWords, isPriced, best: { topic } }: ScoredQuestion): boolean {
  // "May my employer pay?" has two words of its own, and is no question about the price.
  const isShort = contentWords <= 1 || (isPriced && (contentWords <= FEW_WORDS || !topic.concept));
  return slots.cues.has("price") && isShort && topic.id !== VAT;
}

/** The sentences of the best place that answer, after its name. */
function passageOf({ best, text }: ScoredQuestion, { maxWords }: Limits, tools: AnswerTools): string {
  const { key, title, heading, path, markdown, parts } = best.place;
  const score = (sentences: readonly string[]) => tools.answering(text, sentences, key, tools.locale);
  const words = { whole: WHOLE_WORDS, part: Math.max(MIN_PASSAGE_WORDS, maxWords) };
  const passage = excerptOf(`${markdown}\n\n${parts}`, score, words, tools.baseUrl);
  const name = heading === "" ? title : `${title}: ${heading}`;
  return `[${name.replace(/[?:]$/, "")}](${path}): ${passage}`;
}

/** One source a page. */
export function distinct(sources: readonly Source[]): Source[] {
  const pages = new Set<string>();
  return sources.filter(({ path }) => {
    const page = path.split("#")[0]!;
    return !pages.has(page) && pages.add(page);
  });
}
