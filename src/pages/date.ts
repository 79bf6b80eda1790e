import { shareImagePath } from "../addresses/paths.js";
import type { Occurrence } from "../events/agenda.js";
import { type EventRow, eventRow } from "../events/board.js";
import { answerDay, type EventRecord, hostOf, webCalendarLinks } from "../events/record.js";
import type { Venue } from "../events/record-schema.js";
import { eventInWords, labelledFact, missingSubjectInWords, placeInWords, titleAndDate } from "../events/words.js";
import { type FormState, presentFormOfDate } from "../forms/present.js";
import type { Site } from "../site.js";
import { dateInWords, weekdayAndDay } from "../text/in-words.js";
import type { Locale } from "../text/locale.js";
import { dateAt } from "../text/wall-clock.js";
import { addressesOf, trailTo } from "./page-ref.js";
import { pageGraph } from "./structured-data.js";

/** What the view of a date shows. */
export function dateModel(occurrence: Occurrence, locale: Locale, site: Site, state?: FormState) {
  const { assets, clock, getFixedT, library } = site;
  const { event, updated, ends } = occurrence;
  const t = getFixedT(locale);
  const row = eventRow(occurrence, locale, site);
  const { record, concept } = row;
  const { title, summary, url } = record;
  const dates = datesLike(occurrence, locale, site);
  const form = presentFormOfDate(occurrence, locale, site, state);
  const isOver = row.takesPlace && ends <= clock();
  const page = {
    title: titleAndDate(record, locale, t),
    description: `${row.takesPlace ? `${record.dateText}.` : row.changeText} ${summary}`,
    heading: title,
    updated: dateAt(updated, event.zone),
    sections: [],
  };
  const writtenTrail = trailOf(record, record.locale, site);
  return {
    ...addressesOf({ kind: "date", occurrence, locale }, site),
    view: "pages/dates/show.njk",
    name: null,
    menuEntry: "dates",
    theme: concept.slug,
    page,
    row,
    record,
    dates,
    form,
    action: form ? null : actionOf(row, isOver, dates, locale, site),
    subject: subjectOf(row, isOver, locale, site),
    host: hostOf(event, site),
    notes: isOver ? event.notes?.[record.locale] : undefined,
    spokenLanguage: labelledFact("language", record.language, t),
    forWhom: t(`events:forWhom.${event.audience}`),
    isOver,
    /** False where the text of the event says what was planned. */
    isAhead: !isOver && occurrence.status !== "cancelled",
    place: record.venue && placeInWords(record.venue),
    mapUrl: record.venue && mapUrl(record.venue),
    webCalendars: webCalendarLinks(record),
    answer: row.action && event.audience === "application" ? answerTimeInWords(record, locale, site) : null,
    paragraphs: event.texts[record.locale]?.description.split("\n\n"),
    suggestions: library.page(concept.slug, locale).ask,
    trail: trailOf(record, locale, site),
    shareImage: assets.findAddress(shareImagePath(concept.slug, record.locale)),
    structuredData: pageGraph(
      { kind: "WebPage", url, page, locale: record.locale, trail: writtenTrail, events: [record] },
      site,
    ),
  };
}

/** When an application of today is answered. */
function answerTimeInWords(record: EventRecord, locale: Locale, site: Site): string {
  const t = site.getFixedT(locale);
  const day = answerDay(record, site);
  return day ? t("events:date.answerBy", { date: weekdayAndDay(day, locale) }) : t("events:date.answerBefore");
}

/** Null for a date without a subject that is over or does not take place. */
function subjectOf({ record, takesPlace }: EventRow, isOver: boolean, locale: Locale, site: Site): string | null {
  if (record.theme) return record.theme;
  if (isOver || !takesPlace) return null;
  return missingSubjectInWords(record.startsAt, site.snapshot().agenda.today, locale, site.getFixedT(locale));
}

/** Other coming dates of the same concept and city. */
function datesLike({ id, event: { concept, city } }: Occurrence, locale: Locale, site: Site): EventRow[] {
  const dates = site.snapshot().agenda.comingYear({ concept, city, locale }, site.clock());
  return dates.filter((other) => other.id !== id).map((other) => eventRow(other, locale, site));
}

/** The link to sign up, else to the next date or to all dates. Null if a date that is ahead needs no sign-up. */
function actionOf(row: EventRow, isOver: boolean, others: readonly EventRow[], locale: Locale, site: Site) {
  const { getFixedT, library } = site;
  const { action, record } = row;
  const mailto = `mailto:${library.organisation.mail}?subject=${encodeURIComponent(eventInWords(record))}`;
  if (action) return record.signUpBy === "mail" ? { ...action, path: mailto } : action;
  if (!isOver && row.takesPlace && row.signUpText === "") return null;
  const t = getFixedT(locale);
  const next = others.find((other) => other.action && other.record.audience === record.audience);
  if (next) return { path: next.record.path, label: t("events:date.next", { date: next.record.dateText }) };
  return { path: library.pathTo("dates", locale), label: t("events:date.all") };
}

function trailOf({ startsAt, path }: EventRecord, locale: Locale, site: Site) {
  return trailTo("dates", locale, site, { label: dateInWords(startsAt.slice(0, 10), locale), path });
}

/** Null without coordinates and address. */
function mapUrl(venue: Venue): string | null {
  const { latitude, longitude, address } = venue;
  const map = "https://www.openstreetmap.org";
  if (latitude !== null) return `${map}/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
  return address && `${map}/search?query=${encodeURIComponent(placeInWords({ ...venue, name: "" }))}`;
}
