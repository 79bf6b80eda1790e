import { type Concept, concepts } from "../../addresses/concepts.js";
import type { PageName } from "../../addresses/paths.js";
import { answeredByRecords, formPages } from "../../addresses/site-map.js";
import { pricesInWords, pricesOf } from "../../membership/price.js";
import type { Place } from "../../search/places.js";
import { wordsIn } from "../../search/words.js";
import { listInWords, moneyInWords, percentInWords } from "../../text/in-words.js";
import { type Conversation, type Reply, sourceOf } from "./conversation.js";
import { datesAnswer } from "./event-facts.js";
import { isDayOrNumberedWeeks as isDay } from "./periods.js";
import type { Question } from "./question.js";
import { isDated, namesAny, type Slots } from "./slots.js";
import { largestOf, pageMasses, sumsBy, type Topic } from "./topics.js";

/** The site does not say if that is so many times likelier than any page. */
const UNKNOWN = 1.5;
/** Answers from event records become so many times likelier if a date, an event or a city without events is named. */
const DATED = 3;
/** A question about what follows asks for dates if they are at least this likely, as a share of the best place's page. */
const MOVING_ON = 0.1;
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
  readonly dates: Reply | undefined;
  readonly price: Reply | undefined;
  /** If not, dates can stand beside a section as the question names their day. */
  readonly areDatesAsked: boolean;
  /** How likely it is that dates are asked for. */
  readonly dateScore: number;
  /** Whether it is likelier that the site says it than that it does not. */
  readonly isSaid: boolean;
}

/** Sorts the places of the site by how likely they are, and by how likely their page is. */
export function rankedPlaces({ probabilities }: Question, { classifier, topics, places }: Conversation): Ranked[] {
  const pages = pageMasses(probabilities, topics);
  const ranked: Ranked[] = [];
  classifier.classes.forEach((name, c) => {
    const place = places.get(name);
    const topic = topics[c]!;
    if (place) ranked.push({ place, topic, score: probabilities[c]!, pageScore: pages.get(topic.page)! });
  });
  return ranked.sort((a, b) => b.pageScore + b.score - a.pageScore - a.score);
}

/** Returns the dates and the price that are asked for. `best` is the place that is likeliest to answer. */
export function findFacts(question: Question, best: Ranked, conversation: Conversation): Facts {
  const { probabilities, slots, named } = question;
  const questionsOfDates = sumsBy(probabilities, conversation.topics, ({ kind, detail, saysWhen }) => {
    if (kind === "events") return detail;
    return saysWhen ? "next" : undefined;
  });
  const sumOfDates = [...questionsOfDates.values()].reduce((sum, chance) => sum + chance, 0);
  const isDateNamed = isDated(named) || namesAny(named, "unknownCity") || namesAny(slots, "home");
  const dateScore = isDateNamed ? DATED * sumOfDates : sumOfDates;
  const unknown = sumsBy(probabilities, conversation.topics, ({ kind }) => kind).get("unknown") ?? 0;
  const isSaid = unknown <= UNKNOWN * Math.max(dateScore, best.pageScore);

  const areDatesAsked = asksForDates(question, best, dateScore, isSaid);
  const dates = areDatesAsked
    ? findDates(largestOf(questionsOfDates)[0], question, conversation)
    : findDatesOfDay(question, best, conversation);
  const price = findPrice(question, best.topic, dates !== undefined, conversation);
  return { dates, price, areDatesAsked, dateScore, isSaid };
}

function findDates(kind: string, { slots, named, isOfDayBefore }: Question, conversation: Conversation): Reply {
  const isOfPage = kind === "next" || named.cues.has("when");
  return datesAnswer(kind, isOfPage ? withSubject(slots, conversation.page) : slots, !isOfDayBefore, conversation);
}

/** "Do I have to sign up for 3 December?" is about a date, though not asking for it. */
function findDatesOfDay(question: Question, best: Ranked, conversation: Conversation): Reply | undefined {
  const { period } = question.named;
  if (!period || !isDay(period) || best.topic.listPage !== undefined) return undefined;
  // A short question is about the event of the answer before; a longer one has little use for it again.
  if (question.isOfDayBefore && wordsIn(question.text).length > MAX_WORDS_OF_SHORT) return undefined;
  return findDates("list", question, conversation);
}

