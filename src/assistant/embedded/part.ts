import type { Locale } from "../../domain/locale.js";
import type { Source } from "../answer.js";
import type { Classifier } from "./classifier.js";
import { excerptOf } from "./excerpt.js";
import { asksPrice, asksStatus, datesBeside, eventFact, type FactTools, FEW_WORDS, priceFact, VAT } from "./facts.js";
import { isEvents, pageMasses } from "./gate.js";
import type { Fact } from "./links.js";
import { type ReplyTools, replyValues } from "./replies.js";
import { type Ranked, rankedPlaces, shareOf } from "./retrieve.js";
import { paragraphs, wordsIn } from "./text.js";
import type { Request } from "./understand.js";

/** What answers one of the questions of a turn. */
export interface Part extends Fact {
  readonly kind: "answered" | "unsure" | "unknown";
}

export interface PartTools extends ReplyTools, FactTools {
  readonly locale: Locale;
  readonly baseUrl: string;
  readonly answering: Classifier["answering"];
}

interface Limits {
  readonly maxWords: number;
  /** Beside the answer to another question. */
  readonly isBrief: boolean;
  /** The answer to the turn before, which is not given again. */
  readonly before: string;
}

export const MAX_SOURCES = 3;
/** How much likelier than any page it must be that the site does not say. */
const UNKNOWN = 1.5;
/** How likely a page must be for a passage of it to stand beside "this site doesn't say". */
const MIN_KNOWN = 0.1;
/** What a sentence loses that stands in the answer before; more than any can score. */
const QUOTED = 1000;
/** So short a section is quoted whole. */
const WHOLE_WORDS = 40;
/** A passage has at least so many, beside whatever facts. */
const MIN_PASSAGE_WORDS = 45;

/** Facts from records first, then one passage; or the pages that may answer, or that none does. */
export function partFor(request: Request, limits: Limits, tools: PartTools): Part {
  const ranked = rankedPlaces(request.probabilities, tools);
  const near = distinct(ranked.map(({ place: { path, title } }) => ({ path, title }))).slice(0, MAX_SOURCES);
  const best = ranked[0]!;
  // "Is there food?" after a date is not answered by the same date.
  const unlessGiven = (fact?: Fact) =>
    request.isNaming || asksStatus(request, tools) || !limits.before.includes(fact?.text ?? "") ? fact : undefined;

  const dates = unlessGiven(eventFact(request, tools, limits.isBrief));
  const price = priceFact(request, best, dates !== undefined, tools);
  if (dates) {
    const text = paragraphs([dates.text, price?.text]);
    return { text, sources: distinct([...dates.sources, ...(price?.sources ?? []), ...near]), kind: "answered" };
  }
  if (request.scope === "unsure" && !price) {
    const list = near.map(({ title, path }) => `- [${title}](${path})`).join("\n");
    return { text: `${tools.t("assistant:unsure")}\n\n${list}`, sources: near, kind: "unsure" };
  }
  // What it costs for some is always said.
  const isForSome = price !== undefined && (request.slots.audiences ?? request.slots.people) !== undefined;
  if (!isForSome && isUnknown(request, tools)) {
    const known =
      best.pageScore < MIN_KNOWN ? [] : [tools.t("assistant:known"), passageOf(best, request, limits, tools)];
    const text = paragraphs([tools.t("assistant:unknown", replyValues(tools)), ...known]);
    return { text, sources: distinct([tools.links.sourceOf("contact"), ...near]), kind: "unknown" };
  }
  const beside = unlessGiven(datesBeside(request, best, tools));
  if (!beside && price && isPriceAlone(request, best, tools))
    return { text: price.text, sources: distinct([...price.sources, ...near]), kind: "answered" };
  const fact = beside ?? price;
  const left = limits.maxWords - wordsIn(fact?.text ?? "").length;
  const texts = [fact?.text, passageOf(best, request, { ...limits, maxWords: left }, tools)];
  // "Do we pay Swedish VAT?": the section answers, and the price stands behind it.
  const isAsked = request.slots.isPriceAsked && best.topic.id !== VAT && asksPrice(request, tools);
  const isBehind = !beside && !isForSome && !isAsked;
  const sources = distinct([near[0]!, ...(fact?.sources ?? []), ...near]);
  return { text: paragraphs(isBehind ? texts.reverse() : texts), sources, kind: "answered" };
}

/** Whether the price is all that is asked for. An article says nothing about our prices. */
function isPriceAlone(request: Request, { topic }: Ranked, tools: PartTools): boolean {
  const { slots, contentWords } = request;
  // "May my employer pay?" has two words of its own, and is no question about the price.
  const isShort = contentWords <= 1 || (asksPrice(request, tools) && (contentWords <= FEW_WORDS || !topic.concept));
  return slots.isPriceAsked === true && isShort && topic.id !== VAT;
}

/** The sentences of a place that answer, after its name. */
function passageOf({ place }: Ranked, { text }: Request, { maxWords, before }: Limits, tools: PartTools): string {
  const { key, title, heading, path, markdown, parts } = place;
  const score = (sentences: readonly string[]) =>
    tools
      .answering(text, sentences, key, tools.locale)
      .map((value, index) => (before.includes(sentences[index]!) ? value - QUOTED : value));
  const words = { whole: WHOLE_WORDS, part: Math.max(MIN_PASSAGE_WORDS, maxWords) };
  const passage = excerptOf(`${markdown}\n\n${parts}`, score, words, tools.baseUrl);
  const name = heading === "" ? title : `${title}: ${heading}`;
  return `[${name.replace(/[?:]$/, "")}](${path}): ${passage}`;
}

function isUnknown({ probabilities }: Request, { topics }: FactTools): boolean {
  const unknown = shareOf(probabilities, topics, ({ page }) => page === "unknown");
  const events = shareOf(probabilities, topics, isEvents);
  return unknown > UNKNOWN * Math.max(events, ...pageMasses(probabilities, topics).values());
}

/** One source a page. */
export function distinct(sources: readonly Source[]): Source[] {
  const pages = new Set<string>();
  return sources.filter(({ path }) => {
    const page = path.split("#")[0]!;
    return !pages.has(page) && pages.add(page);
  });
}
