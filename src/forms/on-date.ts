import { upcoming } from "../events/agenda.js";
import { type Occurrence, takesPlace } from "../events/event.js";
import type { EventRecord } from "../events/record-schema.js";
import { changeInWords } from "../events/words.js";
import type { Site } from "../site.js";
import { weekdayAndDay } from "../text/in-words.js";
import type { Locale } from "../text/locale.js";
import { formOnDate } from "./forms.js";
import { type FormState, presentForm } from "./present.js";

const MAX_ALTERNATIVES = 3;

/** True while visitors can sign up on the page of the date. */
const hasOwnForm = ({ path, actionPath }: EventRecord) => actionPath === `${path}#form`;

/** The form on the page of a date; undefined where visitors cannot sign up there, unless it was sent. */
export function presentFormOfDate(occurrence: Occurrence, locale: Locale, site: Site, state?: FormState) {
  const record = site.recordOf(occurrence, locale);
  const isOpen = hasOwnForm(record);
  if (!isOpen && !state) return undefined;
  const path = site.library.addresses.occurrencePath(occurrence.id, locale);
  const form = presentForm(formOnDate(occurrence.event.audience), path, locale, site, state);
  if (!form) return undefined;
  const alternatives = isOpen ? null : alternativesTo(occurrence, locale, site);
  return { ...form, ...textsOfDate(occurrence, record, form.text, locale, site), alternatives };
}

/** Why the form of the date cannot be sent; undefined while it can. */
export function whyClosed(occurrence: Occurrence, locale: Locale, { getFixedT, recordOf }: Site): string | undefined {
  const t = getFixedT(locale);
  const record = recordOf(occurrence, locale);
  if (hasOwnForm(record)) return undefined;
  if (!takesPlace(occurrence)) return changeInWords(occurrence, locale, t);
  if (record.actionUrl) return t("forms:date.otherPage", { url: record.actionUrl });
  return record.signUp === "full" ? t("forms:date.full") : t("forms:date.closed");
}

function textsOfDate(
  { event }: Occurrence,
  { startsAt }: EventRecord,
  pageText: string,
  locale: Locale,
  { getFixedT, library }: Site,
) {
  if (event.audience === "application") return { text: pageText };
  const t = getFixedT(locale);
  const heading = t("forms:date.heading", { date: weekdayAndDay(startsAt, locale) });
  if (event.audience === "open") return { heading, text: `${pageText} ${t(`forms:date.sends.${event.attendance}`)}` };
  const join = { path: library.addresses.pathTo("commerce-commons-join", locale), label: t("forms:date.join") };
  return { heading, text: t("forms:date.members"), otherForm: join };
}

/** Dates of the same audience to which a form for a date that is full or over can be sent, the most similar first. */
function alternativesTo({ event }: Occurrence, locale: Locale, site: Site): EventRecord[] {
  const likeness = (other: Occurrence) =>
    Number(other.event.concept === event.concept) + Number(other.event.city === event.city);
  const dates = upcoming({ audience: event.audience, locale }, site);
  const likestFirst = dates.toSorted((one, other) => likeness(other) - likeness(one));
  const records = likestFirst.map((other) => site.recordOf(other, locale));
  return records.filter(hasOwnForm).slice(0, MAX_ALTERNATIVES);
}
