import type { PageName } from "../../addresses/pages.js";
import { type Occurrence, signUpOf, takesPlace } from "../../events/agenda.js";
import type { Source } from "../../pages/sources.js";
import type { Place } from "../../search/places.js";
import { blocksIn } from "../../search/words.js";
import type { LocalDate } from "../../text/wall-clock.js";
import { datesAnswer, namedDates } from "./dates.js";
import { isDayOrNumberedWeeks } from "./periods.js";
import { findPrice } from "./prices.js";
import type { Question } from "./question.js";
import { contactDetails, type Reply, type Setting, sourceOf } from "./setting.js";
import { isDated, namesAny, type Slots } from "./slots.js";
import {
  answeredByRecords,
  type Candidate,
  type DateQuestion,
  likeliest,
  sumsBy,
  sumsByKind,
  sumsByPage,
} from "./topics.js";

/** The answer to one question: paragraphs, each of which an answer to several shows once. */
export interface Part {
  readonly kind: "answered" | "unknown" | "talk";
  readonly texts: readonly string[];
  /** The best comes first. */
  readonly sources: readonly Source[];
  /** That of the event that it names first. */
  readonly day?: LocalDate | undefined;
  /** Names of the sections that it quotes. */
  readonly shown?: readonly string[];
}

/** A place that may answer, and how likely it and its page are. */
interface Ranked extends Candidate {
  readonly place: Place;
  readonly pageProbability: number;
}

/** What a question is answered with: facts from records, and sections below them. Without any, the site does not say. */
interface Shown {
  readonly dates?: Reply | undefined;
  readonly price?: Reply | undefined;
  readonly sections: readonly Ranked[];
}

export const MAX_SOURCES = 3;
/** A question counts as unknown to the site if that is so many times likelier than dates and the best page. */
const UNKNOWN = 2;
/** Answers from event records become so many times likelier if a date, an event or a city without events is named. */
const DATED = 3;
/** A section is shown beside dates if its page is at least this likely, as a share of theirs. */
const ASIDE = 0.1;
/** A second section is shown if it is at least this likely beside the best. */
const SECOND = 0.5;
/** "Who hosts it?" and "What's the topic then?" have one content word. */
const MAX_WORDS_OF_SHORT = 1;
/** A question about a price with more words of its own asks for more: "May my employer pay?" */
const MAX_WORDS_OF_PRICE = 2;

/** Answers one question; `isOnly` if its turn has no other. */
export function answerQuestion(question: Question, isOnly: boolean, setting: Setting): Part {
  const contact = sourceOf("contact", setting);
  const unknown = setting.t("assistant:unknown", contactDetails(setting));
  if (question.scope === "talk") return smallTalk(question, setting);
  if (question.scope === "out-of-scope") return { kind: "unknown", texts: [unknown], sources: [contact] };

  const ranked = rankedPlaces(question, setting);
  const best = ranked[0]!;
  const near = ranked.slice(0, MAX_SOURCES * 4).map(({ place }) => pageOf(place));
  const { dates, price, sections } = findShown(question, ranked, isOnly, setting);
  const facts = [dates, price].filter((fact) => fact !== undefined);
  if (facts.length === 0 && sections.length === 0) {
    const isOfPage = best.topic.listPage === undefined;
    const nearest = isOfPage ? [setting.t("assistant:nearest"), quoteOf(best.place, setting)] : [];
    return { kind: "unknown", texts: [unknown, ...nearest], sources: firstPages([contact, ...near]) };
  }
  const sources = [...facts.flatMap(({ sources }) => sources), ...sections.map(({ place }) => pageOf(place))];
  return {
    kind: "answered",
    texts: [...facts.map(({ text }) => text), ...sections.map(({ place }) => quoteOf(place, setting))],
    sources: firstPages(dates ? sources : [...sources, ...near]),
    day: dates?.day,
    shown: sections.map(({ place }) => place.key),
  };
}

const talkPages: Record<string, PageName> = { person: "contact", insult: "contact", memory: "privacy", site: "about" };

/** Replies to a greeting, thanks or a question about Dialogue itself. */
function smallTalk({ talk }: Question, setting: Setting): Part {
  const page = talkPages[talk];
  const text = setting.t(`assistant:talk.${talk}`, contactDetails(setting));
  return { kind: "talk", texts: [text], sources: page ? [sourceOf(page, setting)] : [] };
}

/** Sorts the places of the site by how likely they are, and by how likely their page is. */
function rankedPlaces({ candidates }: Question, { places }: Setting): Ranked[] {
  const pages = sumsByPage(candidates);
  const ranked: Ranked[] = [];
  for (const { topic, probability } of candidates) {
    const place = places.get(topic.name);
    if (place) ranked.push({ place, topic, probability, pageProbability: pages.get(topic.page)! });
  }
  const scoreOf = ({ probability, pageProbability }: Ranked) => pageProbability + probability;
  return ranked.sort((one, other) => scoreOf(other) - scoreOf(one));
}

