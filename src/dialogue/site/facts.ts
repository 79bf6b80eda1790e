import { answeredByRecords } from "../../addresses/site-map.js";
import { type Occurrence, signUpOf, takesPlace } from "../../events/event.js";
import type { Place } from "../../search/places.js";
import { namedDates } from "./coming-dates.js";
import { datesAnswer } from "./event-facts.js";
import { isDayOrNumberedWeeks } from "./periods.js";
import { findPrice } from "./prices.js";
import type { Question } from "./question.js";
import type { Reply, Setting } from "./setting.js";
import { isDated, namesAny, type Slots } from "./slots.js";
import { largestOf, pageMasses, sumsBy, type Topic } from "./topics.js";

/** The site does not say if that is so many times likelier than any page. */
const UNKNOWN = 2;
/** Answers from event records become so many times likelier if a date, an event or a city without events is named. */
const DATED = 3;
/** A section is shown beside dates if its page is at least this likely, as a share of theirs. */
const ASIDE = 0.1;
/** "Who hosts it?" and "What's the topic then?" have one content word. */
const MAX_WORDS_OF_SHORT = 1;

/** A place that may answer, and how likely it and its page are. */
export interface Ranked {
  readonly place: Place;
  readonly topic: Topic;
  readonly score: number;
  readonly pageScore: number;
}

/** What answers a question: nothing on the site, sections, dates with a section that says more, or dates alone. */
type Lead = "nothing" | "sections" | "dates and section" | "dates";

/** What records say of a question. Below sections, the dates of a day that it names can stand, and the price. */
export interface Facts {
  readonly lead: Lead;
  readonly dates: Reply | undefined;
  readonly price: Reply | undefined;
}

/** Sorts the places of the site by how likely they are, and by how likely their page is. */
export function rankedPlaces({ probabilities }: Question, { classifier, topics, places }: Setting): Ranked[] {
  const pages = pageMasses(probabilities, topics);
  const ranked: Ranked[] = [];
  classifier.classes.forEach((name, c) => {
    const place = places.get(name);
    const topic = topics[c]!;
    if (place) ranked.push({ place, topic, score: probabilities[c]!, pageScore: pages.get(topic.page)! });
  });
  return ranked.sort((a, b) => b.pageScore + b.score - a.pageScore - a.score);
}

/** Decides what answers a question. `best` is the place that is likeliest to answer. */
export function findFacts(question: Question, best: Ranked, setting: Setting): Facts {
  const { probabilities, named } = question;
  const chances = sumsBy(probabilities, setting.topics, ({ kind, detail, saysWhen }) => {
    if (kind === "events") return detail;
    return saysWhen ? "next" : undefined;
  });
  const sumOfDates = [...chances.values()].reduce((sum, chance) => sum + chance, 0);
  const dateScore = isDated(named) || named.unknownCity !== undefined ? DATED * sumOfDates : sumOfDates;
  const unknown = sumsBy(probabilities, setting.topics, ({ kind }) => kind).get("unknown") ?? 0;
  const isSaid = unknown <= UNKNOWN * Math.max(dateScore, best.pageScore);

  if (asksForClosedSignUp(question, best, setting))
    return { lead: "dates", ...factsOfDates("next", question, best, setting) };
  if (asksForDates(question, best, dateScore, isSaid)) {
    const hasSection = isSaid && asksMoreThanDates(question, best, dateScore);
    const facts = factsOfDates(largestOf(chances)[0], question, best, setting);
    return { lead: hasSection ? "dates and section" : "dates", ...facts };
  }
  const dates = findDatesOfDay(question, best, setting);
  const price = findPrice(question, best.topic, dates !== undefined, setting);
  return { lead: isSaid || dates || price ? "sections" : "nothing", dates, price };
}

function factsOfDates(asksFor: string, question: Question, best: Ranked, setting: Setting) {
  const dates = findDates(asksFor, question, setting);
  return { dates, price: findPrice(question, best.topic, true, setting) };
}

/** "Is there food on 9 December?" asks for what a section says, and what is on that day helps. */
function asksMoreThanDates({ named, slots, contentWords }: Question, { topic, pageScore }: Ranked, dateScore: number) {
  if (topic.saysWhen || topic.id === undefined || topic.listPage !== undefined) return false;
  const isTimeOrPlaceNamed = named.period !== undefined || slots.unknownCity !== undefined;
  return isTimeOrPlaceNamed && contentWords.length > 0 && pageScore > ASIDE * dateScore;
}

/** "Can I still sign up for tonight?" is answered by the date if it is full, closed, off or over, as a section says yes. */
function asksForClosedSignUp({ slots, named }: Question, { topic }: Ranked, setting: Setting): boolean {
  const isOfSignUp = answeredByRecords.signUp.some((id) => id === topic.id) && topic.concept !== "COMMONS";
  const { concept, city, series, period } = withSubject(slots, setting.page);
  const isOneDate = series !== undefined || (concept !== undefined && city !== undefined);
  if (!isOfSignUp || !(period ?? isOneDate)) return false;
  const dates = namedDates({ ...slots, concept, city }, [], setting);
  if (dates.length === 0) return named.period !== undefined;
  const now = setting.site.clock();
  const isClosed = (date: Occurrence) => !takesPlace(date) || ["full", "closed"].includes(signUpOf(date, now) ?? "");
  return (period ? dates : dates.slice(0, 1)).every(isClosed);
}

function findDates(asksFor: string, { slots, named, isOfDayBefore }: Question, setting: Setting): Reply {
  const isOfPage = asksFor === "next" || named.cues.has("when");
  const ofPage = isOfPage ? withSubject(slots, setting.page) : slots;
  return datesAnswer(asksFor, ofPage, !isOfDayBefore, setting);
}

/** "Do I have to sign up for 3 December?" is about a date, though not asking for it. */
function findDatesOfDay(question: Question, best: Ranked, setting: Setting): Reply | undefined {
  const { period } = question.named;
  if (!period || !isDayOrNumberedWeeks(period) || best.topic.listPage !== undefined) return undefined;
  // A short question is about the event of the answer before; a longer one has little use for it again.
  if (question.isOfDayBefore && question.contentWords.length > MAX_WORDS_OF_SHORT) return undefined;
  return findDates("list", question, setting);
}

/** "Which date comes first?" is about the page; "What's on in Stockholm in May?" asks for all. */
function withSubject(slots: Slots, page: Setting["page"]): Slots {
  if (namesAny(slots, "series", "unknownCity") || (slots.period && slots.city)) return slots;
  const concept = slots.concept ?? page?.concept;
  return { ...slots, concept, city: slots.city ?? (concept === page?.concept ? page?.city : undefined) };
}

/** Only what the question itself names counts: "Is there parking nearby?" asks for no events of an earlier city. */
function asksForDates({ named, contentWords }: Question, best: Ranked, dateScore: number, isSaid: boolean) {
  if (best.topic.id === answeredByRecords.when) return true;
  const isNamed = isDated(named) || namesAny(named, "city", "unknownCity");
  // "Boardroom in Stockholm?" and "When is the members' next breakfast?" ask for nothing else.
  const isAlone = contentWords.length === 0 || named.cues.has("next");
  if (isNamed && isAlone) return true;
  return dateScore > best.pageScore && (isNamed || isSaid);
}
