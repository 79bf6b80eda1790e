import { conceptOfCode } from "../addresses/concepts.js";
import { type FormName, formOn, formPages, isOnDates } from "../addresses/forms.js";
import {
  confirmationQuery,
  eventFilePath,
  occurrencePath,
  type PageName,
  WITHDRAWAL_QUERY,
} from "../addresses/paths.js";
import { listedEventFilter, parentOf, themeOf } from "../addresses/site-map.js";
import { dataController } from "../content/json-files.js";
import { webCalendarLinks } from "../events/board.js";
import { type Occurrence, takesPlace, upcoming } from "../events/event.js";
import { isAddressMailed } from "../events/private-details.js";
import { addressMailInWords, answerDay, type EventRecord, recordOf } from "../events/record.js";
import {
  changeInWords,
  eventInWords,
  placeInWords,
  signedUpInWords,
  subjectAndHost,
  titleAndDate,
  whenAndZone,
} from "../events/words.js";
import type { Site } from "../site.js";
import { weekdayAndDay } from "../text/in-words.js";
import { type Locale, locales } from "../text/locale.js";
import { type FieldProblem, HONEYPOT_FIELD } from "./accept.js";
import { type Field, formOnDate, forms } from "./forms.js";

const MAX_OPEN_OPTIONS = 6;

export interface FormState {
  readonly values?: Readonly<Record<string, string>>;
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
  const { purpose, ...shownTexts } = texts;
  const t = getFixedT(locale);
  const studentPath = library.addresses.pathTo("commerce-commons-student", locale);
  const { startsBefore } = snapshot().agenda.window(clock());
  const dates = openDates(name, locale, site);
  const chosen = dates.find(({ id }) => id === values.date);
  const offered = dates.filter((date) => Date.parse(date.startsAt) < startsBefore || date === chosen);
  const fields = fieldsOf(name, locale, site, offered).map((field) => {
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
    otherForm: name === "join" ? { path: `${studentPath}#form`, label: t("forms:join.students") } : undefined,
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
export function fieldsOf(name: FormName, locale: Locale, site: Site, dates = openDates(name, locale, site)): Field[] {
  const t = site.getFixedT(locale);
  const optionsFrom = {
    ...site.library.choices,
    dates: () => dates.map(({ id, dateText }) => ({ value: id, label: dateText })),
  };
  return forms[name].map((field) => ({
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
  if (!forms[name].some(({ optionsFrom }) => optionsFrom === "dates")) return [];
  const { clock, library, snapshot } = site;
  const filter = { ...listedEventFilter(formPages[name], library.cities), locale };
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
  const path = occurrencePath(occurrence.id, locale);
  const form = presentForm(formOnDate(occurrence.event.audience), path, locale, site, state);
  if (!form) return undefined;
  const alternatives = isOpen ? null : alternativesTo(record, locale, site);
  return { ...form, ...textsOfDate(record, form.text, locale, site), alternatives };
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

function textsOfDate(record: EventRecord, pageText: string, locale: Locale, { getFixedT, library }: Site) {
  const { attendance, audience } = record;
  if (audience === "application") return { text: pageText };
  const t = getFixedT(locale);
  const date = weekdayAndDay(record.startsAt, locale);
  const heading = takesPlace(record) ? t("forms:date.heading", { date }) : titleAndDate(record, locale, t);
  if (audience === "open") return { heading, text: `${pageText} ${t(`forms:date.sends.${attendance}`)}` };
  const join = { path: library.addresses.pathTo("commerce-commons-join", locale), label: t("forms:date.join") };
  return { heading, text: t("forms:date.members"), otherForm: join };
}

/** Dates of the same audience to which a form for a date that is full or over can be sent, the most similar first. */
function alternativesTo({ audience, city, concept }: EventRecord, locale: Locale, site: Site): EventRecord[] {
  const likeness = (other: EventRecord) => Number(other.concept === concept) + Number(other.city === city);
  const records = upcoming({ audience, locale }, site).map((other) => recordOf(other, locale, site));
  const open = records.filter(hasOwnForm);
  return open.sort((one, other) => likeness(other) - likeness(one)).slice(0, MAX_ALTERNATIVES);
}

/** What was sent, and the date or the withdrawal that it is about. */
export interface Sent {
  readonly form: FormName;
  readonly occurrence: Occurrence | undefined;
  readonly isWithdrawal: boolean;
}

/** The page after a form was stored. */
export function presentConfirmation({ form, occurrence, isWithdrawal }: Sent, locale: Locale, site: Site) {
  const { config, library } = site;
  const { pathTo } = library.addresses;
  const page = formPages[form];
  const isOfDate = isOnDates(form);
  const record = occurrence && recordOf(occurrence, locale, site);
  const theme = record ? conceptOfCode(record.concept).slug : themeOf(page);
  const t = site.getFixedT(locale);
  const { ask, form: texts } = library.page(page, locale);
  const thanks = (isWithdrawal ? texts?.withdrawal : undefined) ?? texts?.thanks;
  const hearing = record ? hearingInWords(record, locale, site) : "";
  let promise = hearing === "" ? thanks?.answer : "";
  if (isWithdrawal)
    promise = t(`forms:withdrawal.${config.smtp?.receipts ? "mailed" : "later"}`, { mail: library.organisation.mail });
  const query = isWithdrawal ? WITHDRAWAL_QUERY : confirmationQuery(occurrence?.id);
  const pathIn = (other: Locale) =>
    occurrence && isOfDate ? occurrencePath(occurrence.id, other) + confirmationQuery() : pathTo(page, other) + query;
  const confirmation = {
    heading: thanks?.heading,
    text: [promise, thanks?.text].filter(Boolean).join(" "),
    summary: record && eventInWords(record),
    facts: record && [...subjectAndHost(record, t), hearing],
    suggestions: ask,
    theme,
    menuEntry: isOfDate ? "dates" : theme,
    above: new Set([isOfDate ? "dates" : parentOf(page), theme]),
    alternates: locales.map((other) => ({ locale: other, path: pathIn(other) })),
  };
  if (!occurrence || form !== "date") return confirmation;
  return { ...confirmation, ...signedUpTexts(occurrence, thanks?.text, locale, site) };
}

/** When an application that has just been sent is answered; empty for other forms. */
export function hearingInWords(record: EventRecord, locale: Locale, site: Site): string {
  const day = record.audience === "application" && answerDay(record, site);
  return day ? site.getFixedT(locale)("events:date.hearBy", { date: weekdayAndDay(day, locale) }) : "";
}

function signedUpTexts(occurrence: Occurrence, thanksText = "", locale: Locale, site: Site) {
  const t = site.getFixedT(locale);
  const { config, library } = site;
  const record = recordOf(occurrence, locale, site);
  const isForMembers = record.audience === "members";
  let cannotCome = t("forms:date.writeToCancel", { mail: library.organisation.mail });
  if (config.smtp?.receipts) cannotCome = isForMembers ? thanksText : t("forms:date.mailed");
  let address = addressMailInWords(record, site.clock(), locale, site);
  if (isAddressMailed(occurrence, site)) address = t(`forms:date.${record.venue ? "address" : "link"}Mailed`);
  return {
    summary: record.title,
    facts: [
      whenAndZone(record),
      ...subjectAndHost(record, t),
      record.venue ? placeInWords(record.venue) : t("events:board.online"),
      address,
    ],
    heading: signedUpInWords(record, locale, t),
    text: isForMembers ? `${t("forms:date.membersOnly")} ${cannotCome}` : cannotCome,
    file: eventFilePath(record.id, locale),
    record,
    webCalendars: webCalendarLinks(record),
  };
}
