import { pageOfEvent } from "../../addresses/site-map.js";
import { type Occurrence, takesPlace } from "../../events/event.js";
import { recordOf } from "../../events/record.js";
import { audienceInWords, changeInWords, factInWords, hostInWords, signUpInWords } from "../../events/words.js";
import { paragraphs } from "../../search/words.js";
import type { Site } from "../../site.js";
import type { Locale } from "../../text/locale.js";
import { dateAt, type LocalDate } from "../../text/wall-clock.js";
import { type Fact, sourceFinder } from "./replies.js";

export const dayOf = ({ starts, event }: Occurrence): LocalDate => dateAt(starts, event.zone);

const MAX_LISTED = 8;
/** So many dates are named after the next one. */
const MORE_DATES = 2;

export function eventSentencesIn(locale: Locale, site: Site) {
  const { library, getFixedT } = site;
  const t = getFixedT(locale);
  const sourceOf = sourceFinder(locale, library);
  /** Returns the page of the events. If they have several, the list of all dates comes first. */
  const sourcesOf = (occurrences: readonly Occurrence[]) => {
    const pages = [...new Set(occurrences.map(({ event }) => pageOfEvent(event.concept, event.city)))];
    return (pages.length > 1 ? ["dates" as const, ...pages] : pages).map(sourceOf);
  };

  /** Says when and where a date is, for whom, and what has changed. */
  const sentenceOf = (occurrence: Occurrence, key: "next" | "is" | "listed" = "is"): string => {
    const record = recordOf(occurrence, locale, site);
    const where = record.venue === null ? t("events:board.online") : `${record.venue.name}, ${record.cityName}`;
    const title = `[${record.title}](${record.path})`;
    const reason = occurrence.reason?.[locale] ?? "";
    const { status } = occurrence;
    const isOff = status === "cancelled" || status === "postponed";
    if (isOff && key !== "listed") return t(`assistant:events.${status}`, { title, date: record.dateText, reason });
    const forWhom = isOff ? [] : [audienceInWords(record, t), signUpInWords(record, t)].filter(Boolean);
    const sentence = t(`assistant:events.${key}`, { title, date: record.dateText, where });
    const change = changeInWords(occurrence, locale, t);
    const subject = isOff ? "" : factInWords("theme", record.theme, t);
    const host = key === "listed" ? "" : hostInWords(record, t);
    return [sentence, subject, host, ...forWhom.map((text) => `${text}.`), change].filter(Boolean).join(" ");
  };
  const linesOf = (occurrences: readonly Occurrence[]) =>
    occurrences.map((one) => `- ${sentenceOf(one, "listed")}`).join("\n");

  const allDates = (occurrences: readonly Occurrence[], opening?: string): Fact => {
    const sources = sourcesOf(occurrences);
    const [first] = occurrences;
    if (first && occurrences.length === 1)
      return { text: paragraphs([opening, sentenceOf(first)]), sources, day: dayOf(first) };
    const count = occurrences.length - MAX_LISTED;
    const more = count > 0 ? t("assistant:events.more", { count }) : "";
    const lines = linesOf(occurrences.slice(0, MAX_LISTED));
    return { text: paragraphs([opening ?? t("assistant:events.these"), lines, more]), sources };
  };

  /** Names the first that takes place, those cancelled before it, and some after it. */
  const nextDate = (matching: readonly Occurrence[]): Fact => {
    const index = matching.findIndex(takesPlace);
    const first = matching[index];
    if (!first) return allDates(matching);
    const later = matching.slice(index + 1, index + 1 + MORE_DATES);
    const { recurrence } = recordOf(first, locale, site);
    const rhythm = recurrence ? t("assistant:events.rhythm", { often: recurrence.text }) : "";
    const texts = [
      [sentenceOf(first, "next"), rhythm].filter(Boolean).join(" "),
      ...matching.slice(0, index).map((one) => sentenceOf(one)),
      later.length > 0 ? `${t("assistant:events.after")}\n\n${linesOf(later)}` : "",
    ];
    const sources = [...sourcesOf([first]), ...sourcesOf([first, ...later])];
    return { text: paragraphs(texts), sources, day: dayOf(first) };
  };

  return { t, allDates, nextDate };
}
