import { type FormName, formPages, listedEventFilter, sections } from "../addresses/pages.js";
import { occurrencePath } from "../addresses/paths.js";
import { dataController } from "../content/json-files.js";
import { sectionOf } from "../content/library.js";
import { type Occurrence, takesPlace } from "../events/agenda.js";
import { type EventRecord, recordOf } from "../events/record.js";
import { changeInWords, eventInWords, titleAndDate } from "../events/words.js";
import type { Site } from "../site.js";
import { weekdayAndDay } from "../text/in-words.js";
import type { Locale } from "../text/locale.js";
import {
  type Field,
  type FieldProblem,
  forms,
  HONEYPOT_FIELD,
  type Option,
  type ShownField,
  signUpForm,
} from "./forms.js";

const MAX_OPEN_OPTIONS = 6;

/** A form that was sent, or whose date a link has chosen. */
export interface FormState {
  /** What its fields show, by name. */
  readonly values?: Readonly<Record<string, string>>;
  readonly problems?: readonly FieldProblem[];
  /** A sentence for the visitor, for what no field is to blame for. */
  readonly whyRejected?: string | undefined;
}

/** A form on its own page; undefined if the site stores no forms. */
export function presentFormOfPage(form: FormName, locale: Locale, site: Site, state?: FormState) {
  return presentForm(form, site.library.pathTo(formPages[form], locale), locale, site, state);
}

/** Undefined if the site stores no forms. `path` is that of the page that shows it. */
function presentForm(name: FormName, path: string, locale: Locale, site: Site, state: FormState = {}) {
  const { getFixedT, library, snapshot } = site;
  const { values = {}, problems, whyRejected } = state;
  if (!site.forms) return undefined;
  const texts = formTexts(name, locale, site);
  const t = getFixedT(locale);
  const studentPath = library.pathTo("commerce-commons-student", locale);
  const { yearAhead } = snapshot().agenda;
  const dates = openDates(name, locale, site);
  const chosen = dates.find(({ id }) => id === values.date);
  const offered = dates.filter((date) => Date.parse(date.startsAt) < yearAhead || date === chosen);
  const fields = forms[name].map((definition) => {
    const field = shownField(definition, offered, locale, site);
    const { label, maxLength, options } = field;
    const problem = problems?.find(({ name }) => name === field.name);
    return {
      ...field,
      isMenu: options.length > MAX_OPEN_OPTIONS,
      value: values[field.name] ?? field.preset ?? "",
      error: problem ? t(problem.messageKey, { label, max: maxLength, count: problem.excess }) : null,
    };
  });
  const errors = fields.filter((field) => field.error !== null);
  return {
    ...texts,
    path,
    event: chosen && { id: chosen.id, summary: eventInWords(chosen) },
    otherForm: name === "join" ? { path: `${studentPath}#form`, label: t("forms:join.students") } : undefined,
    honeypot: HONEYPOT_FIELD,
    fields,
    errors,
    whyRejected,
    isNotSent: whyRejected !== undefined || errors.length > 0,
    retention: retentionInWords(name, texts.purpose, locale, site),
  };
}

/** What its page says about the form; the build checks that it says so. */
export function formTexts(name: FormName, locale: Locale, { library }: Site) {
  const { form } = library.page(formPages[name], locale);
  if (!form) throw new Error(`This build has no form ${name}`);
  return form;
}

/** How long, and for what, the answers of a form are kept. */
export function retentionInWords(
  form: FormName,
  purpose: string,
  locale: Locale,
  { getFixedT, library }: Site,
): string {
  const { organisation } = library;
  const count = organisation.retentionMonths[form];
  return getFixedT(locale)("forms:retention", { controller: dataController(organisation), count, purpose });
}

/** A field in one language, which offers these dates. */
export function shownField(field: Field, dates: readonly EventRecord[], locale: Locale, site: Site): ShownField {
  const t = site.getFixedT(locale);
  const { labelKey, hasHint, optionsFrom } = field;
  const options = field.options.map(({ value, labelKey }) => ({ value, label: t(labelKey) }));
  if (optionsFrom === "dates") options.unshift(...dates.map(({ id, dateText }) => ({ value: id, label: dateText })));
  else if (optionsFrom) options.unshift(...choicesOf(optionsFrom, locale, site));
  return { ...field, label: t(labelKey), hint: hasHint ? t(`${labelKey}Hint`) : undefined, options };
}

/** The values that can be chosen in a field. */
export function valuesOf({ options, optionsFrom }: Field, form: FormName, locale: Locale, site: Site): string[] {
  const values = options.map(({ value }) => value);
  if (optionsFrom === "dates") values.push(...openDates(form, locale, site).map(({ id }) => id));
  else if (optionsFrom) values.push(...choicesOf(optionsFrom, locale, site).map(({ value }) => value));
  return values;
}

/** The options that a field has from content. */
export function choicesOf(from: "themes" | "discounts", locale: Locale, { library }: Site): Option[] {
  const { page, id } = sections.themes;
  if (from === "themes")
    return sectionOf(library.page(page, locale), id).parts.map(({ id, title }) => ({ value: id, label: title }));
  const discounts = library.membership.discounts[locale].filter(({ form }) => form === "join");
  return discounts.map(({ id, option }) => ({ value: id, label: option }));
}

/** The dates of the form's page to which it can be sent. */
function openDates(name: FormName, locale: Locale, site: Site): EventRecord[] {
  if (!forms[name].some(({ optionsFrom }) => optionsFrom === "dates")) return [];
  const { clock, library, snapshot } = site;
  const filter = { ...listedEventFilter(formPages[name], library.cities), locale };
  const occurrences = snapshot().agenda.search(filter, { endsAfter: clock() });
  return occurrences.map((occurrence) => recordOf(occurrence, locale, site)).filter(({ signUp }) => signUp === "open");
}

const MAX_ALTERNATIVES = 3;

/** The form on the page of a date; undefined where visitors cannot sign up there, unless it was sent. */
export function presentFormOfDate(occurrence: Occurrence, locale: Locale, site: Site, state?: FormState) {
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

/** Why the form of the date cannot be sent; undefined while it can. */
export function whyClosed(occurrence: Occurrence, locale: Locale, site: Site): string | undefined {
  const t = site.getFixedT(locale);
  const record = recordOf(occurrence, locale, site);
  if (record.signUpBy === "form") return undefined;
  if (!takesPlace(occurrence)) return changeInWords(occurrence, locale, t);
  if (record.actionUrl) return t("forms:date.otherPage", { url: record.actionUrl });
  return record.signUp === "full" ? t("forms:date.full") : t("forms:date.closed");
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
