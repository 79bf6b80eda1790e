import { type FormName, formOn, formPages } from "../addresses/forms.js";
import type { PageName } from "../addresses/paths.js";
import { eventsListedOn } from "../addresses/site-map.js";
import { dataController } from "../content/json-files.js";
import { upcoming } from "../events/agenda.js";
import { type Occurrence, takesPlace } from "../events/event.js";
import { type EventRecord, recordOf } from "../events/record.js";
import { changeInWords, eventInWords } from "../events/words.js";
import type { Site } from "../site.js";
import { weekdayAndDay } from "../text/in-words.js";
import type { Locale } from "../text/locale.js";
import { type Field, formOnDate, forms } from "./forms.js";
import { type FieldProblem, HONEYPOT_FIELD, type Values } from "./read.js";

const MAX_OPEN_OPTIONS = 6;

export interface FormState {
  readonly values?: Values;
  readonly problems?: readonly FieldProblem[];
  readonly error?: string | undefined;
}

/** The form of a page; undefined if it has none, or the site cannot store forms. */
export function presentFormOfPage(page: PageName, locale: Locale, site: Site, state?: FormState) {
  const form = formOn(page);
  return form && presentForm(form, site.library.addresses.pathTo(page, locale), locale, site, state);
}

/** Undefined if the site cannot store forms. The form is sent to `path`, the page that shows it. */
function presentForm(name: FormName, path: string, locale: Locale, site: Site, state: FormState = {}) {
  const { clock, getFixedT, library, snapshot } = site;
  const { values = {}, problems, error } = state;
  const texts = library.page(formPages[name], locale).form;
  if (!texts) return undefined;
  const { otherForm } = forms[name];
  const { purpose, ...shownTexts } = texts;
  const t = getFixedT(locale);
  const { startsBefore } = snapshot().agenda.window(clock());
  const dates = openDates(name, locale, site);
  const chosen = dates.find(({ id }) => id === values.date);
  const offered = dates.filter((date) => Date.parse(date.startsAt) < startsBefore || date === chosen);
  const fields = fieldsWith(offered, name, locale, site).map((field) => {
    const { label, maxLength, options } = field;
    const problem = problems?.find(({ name }) => name === field.name);
    return {
      ...field,
      isMenu: options.length > MAX_OPEN_OPTIONS,
      value: values[field.name] ?? field.preset ?? "",
      error: problem ? t(problem.key, { label, max: maxLength, count: problem.excess }) : null,
    };
  });
  const errors = fields.filter((field) => field.error !== null);
  return {
    ...shownTexts,
    path,
    event: chosen && { id: chosen.id, summary: eventInWords(chosen) },
    otherForm: otherForm && {
      path: `${library.addresses.pathTo(otherForm.page, locale)}#form`,
      label: t(otherForm.label),
    },
    honeypot: HONEYPOT_FIELD,
    fields,
    errors,
    error,
    isNotSent: error !== undefined || errors.length > 0,
    retention: t("forms:retention", {
      controller: dataController(library.organisation),
      count: library.organisation.retentionMonths[name],
      purpose,
    }),
  };
}

/** The fields with translated labels and all options. */
export function fieldsOf(name: FormName, locale: Locale, site: Site): Field[] {
  return fieldsWith(openDates(name, locale, site), name, locale, site);
}

function fieldsWith(
  dates: readonly EventRecord[],
  name: FormName,
  locale: Locale,
  { getFixedT, library }: Site,
): Field[] {
  const t = getFixedT(locale);
  const optionsFrom = {
    ...library.choices,
    dates: () => dates.map(({ id, dateText }) => ({ value: id, label: dateText })),
  };
  return forms[name].fields.map((field) => ({
    ...field,
    label: t(field.label),
    ...(field.hint && { hint: t(field.hint) }),
    options: [
      ...(field.optionsFrom ? optionsFrom[field.optionsFrom](locale) : []),
      ...field.options.map(({ value, label }) => ({ value, label: t(label) })),
    ],
  }));
}

/** The dates of the form's page to which it can be sent. */
function openDates(name: FormName, locale: Locale, site: Site): EventRecord[] {
  if (!forms[name].fields.some(({ optionsFrom }) => optionsFrom === "dates")) return [];
  const { clock, library, snapshot } = site;
  const filter = { ...eventsListedOn(formPages[name], library.cities), locale };
  const occurrences = snapshot().agenda.search(filter, { endsAfter: clock(), startsBefore: Infinity });
  return occurrences.map((occurrence) => recordOf(occurrence, locale, site)).filter(({ signUp }) => signUp === "open");
}

const MAX_ALTERNATIVES = 3;

/** True while visitors can sign up on the page of the date. */
const hasOwnForm = ({ path, actionPath }: EventRecord) => actionPath === `${path}#form`;

/** The form on the page of a date; undefined where visitors cannot sign up there, unless it was sent. */
export function presentFormOfDate(occurrence: Occurrence, locale: Locale, site: Site, state?: FormState) {
  const record = recordOf(occurrence, locale, site);
  const isOpen = hasOwnForm(record);
  if (!isOpen && !state) return undefined;
  const path = site.library.addresses.occurrencePath(occurrence.id, locale);
  const form = presentForm(formOnDate(occurrence.event.audience), path, locale, site, state);
  if (!form) return undefined;
  const alternatives = isOpen ? null : alternativesTo(occurrence, locale, site);
  return { ...form, ...textsOfDate(occurrence, record, form.text, locale, site), alternatives };
}

/** Why the form of the date cannot be sent; undefined while it can. */
export function whyClosed(occurrence: Occurrence, locale: Locale, site: Site): string | undefined {
  const t = site.getFixedT(locale);
  const record = recordOf(occurrence, locale, site);
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
  const records = likestFirst.map((other) => recordOf(other, locale, site));
  return records.filter(hasOwnForm).slice(0, MAX_ALTERNATIVES);
}
