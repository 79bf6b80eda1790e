import { daysAfter, type LocalDate } from "../../text/wall-clock.js";
import { boundedBy, dayPeriod, firstDayOf, type Period, periodAhead } from "./periods.js";
import type { Setting } from "./setting.js";
import { namesAny, type Reading, type Slots } from "./slots.js";
import type { SplitTurn } from "./turn.js";

/** What the conversation is about before a question. */
export interface Context {
  readonly slots: Slots;
  /** The question before; undefined before the first. */
  readonly questionText: string | undefined;
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
  questionText: undefined,
  pages: new Map(page ? [[page.page, 1]] : []),
  day: undefined,
  shown: [],
});

/**
 * What a question is about beside what it names: "itself" is nothing else, "before" is what the conversation or the page
 * is about ("And for students?"), and "after" is a time near that of the answer before ("And the next?").
 */
type Reference = "itself" | "before" | "after";

export function referenceOf(reading: Reading, turn: SplitTurn, before: Context): Reference {
  const { cues } = reading.slots;
  if (cues.has("afterThat") || cues.has("sameWeek") || cues.has("weekAfter") || cues.has("next")) return "after";
  // "I'm in Stockholm in week 7. Anything on then?" refers to its own turn.
  if (before.questionText === undefined && namesAny(turn.stated, "period")) return "itself";
  return turn.reader.refersBack(reading) ? "before" : "itself";
}

/** The time that a question is about without naming it, and a cue if it asks for what comes after that. */
type ReferredTime = Pick<Slots, "period" | "cues">;

export function timeReferredTo(
  reference: Reference,
  named: Slots,
  stated: Period | undefined,
  before: Context,
  today: LocalDate,
): ReferredTime | undefined {
  const { cues } = named;
  if (reference === "itself" || namesAny(named, "period", "isUnknownTime", "unknownCity")) return undefined;
  const isOfDay = before.day !== undefined && !namesOther(named, before.slots);
  const day = before.day === undefined ? undefined : dayPeriod(before.day);
  const spokenOf = stated ?? day ?? before.slots.period;
  // "Is there food that night?" is about the day of the event in the answer before.
  if (reference === "before") return isOfDay ? { cues, period: stated ?? day } : undefined;
  if (spokenOf === undefined) return undefined;
  const { from, to } = firstDayOf(spokenOf);
  if (cues.has("sameWeek")) return { cues, period: periodAhead("weeks", 0, from) };
  const afterThat: Slots["cues"] = new Set([...cues, "afterThat"]);
  if (cues.has("weekAfter")) return { cues: afterThat, period: periodAhead("weeks", 1, daysAfter(to, -1)) };
  // "And the next?" is about what follows the event, but "When is the next in Stockholm?" is not.
  if (!cues.has("afterThat") && !isOfDay) return undefined;
  return { cues: afterThat, period: boundedBy("after", { from, to }, today) };
}

const namesOther = ({ concept, city }: Slots, before: Slots): boolean =>
  (concept !== undefined && concept !== before.concept) || (city !== undefined && city !== before.city);
