import type { Place } from "../../search/places.js";
import type { EventFacts, EventQuestion } from "./event-facts.js";
import type { PriceFacts } from "./price-facts.js";
import type { Fact, Replies } from "./replies.js";
import { isDated } from "./slots.js";
import { isEvents, largestOf, pageMasses, sumsBy, type Topic } from "./topics.js";
import { isNaming, type Request } from "./understand.js";

/** The section about VAT. */
export const VAT = "vat";
/** How much likelier than any page it must be that the site does not say. */
const UNKNOWN = 1.5;
/** How much a date or an event that is named speaks for the records. */
const DATED = 3;

export interface AnswerTools {
  readonly classes: readonly string[];
  readonly topics: readonly Topic[];
  readonly places: ReadonlyMap<string, Place>;
  readonly events: EventFacts;
  readonly prices: PriceFacts;
  readonly replies: Replies;
  readonly baseUrl: string;
}

/** A place that may answer, and how likely it and its page are. */
export interface Ranked {
  readonly place: Place;
  readonly topic: Topic;
  readonly score: number;
  readonly pageScore: number;
}

/** A question, and what the model makes of it. */
export interface ScoredQuestion extends Request {
  /** The places that may answer, the likeliest first. */
  readonly ranked: readonly Ranked[];
  readonly best: Ranked;
  /** What it asks about events, if it asks about them, and how likely that is. */
  readonly eventQuestion: EventQuestion;
  readonly events: number;
  /** Whether the site probably does not say. */
  readonly isUnknown: boolean;
}

export function scoreQuestion(request: Request, tools: AnswerTools): ScoredQuestion {
  const { probabilities } = request;
  const { topics } = tools;
  const questions = sumsBy(probabilities, topics, (topic) =>
    isEvents(topic) ? topic.page.slice("events:".length) : saysWhen(topic) ? "next" : undefined,
  );
  const ranked = rankedPlaces(probabilities, tools);
  const best = ranked[0]!;
  const events = [...questions.values()].reduce((sum, one) => sum + one, 0);
  const unknown = sumsBy(probabilities, topics, ({ page }) => page).get("unknown") ?? 0;
  return {
    ...request,
    ranked,
    best,
    eventQuestion: largestOf(questions)[0] as EventQuestion,
    events,
    isUnknown: unknown > UNKNOWN * Math.max(events, best.pageScore),
  };
}

/** The places of the site, those of the likeliest page first, and on each page the likeliest. */
function rankedPlaces(probabilities: Float32Array, { classes, topics, places }: AnswerTools): Ranked[] {
  const pages = pageMasses(probabilities, topics);
  const ranked = classes.flatMap((name, c): Ranked[] => {
    const [place, topic] = [places.get(name), topics[c]!];
    return place ? [{ place, topic, score: probabilities[c]!, pageScore: pages.get(topic.page)! }] : [];
  });
  return ranked.sort((a, b) => b.pageScore - a.pageScore || b.score - a.score);
}

/** What event records say to a question, where they answer it. */
export const eventFact = (question: ScoredQuestion, { events }: AnswerTools): Fact | undefined =>
  asksEvents(question) ? events.of(question.eventQuestion, question.slots) : undefined;

/** Whether records are likelier to answer than the best page; a date or an event that is named makes it likelier. */
function asksEvents({ own, slots, best, events, contentWords }: ScoredQuestion): boolean {
  const { cues } = slots;
  const isOwnDate = isDated(own);
  // "Boardroom in Stockholm?", "breakfast in June"
  const isOnlyNames =
    contentWords === 0 &&
    isNaming(own) &&
    (isOwnDate || cues.has("afterThat") || (own.city ?? own.unknownCity) !== undefined);
  return (isOnlyNames && !cues.has("price")) || events * (isOwnDate ? DATED : 1) > best.pageScore;
}

/** Sections about when something is: `#when`, and those of a city on the page of a concept. */
const saysWhen = ({ id, city, page }: Topic) =>
  id === "when" || (id !== undefined && id === city && !page.startsWith("commerce"));

/** What it costs, where that is asked of dates, of a membership, or for an audience or a number of people. */
export function priceFact(
  { slots, best, contentWords, isUnknown }: ScoredQuestion,
  hasDates: boolean,
  { prices }: AnswerTools,
): Fact | undefined {
  const { id = "", concept, page } = best.topic;
  // The members' breakfast is part of the membership, and has no price of its own.
  if (slots.series !== undefined && concept === "COMMONS") return undefined;
  // What something costs in an article is no price of ours, and "Do members pay extra for breakfast?" asks no fee.
  const isPriceSection = !page.includes(":") && [...PRICE_SECTIONS, ...prices.discountIds].includes(id);
  const isAsked =
    slots.cues.has("price") &&
    (hasDates ||
      isPriceSection ||
      slots.audiences !== undefined ||
      (contentWords <= 1 && slots.concept !== undefined && isUnknown));
  const isSum = slots.people !== undefined && concept === "COMMONS" && !hasDates;
  return isAsked || isSum ? prices.of(slots.concept ?? concept, slots, id === VAT) : undefined;
}

/** Sections that are answered by prices from records. */
const PRICE_SECTIONS = ["cost", VAT, "discounts"];
