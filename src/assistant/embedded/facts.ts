import type { Place } from "../../search/places.js";
import { answeredByRecords } from "../../site/sections.js";
import type { EventFacts, EventQuestion } from "./event-facts.js";
import type { PriceFacts } from "./price-facts.js";
import type { Fact, Replies } from "./replies.js";
import { isDated } from "./slots.js";
import { largestOf, pageMasses, sumsBy, type Topic } from "./topics.js";
import type { Question } from "./understand.js";

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

/** What answers a question. */
export interface Found {
  /** What records say of dates, where they answer it. */
  readonly dates: Fact | undefined;
  /** What it costs, where that is asked. */
  readonly price: Fact | undefined;
  /** The places that may answer, the likeliest first. */
  readonly ranked: readonly Ranked[];
  /** Whether the site probably does not say. */
  readonly isUnknown: boolean;
}

export function findFor(question: Question, tools: AnswerTools): Found {
  const { probabilities, slots, own, contentWords } = question;
  const { topics, events } = tools;
  const eventMasses = sumsBy(probabilities, topics, ({ kind, page, saysWhen }) =>
    kind === "events" ? page : saysWhen ? "next" : undefined,
  );
  const ranked = rankedPlaces(probabilities, tools);
  const { pageScore, topic } = ranked[0]!;
  const isNamed = isDated(own) || own.skip !== undefined || (own.city ?? own.unknownCity) !== undefined;
  const eventScore = [...eventMasses.values()].reduce((sum, one) => sum + one, 0) * (isDated(own) ? DATED : 1);
  const unknown = sumsBy(probabilities, topics, ({ kind }) => kind).get("unknown") ?? 0;
  const isUnknown = unknown > UNKNOWN * Math.max(eventScore, pageScore);
  // "Boardroom in Stockholm?", "breakfast in June"
  const isOnlyNamed = isNamed && contentWords === 0 && !slots.cues.has("price");
  // "Is there parking nearby?" asks for no events in the city that was named before.
  const asksEvents =
    (eventScore > pageScore && (isNamed || !isUnknown)) || topic.id === answeredByRecords.when || isOnlyNamed;
  const dates = asksEvents ? events.of(largestOf(eventMasses)[0] as EventQuestion, slots) : undefined;
  return { dates, price: priceFact(question, topic, dates !== undefined, tools), ranked, isUnknown };
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

/** Asked of dates, of a membership, or for an audience or a number of people. */
function priceFact({ slots }: Question, topic: Topic, hasDates: boolean, { prices }: AnswerTools): Fact | undefined {
  const { id = "", concept, list } = topic;
  // The members' breakfast is part of the membership, and has no price of its own.
  if (slots.series !== undefined && concept === "COMMONS") return undefined;
  // What something costs in an article is no price of ours, and "Do members pay extra for breakfast?" asks no fee.
  const isPriceSection = list === undefined && prices.sections.includes(id);
  const wantsPrice = slots.cues.has("price") && (hasDates || isPriceSection || slots.audiences !== undefined);
  const isSum = slots.people !== undefined && concept === "COMMONS" && !hasDates;
  // Only the membership has discounts.
  const priced = slots.audiences ? "COMMONS" : (slots.concept ?? concept);
  return wantsPrice || isSum ? prices.of(priced, slots, id === answeredByRecords.vat) : undefined;
}
