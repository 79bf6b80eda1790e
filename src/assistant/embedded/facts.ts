import { answeredByRecords } from "../../addresses/sections.js";
import type { Place } from "../../search/places.js";
import type { Locale } from "../../text/locale.js";
import { daysAfter } from "../../text/wall-clock.js";
import type { eventFactsIn } from "./event-facts.js";
import type { Period } from "./periods.js";
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
  readonly locale: Locale;
}

/** A place that may answer, and how likely it and its page are. */
export interface Ranked {
  readonly place: Place;
  readonly topic: Topic;
  readonly score: number;
  readonly pageScore: number;
}

/** What records say of a question. */
export interface Facts {
  readonly dates: Fact | undefined;
  readonly price: Fact | undefined;
  /** If not, dates can stand beside a section as the question names their day. */
  readonly areDatesAsked: boolean;
  /** How likely it is that dates are asked for. */
  readonly dateScore: number;
  readonly isVatAsked: boolean;
  /** Whether it is likelier that the site says it than that it does not. */
  readonly isSaid: boolean;
}

/**
 * Sorts the places of the site by the likelihood of their page, and within a page by their own. What a company in
 * another country pays, the section about VAT says.
 */
export function rankedPlaces(question: Question, { classes, topics, places, events, prices }: AnswerTools): Ranked[] {
  const { probabilities, named } = question;
  const pages = pageMasses(probabilities, topics);
  // "Can I come late on 9 December?" is about what is on that day.
  const concept = named.period && isDay(named.period) ? (named.concept ?? events.conceptIn(named.period)) : undefined;
  const ranked: Ranked[] = [];
  classes.forEach((name, c) => {
    const place = places.get(name);
    const topic = topics[c]!;
    const isOther = concept && topic.concept && topic.concept !== concept;
    if (place && !isOther) ranked.push({ place, topic, score: probabilities[c]!, pageScore: pages.get(topic.page)! });
  });
  ranked.sort((a, b) => b.pageScore - a.pageScore || b.score - a.score);
  const isOtherVat = paysOtherVat(question, ranked[0]!.topic, prices);
  return isOtherVat ? ranked.sort((a, b) => Number(isAboutVat(b.topic)) - Number(isAboutVat(a.topic))) : ranked;
}

/** Returns the dates and the price that are asked for. `ranked` are the places that may answer, the likeliest first. */
export function findFacts(
  question: Question,
  ranked: readonly Ranked[],
  { topics, events, prices }: AnswerTools,
): Facts {
  const { probabilities, slots, named } = question;
  const best = ranked[0]!;
  const questionsOfDates = sumsBy(probabilities, topics, ({ kind, page, saysWhen }) => {
    if (kind === "events") return page;
    return saysWhen ? "next" : undefined;
  });
  const sumOfDates = [...questionsOfDates.values()].reduce((sum, chance) => sum + chance, 0);
  const dateScore = isDated(named) || named.unknownCity ? DATED * sumOfDates : sumOfDates;
  const unknown = sumsBy(probabilities, topics, ({ kind }) => kind).get("unknown") ?? 0;
  const isUnknown = unknown > UNKNOWN * Math.max(dateScore, best.pageScore);

  const areDatesAsked = asksForDates(question, best, dateScore, isUnknown);
  // "Do I have to sign up for 3 December?" is about a date, though not asking for it.
  const isOnNamedDay = named.period && isDay(named.period) && best.topic.listPage === undefined;
  const dates = areDatesAsked || isOnNamedDay ? events.answer(largestOf(questionsOfDates)[0], slots) : undefined;
  const isOtherVat = paysOtherVat(question, best.topic, prices);
  const price = isOtherVat ? undefined : priceFact(question, best.topic, dates !== undefined, prices);
  return {
    dates,
    price,
    areDatesAsked,
    dateScore,
    isVatAsked: isAboutVat(best.topic),
    isSaid: isOtherVat || !isUnknown,
  };
}

/** Only what the question itself names counts: "Is there parking nearby?" asks for no events of an earlier city. */
function asksForDates({ named, slots, contentWords }: Question, best: Ranked, dateScore: number, isUnknown: boolean) {
  if (best.topic.id === answeredByRecords.when || named.skip !== undefined) return true;
  const isNamed = isDated(named) || (named.city ?? named.unknownCity) !== undefined;
  if (isNamed && contentWords.length === 0 && !slots.cues.has("price")) return true; // "Boardroom in Stockholm?"
  return dateScore > best.pageScore && (isNamed || !isUnknown);
}

const isDay = ({ from, to, weeks }: Period) => weeks !== undefined || daysAfter(from, 1) === to;

/** Whether an amount is asked that depends on another country or a VAT number: the section about VAT says it. */
function paysOtherVat({ slots }: Question, topic: Topic, prices: AnswerTools["prices"]): boolean {
  if (!slots.isAbroad || !(slots.cues.has("price") || slots.people)) return false;
  return (slots.concept ?? topic.concept) === "COMMONS" || isAboutPrices(topic, prices);
}

const isAboutVat = ({ id }: Topic) => id === answeredByRecords.vat;

/** What something costs in an article is no price of ours. */
const isAboutPrices = ({ id = "", listPage }: Topic, { sections }: AnswerTools["prices"]) =>
  listPage === undefined && sections.includes(id);

/** Returns a price if it is asked for dates, a membership or an audience, or for a number of people. */
function priceFact({ slots }: Question, topic: Topic, hasDates: boolean, prices: AnswerTools["prices"]) {
  const { concept } = topic;
  // The members' breakfast is part of the membership, and has no price of its own.
  if (slots.series && concept === "COMMONS") return undefined;
  // "Do members pay extra for breakfast?" asks no fee.
  const isPriceAsked = slots.cues.has("price") && (hasDates || slots.audiences || isAboutPrices(topic, prices));
  const isSumAsked = slots.people && concept === "COMMONS" && !hasDates;
  if (!isPriceAsked && !isSumAsked) return undefined;
  // Only the membership has discounts.
  return prices.answer(slots.audiences ? "COMMONS" : (slots.concept ?? concept), slots, isAboutVat(topic));
}
