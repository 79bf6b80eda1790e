import { daysAfter, type LocalDate } from "../../text/wall-clock.js";
import type { Classifier } from "./classifier.js";
import { commonSubject } from "./dates.js";
import { boundedBy, dayPeriod, firstDayOf, isDayOrNumberedWeeks, periodAhead } from "./periods.js";
import type { Setting } from "./setting.js";
import { type Cue, mergedSlots, namesAny, type Slots } from "./slots.js";
import { type Candidate, likeliest, type Scope, scopeOf, sumsBy, sumsByKind, type Topic } from "./topics.js";
import type { Sentence, SplitTurn } from "./turn.js";

export interface Question {
  readonly sentence: string;
  /** What its own words name, with the time that it refers to without naming it. */
  readonly named: Slots;
  /** What it names, and what it takes from its turn, and from before it if it refers to that. */
  readonly slots: Slots;
  /** The day of the event in the answer before, if it names no day itself, but is about that. */
  readonly dayBefore: LocalDate | undefined;
  /** The words that are neither part of a slot nor function words. */
  readonly contentWords: readonly string[];
  /** What it can be about. */
  readonly candidates: readonly Candidate[];
  readonly scope: Scope;
  /** What small talk is about, if it is that. */
  readonly talk: string;
  /** "And in Varberg?" asks what the question before asked, if that was not answered with a date. */
  readonly asksTheSame: boolean;
}

/** What the conversation is about before a question. */
export interface Context {
  readonly slots: Slots;
  /** The question before; undefined before the first. */
  readonly question: string | undefined;
  /** How likely each page was for the question before, or the page from which the first is asked. */
  readonly pages: ReadonlyMap<string, number>;
  /** The day of the event that the answer before named. */
  readonly day: LocalDate | undefined;
  /** Names of the sections that the answer before quoted. */
  readonly shown: readonly string[];
}

/** The page from which the visitor asks is what the first question can be about. */
export const openingContext = (page: Setting["page"]): Context => ({
  slots: { cues: new Set(), concept: page?.concept, city: page?.city },
  question: undefined,
  pages: new Map(page ? [[page.page, 1]] : []),
  day: undefined,
  shown: [],
});

/** Words that ask for a time near that of the answer before: "And the next?" */
const cuesForLater: readonly Cue[] = ["afterThat", "sameWeek", "weekAfter", "next"];
/** The weight of a question read together with the one before it; the question alone has the rest. */
const WITH_PREVIOUS = 0.6;
/** A text that is so likely small talk is read alone: "Thanks!" */
const SMALL_TALK = 0.5;
/** Places of the page that the conversation is about become so many times likelier. */
const SAME_PAGE = 5;
/** Without it, what a seat of the Boardroom costs somebody who is no member would be answered with the membership. */
const OTHER = 0.02;
/** A section that the answer before quoted is seldom what is asked next. */
const SHOWN = 0.25;

/** Reads one question of a turn. `conversation` is what came before it. */
export function readQuestion(sentence: Sentence, turn: SplitTurn, conversation: Context, setting: Setting): Question {
  const { page, classifier } = setting;
  const { reader, stated, whole } = turn;
  // "What does it cost here?" asks about the page, whatever was asked before.
  const context = page && reader.isHere(sentence.text) ? openingContext(page) : conversation;
  const { reading, refersBack, named, dayBefore } = readNamed(sentence, turn, context, setting);

  // "Can I come late on 9 December?" is about what is on then.
  const onThatDay = named.period && isDayOrNumberedWeeks(named.period) ? commonSubject(named.period, setting) : {};
  // A slot is taken from the first of these that names it.
  const layers: Partial<Slots>[] = [named, onThatDay, stated, visitorSlots(conversation.slots)];
  if (refersBack) layers.push(takenOver(mergedSlots(layers), context.slots));
  const slots = mergedSlots(layers);
  const ofMember = slots.concept === "COMMONS" && !slots.discounts ? { discounts: slots.visitorDiscounts } : {};

  const classified = classify(sentence, turn, context.question, classifier);
  const candidates = candidatesInContext(classified.candidates, slots, context);
  let decisive = candidates;
  let scope = scopeOf(candidates, classified.known, reading);
  // A turn is declined only if its question alone is, too: "I run a chain of bike shops" is about no page.
  if (scope === "out-of-scope" && whole !== sentence.question) {
    decisive = classifier.classify(sentence.question, reader.locale).candidates;
    scope = scopeOf(decisive, classified.known, reading);
  }
  return {
    sentence: sentence.text,
    named,
    slots: { ...slots, ...ofMember },
    dayBefore,
    contentWords: reading.contentWords,
    candidates,
    scope,
    talk: likeliest(sumsBy(decisive, ({ talk }) => talk)) ?? "",
    asksTheSame: refersBack && context.question !== undefined && context.day === undefined,
  };
}

