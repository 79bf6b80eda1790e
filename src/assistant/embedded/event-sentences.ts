import { type Occurrence, takesPlace } from "../../domain/event.js";
import type { Locale } from "../../domain/locale.js";
import type { Slug } from "../../domain/slug.js";
import { paragraphs } from "../../search/words.js";
import { pageOfEvent } from "../../site/event-pages.js";
import { isPageName } from "../../site/paths.js";
import { audienceInWords, changeInWords, signUpInWords } from "../../text/event-in-words.js";
import type { Dependencies } from "../dependencies.js";
import { type Fact, linksIn } from "./replies.js";

const MAX_LISTED = 8;
/** Dates that are named after the next one. */
const MORE_DATES = 2;

export function eventSentencesIn(locale: Locale, sources: Pick<Dependencies, "library" | "recordOf" | "getFixedT">) {
  const { library } = sources;
  const t = sources.getFixedT(locale);
  const { sourceOf, linkTo } = linksIn(locale, library);
  const recordOf = (occurrence: Occurrence) => sources.recordOf(occurrence, locale);
  const cityName = (slug: Slug) => library.cities.find((city) => city.slug === slug)?.names[locale] ?? slug;
  /** The page of the events; of several, the list of all dates first. */
  const sourcesOf = (shown: readonly Occurrence[]) => {
    const pages = [...new Set(shown.map(({ event }) => pageOfEvent(event.concept, event.city)))];
    return (pages.length > 1 ? ["dates" as const, ...pages] : pages).map(sourceOf);
  };

  const valuesOf = (occurrence: Occurrence) => {
    const record = recordOf(occurrence);
    const place = record.venue === null ? t("events:board.online") : `${record.venue.name}, ${record.cityName}`;
    const title = `[${record.title}](${record.path})`;
    return { title, date: record.dateText, place, reason: occurrence.reason?.[locale] ?? "" };
  };
  const withChange = (text: string, occurrence: Occurrence) =>
    [text, changeInWords(occurrence, locale, t)].filter(Boolean).join(" ");
  const audienceOf = (occurrence: Occurrence) => {
    const record = recordOf(occurrence);
    return [audienceInWords(record, t), signUpInWords(record, t)]
      .filter(Boolean)
      .map((text) => `${text}.`)
      .join(" ");
  };
  const linesOf = (shown: readonly Occurrence[]) =>
    shown
      .map((occurrence) => {
        const { title, date, place } = valuesOf(occurrence);
        return withChange(`- ${date}: ${title}. ${place}. ${audienceOf(occurrence)}`, occurrence);
      })
      .join("\n");
  const sentenceOf = (occurrence: Occurrence, key = "assistant:events.is") => {
    if (takesPlace(occurrence))
      return withChange(`${t(key, valuesOf(occurrence))} ${audienceOf(occurrence)}`, occurrence);
    const isCancelled = occurrence.status === "cancelled";
    return t(isCancelled ? "assistant:events.cancelled" : "assistant:events.postponed", valuesOf(occurrence));
  };

  const stepOf = (occurrence: Occurrence): string => {
    const { actionPath, summary, title } = recordOf(occurrence);
    const { action, audience } = occurrence.event;
    if (audience === "members") return t("assistant:events.join", { summary, page: linkTo("commerce-commons-join") });
    if (action === null || !isPageName(action) || actionPath === null) return "";
    const key = audience === "application" ? "assistant:events.apply" : "assistant:events.write";
    return t(key, { page: action === "dates" ? `[${title}](${actionPath})` : linkTo(action, actionPath) });
  };

  /** The first that takes place, those cancelled before it, and those after it. */
  const next = (matching: readonly Occurrence[]): Fact => {
    const index = matching.findIndex(takesPlace);
    const first = matching[index];
    if (!first) return list(matching);
    const later = matching.slice(index + 1, index + 1 + MORE_DATES);
    const { recurrence } = recordOf(first);
    const isSeries = [first, ...later].every(({ event }) => event.slug === first.event.slug);
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

  const list = (shown: readonly Occurrence[]): Fact => {
    const [only, ...others] = shown;
    if (only && others.length === 0) {
      const step = takesPlace(only) ? stepOf(only) : "";
      return { text: paragraphs([sentenceOf(only), step]), sources: sourcesOf([only]) };
    }
    const more = shown.length > MAX_LISTED ? t("assistant:events.more", { count: shown.length - MAX_LISTED }) : "";
    const text = paragraphs([t("assistant:events.these"), linesOf(shown.slice(0, MAX_LISTED)), more]);
    return { text, sources: sourcesOf(shown) };
  };

  return { t, sourceOf, linkTo, recordOf, cityName, valuesOf, next, list };
}