function findShown(question: Question, ranked: readonly Ranked[], isOnly: boolean, setting: Setting): Shown {
  const { candidates, named } = question;
  const best = ranked[0]!;
  const chances = sumsBy(candidates, ({ asksFor }) => asksFor);
  const sumOfDates = [...chances.values()].reduce((sum, chance) => sum + chance, 0);
  const dateScore = isDated(named) || named.unknownCity !== undefined ? DATED * sumOfDates : sumOfDates;
  const unknown = sumsByKind(candidates).get("unknown") ?? 0;
  const isSaid = unknown <= UNKNOWN * Math.max(dateScore, best.pageProbability);
  const isClosed = asksForClosedSignUp(question, best, setting);
  if (isClosed || asksForDates(question, best, dateScore, isSaid)) {
    const asksFor = isClosed ? "next" : likeliest(chances);
    const dates = findDates(asksFor ?? "next", question, setting);
    const price = findPrice(question, best.topic, true, setting);
    const asksMore = !isClosed && isSaid && asksMoreThanDates(question, best, dateScore);
    const section = sectionOfRole(question, ranked, dates) ?? (asksMore ? best : undefined);
    return { dates, price, sections: section ? [section] : [] };
  }

  const dates = findDatesOfDay(question, best, setting);
  const price = findPrice(question, best.topic, dates !== undefined, setting);
  if (!isSaid && !dates && !price) return { sections: [] };
  const ofRole = sectionOfRole(question, ranked, dates);
  if (ofRole) return { dates, price, sections: ofRole === best ? [best] : [ofRole, best] };
  if (price) return { dates, price, sections: sectionsBesidePrice(question, ranked) };
  const second = ranked.slice(1, 2).filter(({ probability }) => probability >= SECOND * best.probability);
  return { dates, sections: isOnly && !dates ? [best, ...second] : [best] };
}

/** Only what the question itself names counts: "Is there parking nearby?" asks for no events of an earlier city. */
function asksForDates(
  { named, contentWords, asksTheSame }: Question,
  best: Ranked,
  dateScore: number,
  isSaid: boolean,
) {
  if (best.topic.id === answeredByRecords.when) return true;
  const isNamed = isDated(named) || namesAny(named, "city", "unknownCity");
  // "Boardroom in Stockholm?" and "When is the members' next breakfast?" ask for nothing else.
  const isAlone = (contentWords.length === 0 && !asksTheSame) || named.cues.has("next");
  if (isNamed && isAlone) return true;
  return dateScore > best.pageProbability && (isNamed || isSaid);
}

/** "Is there food on 9 December?" asks for what a section says, and what is on that day helps. */
function asksMoreThanDates({ named, slots, contentWords }: Question, best: Ranked, dateScore: number) {
  const { asksFor, id, listPage } = best.topic;
  if (asksFor || id === undefined || listPage !== undefined) return false;
  const isTimeOrPlaceNamed = named.period !== undefined || slots.unknownCity !== undefined;
  return isTimeOrPlaceNamed && contentWords.length > 0 && best.pageProbability > ASIDE * dateScore;
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

function findDates(asksFor: DateQuestion, { slots, named, dayBefore }: Question, setting: Setting): Reply {
  const isOfPage = asksFor === "next" || named.cues.has("when");
  const ofPage = isOfPage ? withSubject(slots, setting.page) : slots;
  return datesAnswer(asksFor, ofPage, dayBefore === undefined, setting);
}

/** "Do I have to sign up for 3 December?" is about a date, though not asking for it. */
function findDatesOfDay(question: Question, best: Ranked, setting: Setting): Reply | undefined {
  const { period } = question.named;
  if (!period || !isDayOrNumberedWeeks(period) || best.topic.listPage !== undefined) return undefined;
  // A short question is about the event of the answer before; a longer one has little use for it again.
  if (question.dayBefore && question.contentWords.length > MAX_WORDS_OF_SHORT) return undefined;
  return findDates("list", question, setting);
}

/** "Which date comes first?" is about the page; "What's on in Stockholm in May?" asks for all. */
function withSubject(slots: Slots, page: Setting["page"]): Slots {
  if (namesAny(slots, "series", "unknownCity") || (slots.period && slots.city)) return slots;
  const concept = slots.concept ?? page?.concept;
  return { ...slots, concept, city: slots.city ?? (concept === page?.concept ? page?.city : undefined) };
}

/** A journalist who asks when the round table is has to know that it is closed to the press. */
function sectionOfRole({ slots, named }: Question, ranked: readonly Ranked[], dates: Reply | undefined) {
  const { concept, roles = [] } = slots;
  if (concept === "COMMONS" || (!dates && !named.concept)) return undefined;
  return ranked.find(({ topic }) => roles.includes(topic.name) && (topic.concept ?? concept) === concept);
}

/** None if the price is enough; the discounts if somebody was named who gets none. */
function sectionsBesidePrice({ slots, contentWords }: Question, ranked: readonly Ranked[]): readonly Ranked[] {
  if (slots.discounts?.length === 0)
    return ranked.filter(({ topic }) => topic.id === answeredByRecords.discounts).slice(0, 1);
  return contentWords.length > MAX_WORDS_OF_PRICE ? ranked.slice(0, 1) : [];
}

/** The heading of a section as a link, and its whole text. */
function quoteOf({ heading, markdown, parts, path, title }: Place, { site }: Setting): string {
  const name = (heading === "" ? title : `${title}: ${heading}`).replace(/[?:]$/, "");
  const text = blocksIn(`${markdown}\n\n${parts}`, site.baseUrl).join("\n\n");
  // In Markdown, a list begins on a line of its own.
  return `[${name}](${path}):${text.startsWith("- ") ? "\n\n" : " "}${text}`;
}

const pageOf = ({ path, title }: Place): Source => ({ path, title });

/** Returns the first sources, at most one from each page. */
export function firstPages(sources: readonly Source[]): Source[] {
  const pages = sources.map(({ path }) => path.split("#")[0]);
  return sources.filter((_, index) => pages.indexOf(pages[index]) === index).slice(0, MAX_SOURCES);
}
