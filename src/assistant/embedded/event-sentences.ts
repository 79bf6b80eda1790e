import { dateInWords, weekdayName } from "../../domain/dates-in-words.js";
import { type Occurrence, takesPlace } from "../../domain/event.js";
import type { Locale } from "../../domain/locale.js";
import type { Slug } from "../../domain/slug.js";
import type { Translate } from "../../domain/translate.js";
import { daysAfter } from "../../domain/wall-clock.js";
import { audienceInWords, changeInWords } from "../../formats/event-record.js";
import { pageOfEvent } from "../../site/event-pages.js";
import { isPageName } from "../../site/paths.js";
import type { Dependencies } from "../dependencies.js";
import { linksIn } from "./links.js";
import type { Period } from "./periods.js";

export type EventSentences = ReturnType<typeof eventSentencesIn>;

export function eventSentencesIn(locale: Locale, sources: Pick<Dependencies, "library" | "records" | "getFixedT">) {
  const { library, records } = sources;
  const t = sources.getFixedT(locale);
  const { sourceOf, linkTo } = linksIn(locale, library);
  const recordOf = (occurrence: Occurrence) => records.of(occurrence, locale);
  const cityName = (slug: Slug) => library.cities.find((city) => city.slug === slug)?.names[locale] ?? slug;
  /** The page of the events; of several, the home page first, which lists all. */
  const sourcesOf = (shown: readonly Occurrence[]) => {
    const pages = [...new Set(shown.map(({ event }) => pageOfEvent(event.concept, event.city)))];
    return (pages.length > 1 ? ["home" as const, ...pages] : pages).map(sourceOf);
  };

  const valuesOf = (occurrence: Occurrence) => {
    const record = recordOf(occurrence);
    const place = record.venue === null ? t("events:board.online") : `${record.venue.name}, ${record.cityName}`;
    const title = `[${record.title}](${record.path})`;
    return { title, date: record.dateText, place, reason: occurrence.reason?.[locale] ?? "" };
  };
  const withChange = (text: string, occurrence: Occurrence) =>
    [text, changeInWords(occurrence, locale, t)].filter(Boolean).join(" ");
  const audienceOf = (occurrence: Occurrence) => `${audienceInWords(recordOf(occurrence), t)}.`;
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
    const { actionPath, summary } = recordOf(occurrence);
    const { action, audience } = occurrence.event;
    if (audience === "members") return t("assistant:events.join", { summary, page: linkTo("commerce-commons-join") });
    if (action === null || !isPageName(action) || actionPath === null) return "";
    const key = audience === "application" ? "assistant:events.apply" : "assistant:events.write";
    return t(key, { page: linkTo(action, actionPath) });
  };

  return { t, locale, sourceOf, linkTo, recordOf, cityName, sourcesOf, valuesOf, linesOf, sentenceOf, stepOf };
}

/** Says that nothing is on that day, on that weekday, or from the first day to the last. */
export function nothingIn({ from, to, weekday }: Period, locale: Locale, t: Translate): string {
  const dates = { from: dateInWords(from, locale), to: dateInWords(daysAfter(to, -1), locale) };
  if (to === daysAfter(from, 1)) return t("assistant:events.nothingOn", { date: dates.from });
  if (weekday === undefined) return t("assistant:events.nothingThen", dates);
  return t("assistant:events.nothingOnWeekday", { weekday: weekdayName(weekday, locale), ...dates });
}
