import { occurrencePath, shareImagePath } from "../addresses/paths.js";
import type { Occurrence } from "../events/agenda.js";
import { type EventRow, eventRow, webCalendarLinks } from "../events/board.js";
import {
  type EventRecord,
  eventInWords,
  hostOf,
  labelledFact,
  placeInWords,
  recordOf,
  titleAndDate,
  type Venue,
} from "../events/record.js";
import { signUpForm } from "../forms/forms.js";
import { answerDay, type FormState, presentForm } from "../forms/present.js";
import type { Site } from "../site.js";
import { dateInWords, dayAndMonth, weekdayAndDay } from "../text/in-words.js";
import type { Locale, Translate } from "../text/locale.js";
import { dateAt, daysAfter, type LocalDate } from "../text/wall-clock.js";
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

/** Subjects are announced this many days before, at the latest. */
const SUBJECT_DAYS_BEFORE = 14;

/** The day by which the subject of a coming date is announced, or that it is not yet, after that day. */
function missingSubjectInWords(startsAt: string, today: LocalDate, locale: Locale, t: Translate): string {
  const lastDay = daysAfter(startsAt.slice(0, 10), -SUBJECT_DAYS_BEFORE);
  if (today > lastDay) return t("events:date.notAnnounced");
  return t("events:date.announcedBy", { date: dayAndMonth(lastDay, locale) });
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

const MAX_ALTERNATIVES = 3;

/** The form on the page of a date; undefined where visitors cannot sign up there, unless it was sent. */
function presentFormOfDate(occurrence: Occurrence, locale: Locale, site: Site, state?: FormState) {
  const record = recordOf(occurrence, locale, site);
  const isOpen = record.signUpBy === "form";
  if (!isOpen && !state) return undefined;
  const path = occurrencePath(occurrence.id, locale);
  const form = presentForm(signUpForm(occurrence.event.audience), path, locale, site, state);
  if (!form) return undefined;
  const alternatives = isOpen ? null : alternativesTo(record, locale, site);
  const isOnline = record.attendance === "online";
  const hint = site.getFixedT(locale)("forms:date.noteHintOnline");
  const fields = form.fields.map((field) => (isOnline && field.name === "note" ? { ...field, hint } : field));
  return { ...form, fields, ...textsOfDate(record, form.text, locale, site), alternatives };
}

function textsOfDate(record: EventRecord, pageText: string, locale: Locale, { getFixedT, library }: Site) {
  const { attendance, audience } = record;
  if (audience === "application") return { text: pageText };
  const t = getFixedT(locale);
  if (record.signUpBy !== "form") return { heading: titleAndDate(record, locale, t), text: "" };
  const heading = t("forms:date.heading", { date: weekdayAndDay(record.startsAt, locale) });
  const sends = t(`forms:date.sends.${attendance}`);
  if (audience === "open") return { heading, text: `${pageText} ${sends}` };
  const join = { path: library.pathTo("commerce-commons-join", locale), label: t("forms:date.join") };
  return { heading, text: `${t("forms:date.members")} ${sends}`, otherForm: join };
}

/** Dates of the same audience to which a form for a date that is full or over can be sent, the most similar first. */
function alternativesTo({ audience, city, concept }: EventRecord, locale: Locale, site: Site): EventRecord[] {
  const likeness = (other: EventRecord) => Number(other.concept === concept) + Number(other.city === city);
  const dates = site.snapshot().agenda.comingYear({ audience, locale }, site.clock());
  const open = dates.map((date) => recordOf(date, locale, site)).filter(({ signUpBy }) => signUpBy === "form");
  return open.sort((one, other) => likeness(other) - likeness(one)).slice(0, MAX_ALTERNATIVES);
}
