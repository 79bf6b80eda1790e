import { answeredByRecords } from "../../addresses/sections.js";
import type { Place } from "../../search/places.js";
import type { eventFactsIn } from "./event-facts.js";
import type { priceFactsIn } from "./price-facts.js";
import type { Fact, repliesIn } from "./replies.js";
import { isDated, type Slots } from "./slots.js";
import { largestOf, pageMasses, sumsBy, type Topic } from "./topics.js";
import type { Question } from "./understand.js";

/** The site does not say if that is so many times likelier than any page. */
const UNKNOWN = 1.5;
/** A section of a less likely page is no certain answer. */
export const MIN_PAGE_SCORE = 0.1;
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

/** Returns what records say of dates and prices, and the places that may answer, of which the first may be certain. */
export function findAnswer(question: Question, tools: AnswerTools) {
  const { probabilities, slots, own } = question;
  const { topics, events } = tools;
  const eventMasses = sumsBy(probabilities, topics, ({ kind, page, saysWhen }) =>
    kind === "events" ? page : saysWhen ? "next" : undefined,
  );
  const ranked = rankedPlaces(probabilities, tools);
  // What a company in another country pays, the section about VAT says, and no amount.
  const paysOtherVat =
    slots.isAbroad === true &&
    (slots.cues.has("price") || slots.people !== undefined) &&
    isMembership(slots, ranked[0]!.topic);
  if (paysOtherVat) ranked.sort((a, b) => Number(isAboutVat(b)) - Number(isAboutVat(a)));
  const { pageScore, topic } = ranked[0]!;
  const eventMass = [...eventMasses.values()].reduce((sum, one) => sum + one, 0);
  const eventScore = isDated(own) || own.unknownCity !== undefined ? DATED * eventMass : eventMass;
  const unknown = sumsBy(probabilities, topics, ({ kind }) => kind).get("unknown") ?? 0;
  const isUnknown = unknown > UNKNOWN * Math.max(eventScore, pageScore);
  const wantsDates = topic.id === answeredByRecords.when || asksForEvents(question, eventScore > pageScore, isUnknown);
  const dates = wantsDates ? events.answer(largestOf(eventMasses)[0], slots) : undefined;
  const price = paysOtherVat ? undefined : priceFact(question, topic, dates !== undefined, tools);
  return { dates, price, ranked, isCertain: paysOtherVat || !(isUnknown || pageScore < MIN_PAGE_SCORE) };
}

const isMembership = ({ concept }: Slots, topic: Topic) => (concept ?? topic.concept ?? "COMMONS") === "COMMONS";

const isAboutVat = ({ topic }: Ranked) => topic.id === answeredByRecords.vat;

/** Only what the question itself names counts: "Is there parking nearby?" asks for no events of an earlier city. */
function asksForEvents({ own, slots, contentWords }: Question, isLikeliest: boolean, isUnknown: boolean): boolean {
  if (own.skip !== undefined) return true;
  const isNamed = isDated(own) || (own.city ?? own.unknownCity) !== undefined;
  const hasOnlyNames = contentWords === 0 && !slots.cues.has("price"); // "Boardroom in Stockholm?"
  if (isNamed && hasOnlyNames) return true;
  // "What does it cost for 5 people in week 49?" asks for its dates, too; "In week 1 of the AI pilot?" does not.
  if (own.period?.weeks && (contentWords <= 1 || slots.cues.has("price") || slots.people)) return true;
  return isLikeliest && (isNamed || !isUnknown);
}

/** Sorts the places of the site by the likelihood of their page, and within a page by their own. */
function rankedPlaces(probabilities: Float32Array, { classes, topics, places }: AnswerTools): Ranked[] {
  const pages = pageMasses(probabilities, topics);
  const ranked = classes.flatMap((name, c): Ranked[] => {
    const place = places.get(name);
    const topic = topics[c]!;
    return place ? [{ place, topic, score: probabilities[c]!, pageScore: pages.get(topic.page)! }] : [];
  });
  return ranked.sort((a, b) => b.pageScore - a.pageScore || b.score - a.score);
}

/** Returns a price if it is asked for dates, a membership or an audience, or for a number of people. */
function priceFact({ slots }: Question, topic: Topic, hasDates: boolean, { prices }: AnswerTools): Fact | undefined {
  const { id = "", concept, listPage } = topic;
  // The members' breakfast is part of the membership, and has no price of its own.
  if (slots.series !== undefined && concept === "COMMONS") return undefined;
  // What something costs in an article is no price of ours, and "Do members pay extra for breakfast?" asks no fee.
  const isPriceSection = listPage === undefined && prices.sections.includes(id);
  const wantsPrice = slots.cues.has("price") && (hasDates || isPriceSection || slots.audiences !== undefined);
  const isSum = slots.people !== undefined && concept === "COMMONS" && !hasDates;
  // Only the membership has discounts.
  const priced = slots.audiences ? "COMMONS" : (slots.concept ?? concept);
  return wantsPrice || isSum ? prices.answer(priced, slots, id === answeredByRecords.vat) : undefined;
}
