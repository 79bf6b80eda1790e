import { type Occurrence, takesPlace } from "../../domain/event.js";
import type { EventSentences } from "./event-sentences.js";
import type { Fact } from "./links.js";
import { paragraphs } from "./text.js";

const MAX_LISTED = 8;
/** Dates that are named after the next one. */
const MORE_DATES = 2;

/** Dates of the agenda put in words: the next one with those after it, or all of them. */
export function dateFacts({ t, recordOf, sourcesOf, linesOf, sentenceOf, stepOf }: EventSentences) {
  /** The first that takes place, those cancelled before it, and those after it. */
  const next = (matching: readonly Occurrence[], isBrief = false): Fact => {
    const index = matching.findIndex(takesPlace);
    const first = matching[index];
    if (!first) return list(matching);
    const later = isBrief ? [] : matching.slice(index + 1, index + 1 + MORE_DATES);
    const { recurrence } = recordOf(first);
    const isSeries = [first, ...later].every(({ event }) => event === first.event);
    const rhythm = recurrence ? t("assistant:events.rhythm", { often: recurrence.text }) : "";
    // Of one series, the dates are enough, unless one of them has changed.
    const isPlain = isSeries && later.every((one) => takesPlace(one) && one.previousStarts === null);
    const dates = isPlain ? ` ${later.map((one) => recordOf(one).dateText).join("; ")}.` : `\n\n${linesOf(later)}`;
    const parts = [
      [sentenceOf(first, "assistant:events.next"), rhythm].filter(Boolean).join(" "),
      ...matching.slice(0, index).map((one) => sentenceOf(one)),
      later.length > 0 ? `${t("assistant:events.after")}${dates}` : "",
      stepOf(first),
    ];
    return { text: paragraphs(parts), sources: [...sourcesOf([first]), ...sourcesOf([first, ...later])] };
  };

  const one = (occurrence: Occurrence): Fact => ({
    text: paragraphs([sentenceOf(occurrence), !takesPlace(occurrence) ? "" : stepOf(occurrence)]),
    sources: sourcesOf([occurrence]),
  });

  const list = (shown: readonly Occurrence[]): Fact => {
    const [only, ...others] = shown;
    if (only && others.length === 0) return one(only);
    const more = shown.length > MAX_LISTED ? t("assistant:events.more", { count: shown.length - MAX_LISTED }) : "";
    const text = paragraphs([t("assistant:events.these"), linesOf(shown.slice(0, MAX_LISTED)), more]);
    return { text, sources: sourcesOf(shown) };
  };

  return { next, list };
}