/** "Which date comes first?" is about the page; "What's on in Stockholm in May?" asks for all. */
function withSubject(slots: Slots, page: Conversation["page"]): Slots {
  if (namesAny(slots, "series", "unknownCity") || (slots.period && slots.city)) return slots;
  const concept = slots.concept ?? page?.concept;
  return { ...slots, concept, city: slots.city ?? (concept === page?.concept ? page?.city : undefined) };
}

/** Only what the question itself names counts: "Is there parking nearby?" asks for no events of an earlier city. */
function asksForDates({ named, slots, contentWords }: Question, best: Ranked, dateScore: number, isSaid: boolean) {
  if (best.topic.id === answeredByRecords.when) return true;
  // "Anything else that week?" asks for dates, "How long do you keep my details after that?" does not.
  const canMoveOn = contentWords.length === 0 || dateScore > MOVING_ON * best.pageScore;
  if (canMoveOn && (named.cues.has("afterThat") || named.cues.has("sameWeek"))) return true;
  const isCityNamed = named.city !== undefined && named.city === slots.city;
  const isNamed = isDated(named) || isCityNamed || named.unknownCity !== undefined;
  if (isNamed && contentWords.length === 0 && !slots.cues.has("price")) return true; // "Boardroom in Stockholm?"
  return dateScore > best.pageScore && (isNamed || isSaid);
}

function findPrice(
  { slots }: Question,
  topic: Topic,
  hasDates: boolean,
  conversation: Conversation,
): Reply | undefined {
  if (!isPriceAsked(slots, topic, hasDates, conversation)) return undefined;
  // "I'd like to bring 18 students to an evening. What does it cost?" asks for no membership.
  const concept = slots.concept ?? (slots.discounts ? "COMMONS" : topic.concept);
  const isVatAsked = topic.id === answeredByRecords.vat || slots.isAbroad === true;
  return priceAnswer(concept, slots, isVatAsked, conversation);
}

/** Whether the price of dates, a membership or a discount is asked for. */
function isPriceAsked(slots: Slots, topic: Topic, hasDates: boolean, conversation: Conversation): boolean {
  // The members' breakfast is part of the membership, and has no price of its own.
  const isOnDay = slots.series !== undefined || (slots.period !== undefined && isDay(slots.period));
  if (isOnDay && slots.concept === "COMMONS") return false;
  // "Do members pay extra for breakfast?" asks no fee, and what something costs in an article is no price of ours.
  const isAboutPrices = topic.listPage === undefined && isAnsweredByPrices(topic.id, conversation);
  const isAboutMembershipPrice = slots.discounts !== undefined || isAboutPrices;
  if (slots.people && topic.concept === "COMMONS" && isAboutMembershipPrice && !hasDates) return true;
  if (!slots.cues.has("price")) return false;
  const isOfMembers = slots.concept === undefined || slots.concept === "COMMONS";
  if (slots.people && isOfMembers && !hasDates) return true; // "There are seven of us. The price?"
  return hasDates || isAboutMembershipPrice;
}

/** Whether prices from records answer the section. */
function isAnsweredByPrices(section: string | undefined, conversation: Conversation): boolean {
  if (section === undefined) return false;
  const { cost, vat, discounts } = answeredByRecords;
  return (
    section === cost ||
    section === vat ||
    section === discounts ||
    discountsIn(conversation).some(({ id }) => id === section)
  );
}

/** States what a concept costs, or all of them; undefined for a concept whose coming dates are not all free. */
function priceAnswer(
  concept: Concept["code"] | undefined,
  slots: Slots,
  isVatAsked: boolean,
  conversation: Conversation,
): Reply | undefined {
  const { t, locale } = conversation;
  const free = freeConcepts(concept, conversation);
  const names = listInWords(
    free.map(({ name }) => name),
    locale,
  );
  const key = free.length > 1 ? "assistant:prices.allFree" : "assistant:prices.free";
  const text = free.length > 0 ? t(key, { concept: names }) : "";
  const sources = free.map(({ slug }) => sourceOf(`${slug}-faq`, conversation));
  if (concept !== undefined && concept !== "COMMONS") return text ? { text, sources } : undefined;
  const fee = membersFee(slots, isVatAsked, conversation);
  if (!text) return fee;
  return { text: `${text} ${fee.text}`, sources: [...fee.sources.slice(0, 1), ...sources] };
}

