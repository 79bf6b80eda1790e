import { type Discount, discounts } from "../../domain/membership.js";
import type { EventFacts, EventQuestion } from "./event-facts.js";
import { isEvents, pageMasses } from "./gate.js";
import type { Fact } from "./links.js";
import { type Place, SUBSCRIBE, type Topic } from "./places.js";
import type { PriceFacts } from "./price-facts.js";
import { type Ranked, rankedPlaces, shareOf } from "./retrieve.js";
import type { Request } from "./understand.js";

/** The section about VAT. */
export const VAT = "vat";
/** How likely sections about prices, or about one discount, must be for a price to be given. */
const MIN_PRICE_SHARE = 0.3;
/** With so few words of its own, a question that names a price, a date or an event asks for that alone. */
export const FEW_WORDS = 2;
/** How likely an article must be to answer a question about a price. */
const MIN_ARTICLE = 0.3;
/** With more words of its own, a question that names a date may well ask about something else. */
const MAX_DATED_WORDS = 5;

export interface FactTools {
  readonly places: ReadonlyMap<string, Place>;
  readonly classes: readonly string[];
  readonly topics: readonly Topic[];
  readonly events: EventFacts;
  readonly prices: PriceFacts;
}

/** What event records say to a request, where they answer it. */
export function eventFact(request: Request, tools: FactTools, isBrief = false): Fact | undefined {
  return asksEvents(request, tools)
    ? tools.events.of(eventQuestion(request, tools), request.slots, isBrief)
    : undefined;
}

/** Whether records are likelier to answer than the page that is best otherwise. */
function asksEvents(request: Request, tools: FactTools): boolean {
  const { probabilities, slots, contentWords, isNaming } = request;
  const { topics } = tools;
  const [best] = rankedPlaces(probabilities, tools);
  const isDated = (slots.period ?? slots.series ?? slots.isDateAsked ?? slots.isOnline) !== undefined;
  const { id = "", concept } = best!.topic;
  const isOurs = (slots.concept ?? slots.unknownCity ?? slots.period) !== undefined || request.isOnlyNames;
  const isWhere = WHERE_SECTIONS.has(id);
  const isThere = slots.unknownCity !== undefined && !slots.audiences && concept && (isWhere || id === "who");
  // "Boardroom in Stockholm?", "breakfast in June", and "where is it?", but not "who is there?"
  const isShort = isThere || (contentWords === 0 && (isNaming || id === "" || isWhere));
  if (isShort && isOurs && (isDated || (slots.city ?? slots.unknownCity) !== undefined) && !slots.isPriceAsked)
    return true;
  // A date or an event that is named, or the word "when", makes it likelier.
  const events = shareOf(probabilities, topics, (topic) => isEvents(topic) || saysWhen(topic));
  return (
    events * (isDated && contentWords <= MAX_DATED_WORDS ? 3 : 1) >
    Math.max(0, ...pageMasses(probabilities, topics).values())
  );
}

/** Sections about when something is: `#when`, and those of a city on the page of a concept. */
const saysWhen = ({ id, city, page }: Topic) =>
  id === "when" || (id !== undefined && id === city && !page.startsWith("commerce"));

/** Sections about where something is. */
const WHERE_SECTIONS: ReadonlySet<string> = new Set(["where", "your-city"]);

/** Whether, and why, an event was moved or cancelled. */
export const asksStatus = (request: Request, tools: FactTools) => eventQuestion(request, tools) === "status";

function eventQuestion({ probabilities }: Request, { topics }: FactTools): EventQuestion {
  const sums: Record<string, number> = {};
  probabilities.forEach((p, c) => {
    const topic = topics[c]!;
    const name = isEvents(topic) ? topic.page.slice(7) : saysWhen(topic) ? "next" : undefined;
    if (name) sums[name] = (sums[name] ?? 0) + p;
  });
  const [best] = Object.entries(sums).sort(([, a], [, b]) => b - a);
  return (best?.[0] ?? "next") as EventQuestion;
}

/** Dates or calendars that belong beside the passage of a place. */
export function datesBeside(
  { slots, contentWords }: Request,
  { topic }: Ranked,
  { events }: FactTools,
): Fact | undefined {
  const { concept, id, page } = topic;
  if (id === SUBSCRIBE || (page === "developer" && id === "calendars")) return events.calendars(slots);
  const isDated = (slots.period ?? slots.series) !== undefined && contentWords <= FEW_WORDS;
  return isDated && concept !== undefined && concept === slots.concept ? events.of("next", slots) : undefined;
}

/** What it costs, where that is asked for: of the concept that is named, or of a membership for an audience or a group. */
export function priceFact(
  request: Request,
  { topic, pageScore }: Ranked,
  hasDates: boolean,
  tools: FactTools,
): Fact | undefined {
  const { slots } = request;
  const isPriced = asksPrice(request, tools);
  const isForSome = (slots.people ?? slots.audiences) !== undefined;
  const isOurs = hasDates || slots.audiences !== undefined || topic.concept !== undefined;
  // "What does a return cost us?" asks for a guide, "what would it cost us both?" for nothing else.
  const isElsewhere = pageScore > MIN_ARTICLE || request.contentWords > FEW_WORDS;
  const isAsked = slots.isPriceAsked && (isOurs || !isElsewhere);
  const isSum = slots.people !== undefined && topic.concept === "COMMONS" && !hasDates;
  if (!isPriced && !isAsked && !isSum) return undefined;
  const isMembership = isForSome && topic.concept === "COMMONS";
  // "What does it cost?" is about everything where nothing was named before.
  const isGeneral = request.contentWords <= 1;
  const concept = isMembership ? "COMMONS" : (slots.concept ?? (isGeneral ? undefined : topic.concept));
  const audiences = slots.audiences ?? discounts.filter((one) => isLikely(one, request, tools)).slice(0, 1);
  return tools.prices.of(concept, { ...slots, audiences }, topic.id === VAT);
}

/** Sections that are answered by prices from records. */
const PRICE_SECTIONS: ReadonlySet<string> = new Set([...["cost", VAT, "discounts"], ...discounts]);
/** What something costs in an article is no price of ours. */
const isPrice = ({ id, isPlace, page }: Topic) => isPlace && !page.includes(":") && PRICE_SECTIONS.has(id ?? "");
export const asksPrice = ({ probabilities }: Request, { topics }: FactTools) =>
  shareOf(probabilities, topics, isPrice) > MIN_PRICE_SHARE;
const isLikely = (discount: Discount, { probabilities }: Request, { topics }: FactTools) =>
  shareOf(probabilities, topics, ({ id }) => id === discount) > MIN_PRICE_SHARE;