/** Reads what a question names, and whether it refers to what came before. */
function readNamed(sentence: Sentence, { reader, stated }: SplitTurn, context: Context, { today }: Setting) {
  const spokenOf = stated.period ?? context.slots.period; // "We come in February. Is anything on the 4th?"
  const reading = reader.read(sentence.question, today, spokenOf?.from);
  const { slots } = reading;
  const asksForLater = cuesForLater.some((cue) => slots.cues.has(cue));
  // "I'm in Stockholm in week 7. Anything on then?" refers to its own turn.
  const isOfTurn = context.question === undefined && stated.period !== undefined;
  const refersBack = asksForLater || (!isOfTurn && reader.refersBack(reading));
  const namesTime = namesAny(slots, "period", "isUnknownTime", "unknownCity");
  const time = refersBack && !namesTime ? timeReferredTo(slots, asksForLater, stated, context, today) : undefined;
  // "I'm there on 3 December. What's on?" names the day too; a month that is told is background.
  const statedDay = stated.period && isDayOrNumberedWeeks(stated.period) ? stated.period : undefined;
  const counted = context.slots.people && reading.loneNumber ? { people: reading.loneNumber } : {}; // "And ten?"
  const named: Slots = { ...slots, period: slots.period ?? statedDay, ...time, ...counted };
  return { reading, refersBack, named, dayBefore: time && !asksForLater ? context.day : undefined };
}

/** The time of the answer before, or near it, and a cue if the question asks for what comes after that. */
function timeReferredTo(
  named: Slots,
  asksForLater: boolean,
  stated: Partial<Slots>,
  context: Context,
  today: LocalDate,
): Pick<Slots, "period" | "cues"> | undefined {
  const { cues, concept = context.slots.concept, city = context.slots.city } = named;
  const isOfDay = context.day !== undefined && concept === context.slots.concept && city === context.slots.city;
  const day = context.day === undefined ? undefined : dayPeriod(context.day);
  // "Is there food that night?" is about the day of the event in the answer before.
  if (!asksForLater) return isOfDay ? { cues, period: stated.period ?? day } : undefined;
  const spokenOf = stated.period ?? day ?? context.slots.period;
  if (spokenOf === undefined) return undefined;
  const { from, to } = firstDayOf(spokenOf);
  if (cues.has("sameWeek")) return { cues, period: periodAhead("weeks", 0, from) };
  const afterThat: Slots["cues"] = new Set([...cues, "afterThat"]);
  if (cues.has("weekAfter")) return { cues: afterThat, period: periodAhead("weeks", 1, daysAfter(to, -1)) };
  // "And the next?" is about what follows the event, but "When is the next in Stockholm?" is not.
  if (!cues.has("afterThat") && !isOfDay) return undefined;
  return { cues: afterThat, period: boundedBy("after", { from, to }, today) };
}

/** What a visitor said of himself holds for all that he asks. Discounts end where somebody was named who gets none. */
function visitorSlots(before: Slots): Partial<Slots> {
  const { discounts = [], earlierDiscounts = [], visitorDiscounts, roles, isNoMember, isAbroad } = before;
  const isEnded = before.discounts?.length === 0;
  return {
    earlierDiscounts: isEnded ? [] : [...earlierDiscounts, ...discounts],
    visitorDiscounts,
    roles,
    isNoMember,
    isAbroad,
  };
}

/** Leaves out of the slots before what the question ends by what it names. */
function takenOver(current: Slots, before: Slots): Partial<Slots> {
  const { concept = before.concept, city = before.city, cues } = current;
  // "Is there anything else that week?" asks for other events than those before.
  if (cues.has("sameWeek")) return { ...before, concept: undefined, city: undefined, series: undefined };
  return {
    ...before,
    // "And in Stockholm?" and "on the 16th?" after a question about the winter evening ask for other events.
    series: city === before.city ? before.series : undefined,
    // Two who come along to an evening don't join.
    people: concept === before.concept ? before.people : undefined,
  };
}

/** Classifies a question with the statements beside it, if its turn has no other, and with the question before it. */
function classify({ text }: Sentence, turn: SplitTurn, previous: string | undefined, classifier: Classifier) {
  const { sentences, whole, reader } = turn;
  const alone = classifier.classify(sentences.length === 1 ? whole : text, reader.locale);
  const talk = sumsByKind(alone.candidates).get("talk") ?? 0;
  if (previous === undefined || talk > SMALL_TALK) return alone;
  const together = classifier.classify(`${previous} ${text}`, reader.locale);
  // A topic stays likely only if both find it likely.
  const candidates = alone.candidates.map(({ topic, probability }, index) => ({
    topic,
    probability: probability ** (1 - WITH_PREVIOUS) * together.candidates[index]!.probability ** WITH_PREVIOUS,
  }));
  return { candidates, known: alone.known };
}

/** Makes other concepts and cities less likely, and the pages that the conversation is about likelier. */
function candidatesInContext(candidates: readonly Candidate[], slots: Slots, context: Context): Candidate[] {
  const { concept = context.slots.concept } = slots;
  const city = slots.city ?? (concept === context.slots.concept ? context.slots.city : undefined);
  const factorFor = (topic: Topic) => {
    const isOther =
      (concept !== undefined && topic.concept !== undefined && topic.concept !== concept) ||
      (city !== undefined && topic.city !== undefined && topic.city !== city);
    const isShown = context.shown.includes(topic.name);
    return (isShown ? SHOWN : 1) * (isOther ? OTHER : 1) * (1 + SAME_PAGE * (context.pages.get(topic.page) ?? 0));
  };
  const weighed = candidates.map(({ topic, probability }) => ({ topic, probability: probability * factorFor(topic) }));
  const sum = weighed.reduce((total, { probability }) => total + probability, 0) || 1;
  return weighed.map(({ topic, probability }) => ({ topic, probability: probability / sum }));
}
