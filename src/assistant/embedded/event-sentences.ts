import { type Occurrence, takesPlace } from "../../domain/event.js";
import type { Locale } from "../../domain/locale.js";
import { paragraphs } from "../../search/words.js";
import { pageOfEvent } from "../../site/event-pages.js";
import { audienceInWords, changeInWords, signUpInWords } from "../../text/event-in-words.js";
import type { Dependencies } from "../dependencies.js";
import { type Fact, linksIn } from "./replies.js";

const MAX_LISTED = 8;
/** Dates that are named after the next one. */
const MORE_DATES = 2;

type SentenceSources = Pick<Dependencies, "library" | "recordOf" | "getFixedT">;

export function eventSentencesIn(locale: Locale, { library, recordOf, getFixedT }: SentenceSources) {
  const t = getFixedT(locale);
  const { sourceOf } = linksIn(locale, library);
  /** The page of the events; of several, the list of all dates first. */
  const sourcesOf = (shown: readonly Occurrence[]) => {
    const pages = [...new Set(shown.map(({ event }) => pageOfEvent(event.concept, event.city)))];
    return (pages.length > 1 ? ["dates" as const, ...pages] : pages).map(sourceOf);
  };

  /** When and where a date is, for whom, and what has changed. */
  const sentenceOf = (occurrence: Occurrence, key: "next" | "is" | "listed" = "is"): string => {
    const record = recordOf(occurrence, locale);
    const where = record.venue === null ? t("events:board.online") : `${record.venue.name}, ${record.cityName}`;
    const title = `[${record.title}](${record.path})`;
    const reason = occurrence.reason?.[locale] ?? "";
    const { status } = occurrence;
    const isOff = status === "cancelled" || status === "postponed";
    if (isOff && key !== "listed") return t(`assistant:events.${status}`, { title, date: record.dateText, reason });
    const forWhom = isOff ? [] : [audienceInWords(record, t), signUpInWords(record, t)].filter(Boolean);
    const sentence = t(`assistant:events.${key}`, { title, date: record.dateText, where });
    const change = changeInWords(occurrence, locale, t);
    return [sentence, ...forWhom.map((text) => `${text}.`), change].filter(Boolean).join(" ");
  };
  const linesOf = (shown: readonly Occurrence[]) => shown.map((one) => `- ${sentenceOf(one, "listed")}`).join("\n");

  const list = (shown: readonly Occurrence[]): Fact => {
    const more = shown.length > MAX_LISTED ? t("assistant:events.more", { count: shown.length - MAX_LISTED }) : "";
    const texts =
      shown.length === 1
        ? [sentenceOf(shown[0]!)]
        : [t("assistant:events.these"), linesOf(shown.slice(0, MAX_LISTED)), more];
    return { text: paragraphs(texts), sources: sourcesOf(shown) };
  };

  /** The first that takes place, those cancelled before it, and those after it. */
  const next = (matching: readonly Occurrence[]): Fact => {
    const index = matching.findIndex(takesPlace);
    const first = matching[index];
    if (!first) return list(matching);
    const later = matching.slice(index + 1, index + 1 + MORE_DATES);
    const { recurrence } = recordOf(first, locale);
    const rhythm = recurrence ? t("assistant:events.rhythm", { often: recurrence.text }) : "";
    const texts = [
      [sentenceOf(first, "next"), rhythm].filter(Boolean).join(" "),
      ...matching.slice(0, index).map((one) => sentenceOf(one)),
      later.length > 0 ? `${t("assistant:events.after")}\n\n${linesOf(later)}` : "",
    ];
    return { text: paragraphs(texts), sources: [...sourcesOf([first]), ...sourcesOf([first, ...later])] };
  };

  return { t, list, next };
}
