import { answeredByRecords } from "../../addresses/sections.js";
import type { Place } from "../../search/places.js";
import { wordsIn } from "../../search/words.js";
import type { Engine } from "./engine.js";
import { datesAnswer } from "./event-facts.js";
import { isDay } from "./periods.js";
import { isAnsweredByPrices, priceAnswer } from "./price-facts.js";
import type { Question } from "./question.js";
import type { Fact } from "./replies.js";
import { isDated, type Slots } from "./slots.js";
import { largestOf, pageMasses, sumsBy, type Topic } from "./topics.js";

/** The site does not say if that is so many times likelier than any page. */
const UNKNOWN = 1.5;
/** Answers from event records become so many times likelier if a date, an event or a city without events is named. */
const DATED = 3;

/** "Who hosts it?" and "What's the topic then?" are short. */
const MAX_WORDS_OF_SHORT = 4;

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
  /** Whether it is likelier that the site says it than that it does not. */
  readonly isSaid: boolean;
}

/** Sorts the places of the site by the likelihood of their page, and within a page by their own. */
export function rankedPlaces({ probabilities }: Question, { classifier, topics, places }: Engine): Ranked[] {
  const pages = pageMasses(probabilities, topics);
  const ranked: Ranked[] = [];
  classifier.classes.forEach((name, c) => {
    const place = places.get(name);
    const topic = topics[c]!;
    if (place) ranked.push({ place, topic, score: probabilities[c]!, pageScore: pages.get(topic.page)! });
  });
  return ranked.sort((a, b) => b.pageScore - a.pageScore || b.score - a.score);
}

/** Returns the dates and the price that are asked for. `best` is the place that is likeliest to answer. */
export function findFacts(question: Question, best: Ranked, engine: Engine): Facts {
  const { topics, page } = engine;
  const { probabilities, slots, named } = question;
  const questionsOfDates = sumsBy(probabilities, topics, ({ kind, page, saysWhen }) => {
    if (kind === "events") return page;
    return saysWhen ? "next" : undefined;
  });
  const sumOfDates = [...questionsOfDates.values()].reduce((sum, chance) => sum + chance, 0);
  const dateScore = isDated(named) || (named.unknownCity ?? slots.home) ? DATED * sumOfDates : sumOfDates;
  const unknown = sumsBy(probabilities, topics, ({ kind }) => kind).get("unknown") ?? 0;
  const isUnknown = unknown > UNKNOWN * Math.max(dateScore, best.pageScore);

  const areDatesAsked = asksForDates(question, best, dateScore, isUnknown);
  // "Do I have to sign up for 3 December?" is about a date, though not asking for it.
  // A short question is about the event of the answer before; a longer one has little use for it again.
  const isOfDay = !question.isOfDayBefore || wordsIn(question.text).length <= MAX_WORDS_OF_SHORT;
  const isOnNamedDay = named.period && isOfDay && isDay(named.period) && best.topic.listPage === undefined;
  const questionOfDates = areDatesAsked ? largestOf(questionsOfDates)[0] : "list";
  // "Why was it moved?" can be about another date than that of the answer before, if that one was not.
  const isDayNamed = !question.isOfDayBefore;
  const ofDates = questionOfDates === "next" || named.cues.has("when") ? withSubject(slots, page) : slots;
  const dates = areDatesAsked || isOnNamedDay ? datesAnswer(questionOfDates, ofDates, isDayNamed, engine) : undefined;
  const isVatAsked = best.topic.id === answeredByRecords.vat || slots.isAbroad === true;
  // "I'd like to bring 18 students to an evening. What does it cost?" asks for no membership.
  const concept = slots.concept ?? (slots.audiences ? "COMMONS" : best.topic.concept);
  const price = isPriceAsked(question, best.topic, dates !== undefined, engine)
    ? priceAnswer(concept, slots, isVatAsked, engine)
    : undefined;
  return { dates, price, areDatesAsked, dateScore, isSaid: !isUnknown };
}

/** "Which date comes first?" is about the page; "What's on in Stockholm in May?" asks for all. */
function withSubject(slots: Slots, page: Engine["page"]): Slots {
  if (slots.series ?? slots.unknownCity ?? (slots.period && slots.city)) return slots;
  const concept = slots.concept ?? page?.concept;
  return { ...slots, concept, city: slots.city ?? (concept === page?.concept ? page?.city : undefined) };
}

/** Only what the question itself names counts: "Is there parking nearby?" asks for no events of an earlier city. */
function asksForDates({ named, slots, contentWords }: Question, best: Ranked, dateScore: number, isUnknown: boolean) {
  if (best.topic.id === answeredByRecords.when || named.cues.has("afterThat")) return true;
  const isCityNamed = named.city !== undefined && named.city === slots.city;
  const isNamed = isDated(named) || isCityNamed || named.unknownCity !== undefined;
  if (isNamed && contentWords.length === 0 && !slots.cues.has("price")) return true; // "Boardroom in Stockholm?"
  return dateScore > best.pageScore && (isNamed || !isUnknown);
}

/** Returns whether a price is asked for dates, a membership or an audience, or for a number of people. */
function isPriceAsked({ slots }: Question, topic: Topic, hasDates: boolean, engine: Engine) {
  // The members' breakfast is part of the membership, and has no price of its own.
  const isOnDay = slots.series !== undefined || (slots.period !== undefined && isDay(slots.period));
  if (isOnDay && slots.concept === "COMMONS") return false;
  if (slots.people && topic.concept === "COMMONS" && !hasDates) return true;
  // "Do members pay extra for breakfast?" asks no fee, and what something costs in an article is no price of ours.
  const isAboutPrices = topic.listPage === undefined && isAnsweredByPrices(topic.id, engine);
  return slots.cues.has("price") && (hasDates || slots.audiences !== undefined || isAboutPrices);
}
