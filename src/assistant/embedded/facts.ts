import { SUBSCRIBE } from "../../search/places.js";
import type { EventFacts, EventQuestion } from "./event-facts.js";
import type { Fact } from "./links.js";
import type { PriceFacts } from "./price-facts.js";
import { isEvents, type Known, largestOf, type Ranked, rankedPlaces, shareOf, sumsBy } from "./retrieve.js";
import { isDated } from "./slots.js";
import type { Topic } from "./topics.js";
import type { Request } from "./understand.js";

/** The section about VAT. */
export const VAT = "vat";
/** How likely sections about prices, or about one discount, must be for a price to be given. */
const MIN_PRICE_SHARE = 0.3;
/** With so few words of its own, a question that names a price, a date or an event asks for that alone. */
export const FEW_WORDS = 2;

export interface FactTools extends Known {
  readonly events: EventFacts;
  readonly prices: PriceFacts;
}

/** A question, and what the model makes of it. */
export interface ScoredQuestion extends Request {
  /** The places that may answer, the likeliest first. */
  readonly ranked: readonly Ranked[];
  readonly best: Ranked;
  /** What it asks about events, if it asks about them, and how likely that is. */
  readonly eventQuestion: EventQuestion;
  readonly events: number;
  /** Whether it is about prices. */
  readonly isPriced: boolean;
  /** How likely it is that the site does not say. */
  readonly unknown: number;
}

export function scoreQuestion(request: Request, tools: FactTools): ScoredQuestion {
  const { probabilities } = request;
  const share = (matches: (topic: Topic) => boolean) => shareOf(probabilities, tools.topics, matches);
  const questions = sumsBy(probabilities, tools.topics, (topic) =>
    isEvents(topic) ? topic.page.slice("events:".length) : saysWhen(topic) ? "next" : undefined,
  );
  const ranked = rankedPlaces(probabilities, tools);
  return {
    ...request,
    ranked,
    best: ranked[0]!,
    eventQuestion: largestOf(questions)[0] as EventQuestion,
    events: [...questions.values()].reduce((sum, one) => sum + one, 0),
    isPriced: share((topic) => isPrice(topic, tools.prices)) > MIN_PRICE_SHARE,
    unknown: share(({ page }) => page === "unknown"),
  };
}

/** What event records say to a question, where they answer it. */
export const eventFact = (question: ScoredQuestion, { events }: FactTools, isBrief = false): Fact | undefined =>
  asksEvents(question) ? events.of(question.eventQuestion, question.slots, isBrief) : undefined;

/** Whether records are likelier to answer than the page that is best otherwise. */
function asksEvents({ slots, contentWords, isNaming, best, events }: ScoredQuestion): boolean {
  const { cues, city, unknownCity, audiences } = slots;
  const { id = "", concept } = best.topic;
  const isThere = unknownCity !== undefined && !audiences && concept && WHERE_SECTIONS.has(id);
  // "Boardroom in Stockholm?", "breakfast in June"
  const isShort = contentWords === 0 && isNaming && (isDated(slots) || (city ?? unknownCity) !== undefined);
  if ((isThere || isShort) && !cues.has("price")) return true;
  // A date or an event that is named, or the word "when", makes it likelier.
  return events * (isDated(slots) ? 3 : 1) > best.pageScore;
}

/** Sections about when something is: `#when`, and those of a city on the page of a concept. */
const saysWhen = ({ id, city, page }: Topic) =>
  id === "when" || (id !== undefined && id === city && !page.startsWith("commerce"));

/** Sections about where something is, and for whom. */
const WHERE_SECTIONS: ReadonlySet<string> = new Set(["where", "your-city", "who"]);

/** Calendars that belong beside the passage about them. */
export const calendarsBeside = ({ slots, best: { topic } }: ScoredQuestion, { events }: FactTools): Fact | undefined =>
  topic.id === SUBSCRIBE || (topic.page === "developer" && topic.id === "calendars")
    ? events.calendars(slots)
    : undefined;

/**
 * What it costs, where that is asked for: of the concept that is named, or of a membership for an audience or a group.
 */
export function priceFact(
  question: ScoredQuestion,
  hasDates: boolean,
  { prices, topics }: FactTools,
): Fact | undefined {
  const { slots, isPriced, probabilities } = question;
  const { topic } = question.best;
  // "What does a return cost us?" asks for a guide.
  const isOurs = hasDates || slots.audiences !== undefined || topic.concept !== undefined;
  const isAsked = slots.cues.has("price") && isOurs;
  const isSum = slots.people !== undefined && topic.concept === "COMMONS" && !hasDates;
  if (!isPriced && !isAsked && !isSum) return undefined;
  const isLikely = (discount: string) => shareOf(probabilities, topics, ({ id }) => id === discount) > MIN_PRICE_SHARE;
  const audiences = slots.audiences ?? prices.discountIds.filter(isLikely).slice(0, 1);
  return prices.of(slots.concept ?? topic.concept, { ...slots, audiences }, topic.id === VAT);
}

/** Sections that are answered by prices from records. */
const PRICE_SECTIONS = ["cost", VAT, "discounts"];
/** What something costs in an article is no price of ours. */
const isPrice = ({ id = "", page }: Topic, { discountIds }: PriceFacts) =>
  !page.includes(":") && [...PRICE_SECTIONS, ...discountIds].includes(id);
