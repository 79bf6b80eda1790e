import { answeredByRecords } from "../../addresses/sections.js";
import type { Place } from "../../search/places.js";
import { daysAfter } from "../../text/wall-clock.js";
import type { eventFactsIn } from "./event-facts.js";
import type { priceFactsIn } from "./price-facts.js";
import type { Fact, repliesIn } from "./replies.js";
import { isDated } from "./slots.js";
import { largestOf, pageMasses, sumsBy, type Topic } from "./topics.js";
import type { Question } from "./understand.js";

/** The site does not say if that is so many times likelier than any page. */
const UNKNOWN = 1.5;
/** Answers from event records become so many times likelier if a date, an event or a city without events is named. */
const DATED = 3;

export interface AnswerTools {
  readonly classes: readonly string[];
  readonly topics: readonly Topic[];
  readonly places: ReadonlyMap<string, Place>;
  readonly events: ReturnType<typeof eventFactsIn>;
  readonly prices: ReturnType<typeof priceFactsIn>;
  readonly replies: ReturnType<typeof repliesIn>;
  readonly baseUrl: string;
}

/** A place that may answer, and how likely it and its page are. */
export interface Ranked {
  readonly place: Place;
  readonly topic: Topic;
  readonly score: number;
  readonly pageScore: number;
}

/** How likely it is that dates are asked for. */
export interface DateChance {
  readonly score: number;
  /** What is most likely asked about them: `next`, `list`, `status`, `cities`. */
  readonly kind: string;
}

/** Sorts the places of the site by the likelihood of their page, and within a page by their own. */
export function rankedPlaces({ probabilities }: Question, { classes, topics, places }: AnswerTools): Ranked[] {
  const pages = pageMasses(probabilities, topics);
  const ranked: Ranked[] = [];
  classes.forEach((name, c) => {
    const place = places.get(name);
    const topic = topics[c]!;
    if (place) ranked.push({ place, topic, score: probabilities[c]!, pageScore: pages.get(topic.page)! });
  });
  return ranked.sort((a, b) => b.pageScore - a.pageScore || b.score - a.score);
}

export function dateChance({ probabilities, named }: Question, { topics }: AnswerTools): DateChance {
  const sums = sumsBy(probabilities, topics, ({ kind, page, saysWhen }) => {
    if (kind === "events") return page;
    return saysWhen ? "next" : undefined;
  });
  const sum = [...sums.values()].reduce((sum, chance) => sum + chance, 0);
  return { score: isDated(named) || named.unknownCity ? DATED * sum : sum, kind: largestOf(sums)[0] };
}

/** Whether it is likeliest that the site does not say. */
export function isUnsaid(
  { probabilities }: Question,
  best: Ranked,
  dates: DateChance,
  { topics }: AnswerTools,
): boolean {
  const unknown = sumsBy(probabilities, topics, ({ kind }) => kind).get("unknown") ?? 0;
  return unknown > UNKNOWN * Math.max(dates.score, best.pageScore);
}

/** Only what the question itself names counts: "Is there parking nearby?" asks for no events of an earlier city. */
export function asksForDates(question: Question, best: Ranked, dates: DateChance, isUnknown: boolean): boolean {
  const { named, slots, contentWords } = question;
  if (best.topic.id === answeredByRecords.when || named.skip !== undefined) return true;
  const isNamed = isDated(named) || (named.city ?? named.unknownCity) !== undefined;
  const isPriceAsked = slots.cues.has("price");
  if (isNamed && contentWords === 0 && !isPriceAsked) return true; // "Boardroom in Stockholm?"
  return dates.score > best.pageScore && (isNamed || !isUnknown);
}

/** "Do I have to sign up for 3 December?" is about a date, though not asking for it. */
export const isOnNamedDay = ({ named: { period } }: Question, { topic }: Ranked) =>
  period !== undefined && (period.weeks || daysAfter(period.from, 1) === period.to) && topic.listPage === undefined;

/** Whether an amount is asked that depends on another country or a VAT number: the section about VAT says it. */
export function paysOtherVat({ slots }: Question, { topic }: Ranked, { prices }: AnswerTools): boolean {
  if (!slots.isAbroad || !(slots.cues.has("price") || slots.people)) return false;
  return (slots.concept ?? topic.concept) === "COMMONS" || isAboutPrices(topic, prices);
}

export const isAboutVat = ({ topic }: Ranked) => topic.id === answeredByRecords.vat;

/** What something costs in an article is no price of ours. */
const isAboutPrices = ({ id = "", listPage }: Topic, { sections }: AnswerTools["prices"]) =>
  listPage === undefined && sections.includes(id);

/** Returns a price if it is asked for dates, a membership or an audience, or for a number of people. */
export function priceFact(
  { slots }: Question,
  best: Ranked,
  hasDates: boolean,
  { prices }: AnswerTools,
): Fact | undefined {
  const { concept } = best.topic;
  // The members' breakfast is part of the membership, and has no price of its own.
  if (slots.series && concept === "COMMONS") return undefined;
  // "Do members pay extra for breakfast?" asks no fee.
  const isPriceAsked = slots.cues.has("price") && (hasDates || slots.audiences || isAboutPrices(best.topic, prices));
  const isSumAsked = slots.people && concept === "COMMONS" && !hasDates;
  if (!isPriceAsked && !isSumAsked) return undefined;
  // Only the membership has discounts.
  return prices.answer(slots.audiences ? "COMMONS" : (slots.concept ?? concept), slots, isAboutVat(best));
}
