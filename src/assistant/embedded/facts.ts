import type { Place } from "../../search/places.js";
import type { EventFacts, EventQuestion } from "./event-facts.js";
import type { PriceFacts } from "./price-facts.js";
import type { Fact } from "./replies.js";
import { isDated } from "./slots.js";
import { isEvents, largestOf, pageMasses, sumsBy, type Topic } from "./topics.js";
import { isNaming, type Request } from "./understand.js";

/** The section about VAT. */
export const VAT = "vat";
/** How much a date or an event that is named speaks for the records. */
const DATED = 3;
/** Weight of a page's opening beside its sections: it mentions everything and answers little. */
const OPENING = 0.4;

export interface FactTools {
  readonly classes: readonly string[];
  readonly topics: readonly Topic[];
  readonly places: ReadonlyMap<string, Place>;
  readonly events: EventFacts;
  readonly prices: PriceFacts;
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
  /** How likely it is that the site does not say. */
  readonly unknown: number;
}

export function scoreQuestion(request: Request, tools: FactTools): ScoredQuestion {
  const { probabilities } = request;
  const { topics } = tools;
  const questions = sumsBy(probabilities, topics, (topic) =>
    isEvents(topic) ? topic.page.slice("events:".length) : saysWhen(topic) ? "next" : undefined,
  );
  const ranked = rankedPlaces(probabilities, tools);
  return {
    ...request,
    ranked,
    best: ranked[0]!,
    eventQuestion: largestOf(questions)[0] as EventQuestion,
    events: [...questions.values()].reduce((sum, one) => sum + one, 0),
    unknown: sumsBy(probabilities, topics, ({ page }) => page).get("unknown") ?? 0,
  };
}

/** The places of the site, those of the likeliest page first, and on each page the likeliest. */
function rankedPlaces(probabilities: Float32Array, { classes, topics, places }: FactTools): Ranked[] {
  const pages = pageMasses(probabilities, topics);
  const ranked = classes.flatMap((name, c): Ranked[] => {
    const [place, topic] = [places.get(name), topics[c]!];
    return place ? [{ place, topic, score: probabilities[c]!, pageScore: pages.get(topic.page)! }] : [];
  });
  const weightOf = ({ topic, score }: Ranked) => (topic.id === undefined ? OPENING * score : score);
  return ranked.sort((a, b) => b.pageScore - a.pageScore || weightOf(b) - weightOf(a));
}

/** What event records say to a question, where they answer it. */
export const eventFact = (question: ScoredQuestion, { events }: FactTools, isBrief = false): Fact | undefined =>
  asksEvents(question) ? events.of(question.eventQuestion, question.slots, isBrief) : undefined;

/** Whether records are likelier to answer than the best page; a date or an event that is named makes it likelier. */
function asksEvents({ own, slots, best, events, contentWords }: ScoredQuestion): boolean {
  const { cues, city, unknownCity } = slots;
  const isOwnDate = isDated(own);
  // "Boardroom in Stockholm?", "breakfast in June"
  const isOnlyNames = contentWords === 0 && isNaming(own) && (isOwnDate || (city ?? unknownCity) !== undefined);
  // "I run a shop in Umeå. Do you meet there?"
  const isElsewhere = unknownCity !== undefined && WHERE_SECTIONS.has(best.topic.id ?? "");
  return ((isOnlyNames || isElsewhere) && !cues.has("price")) || events * (isOwnDate ? DATED : 1) > best.pageScore;
}

/** Sections about where something is, and for whom. */
const WHERE_SECTIONS: ReadonlySet<string> = new Set(["where", "your-city", "who"]);

/** Sections about when something is: `#when`, and those of a city on the page of a concept. */
const saysWhen = ({ id, city, page }: Topic) =>
  id === "when" || (id !== undefined && id === city && !page.startsWith("commerce"));

/** What it costs, where that is asked of dates, of a membership, or for an audience or a number of people. */
export function priceFact({ slots, best }: ScoredQuestion, hasDates: boolean, { prices }: FactTools): Fact | undefined {
  const { id = "", concept, page } = best.topic;
  // The members' breakfast is part of the membership, and has no price of its own.
  if (slots.series !== undefined && concept === "COMMONS") return undefined;
  // What something costs in an article is no price of ours, and "Do members pay extra for breakfast?" asks no fee.
  const isPriceSection = !page.includes(":") && [...PRICE_SECTIONS, ...prices.discountIds].includes(id);
  const isAsked = slots.cues.has("price") && (hasDates || isPriceSection || slots.audiences !== undefined);
  const isSum = slots.people !== undefined && concept === "COMMONS" && !hasDates;
  return isAsked || isSum ? prices.of(slots.concept ?? concept, slots, id === VAT) : undefined;
}

/** Sections that are answered by prices from records. */
const PRICE_SECTIONS = ["cost", VAT, "discounts"];