/** Returns the concepts whose coming events are all free. */
function freeConcepts(code: Concept["code"] | undefined, { site }: Conversation): Concept[] {
  return concepts.filter((concept) => {
    if (concept.code === "COMMONS" || (code !== undefined && concept.code !== code)) return false;
    const toCome = { endsAfter: site.clock(), startsBefore: Infinity };
    const dates = site.snapshot().agenda.search({ concept: concept.code }, toCome);
    return dates.length > 0 && dates.every(({ event }) => event.price === null);
  });
}

/** States one price for each of several discounts, as nobody knows how many people each has. */
function membersFee(slots: Slots, isVatAsked: boolean, conversation: Conversation): Reply {
  const { discounts, people = 1 } = slots;
  const ofGroups = discountsIn(conversation).filter(({ minPeople }) => minPeople !== undefined);
  // Somebody in a group is still what they were before: "Our shop is a charity's." "Does it help that we are five?"
  const isOfGroup = discounts?.[0] !== undefined && discounts.every((id) => ofGroups.some((group) => group.id === id));
  const earlier = discounts === undefined || isOfGroup ? (slots.earlierDiscounts ?? []) : [];
  const named: (string | undefined)[] = [...earlier, ...(discounts ?? [])];
  if (named.length > 0) named.push(...ofGroups.filter(({ minPeople = 0 }) => people >= minPeople).map(({ id }) => id));
  // "And if we can't deduct VAT?", after it was about a charity, gets the full price and the charity's.
  if (discounts === undefined && named.length === 1) named.unshift(undefined);
  const priced = [...new Set(named)];
  if (priced.length < 2) return membershipFee(priced[0], isVatAsked, people, conversation);
  const fees = priced.map((discount, index) =>
    membershipFee(discount, isVatAsked && index === priced.length - 1, 1, conversation),
  );
  return {
    text: [...fees.map(({ text }) => text), conversation.t("assistant:prices.largest")].join(" "),
    sources: fees.flatMap(({ sources }) => sources.slice(0, 1)),
  };
}

/** States the full price of a membership or that of an audience, its VAT, and the sum for several people. */
function membershipFee(
  audience: string | undefined,
  isVatAsked: boolean,
  people: number,
  conversation: Conversation,
): Reply {
  const { t, locale, site } = conversation;
  const { membership } = site.library;
  const inPercent = (percent: number) => percentInWords(percent, locale);
  const named = discountsIn(conversation).find(({ id }) => id === audience);
  const isTooSmall = people > 1 && people < (named?.minPeople ?? 0);
  const ofGroup = discountsIn(conversation).find(({ minPeople = Infinity }) => people >= minPeople);
  const discount = isTooSmall ? undefined : (named ?? ofGroup);
  const { withoutVat, withVat } = pricesOf(membership, discount?.percent);
  const prices = pricesInWords(membership, locale, discount?.percent);
  const vat = moneyInWords(withVat - withoutVat, membership.currency, locale);

  const texts = [
    discount
      ? t("assistant:prices.discounted", { ...prices, vat, who: discount.who, percent: inPercent(discount.percent) })
      : t("assistant:prices.full", { ...prices, vat }),
  ];
  if (isVatAsked) texts.push(t("assistant:prices.vat", { ...prices, vat, percent: inPercent(membership.vat) }));
  if (people > 1) {
    const sum = pricesInWords({ ...membership, price: people * withoutVat }, locale);
    texts.push(t("assistant:prices.sum", { people, ...sum }));
  }
  const pages: PageName[] = discount ? ["commerce-commons-discounts", formPages.join] : [formPages.join];
  const ofForm = formPages[discount?.form ?? "join"];
  if (ofForm !== formPages.join) pages.unshift(ofForm);
  return { text: texts.join(" "), sources: pages.map((page) => sourceOf(page, conversation)) };
}

const discountsIn = ({ site, locale }: Conversation) => site.library.membership.discounts[locale];
