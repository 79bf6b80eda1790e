import {
  conceptOfCode,
  type FormName,
  formPages,
  isOnDates,
  listedEventFilter,
  pages,
  parentOf,
  sections,
} from "../addresses/pages.js";
import { confirmationQuery, eventFilePath, occurrencePath, WITHDRAWAL_QUERY } from "../addresses/paths.js";
import { dataController } from "../content/json-files.js";
import { sectionOf } from "../content/library.js";
import { changeInWords, type Occurrence, takesPlace } from "../events/agenda.js";
import { webCalendarLinks } from "../events/board.js";
import { addressMailInWords, isAddressMailed } from "../events/private-details.js";
import {
  type EventRecord,
  eventInWords,
  recordOf,
  signedUpInWords,
  subjectAndHost,
  whereInWords,
} from "../events/record.js";
import type { Site } from "../site.js";
import { weekdayAndDay } from "../text/in-words.js";
import { type Locale, locales } from "../text/locale.js";
import { daysAfter, type LocalDate } from "../text/wall-clock.js";
import { type Field, type FieldProblem, forms, HONEYPOT_FIELD, type Option, type ShownField } from "./forms.js";

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
export function presentForm(name: FormName, path: string, locale: Locale, site: Site, state: FormState = {}) {
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
function retentionInWords(form: FormName, purpose: string, locale: Locale, { getFixedT, library }: Site): string {
  const { organisation } = library;
  const count = organisation.retentionMonths[form];
  return getFixedT(locale)("forms:retention", { controller: dataController(organisation), count, purpose });
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

/** The day by which an application of today is answered; undefined if that is no longer possible in good time. */
export function answerDay({ startsAt }: EventRecord, { library, snapshot }: Site): LocalDate | undefined {
  const day = daysAfter(startsAt.slice(0, 10), -library.organisation.answerDaysBefore);
  return day > snapshot().agenda.today ? day : undefined;
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
  if (from === "discounts") {
    const offered = library.membership.discounts[locale].filter(({ form }) => form === "join");
    return offered.map(({ id, option }) => ({ value: id, label: option }));
  }
  const { themes } = sections;
  const { parts } = sectionOf(library.page(themes.page, locale), themes.id);
  return parts.map(({ id, title }) => ({ value: id, label: title }));
}

/** The dates of the form's page to which it can be sent. */
function openDates(name: FormName, locale: Locale, site: Site): EventRecord[] {
  if (!forms[name].some(({ optionsFrom }) => optionsFrom === "dates")) return [];
  const { clock, library, snapshot } = site;
  const filter = { ...listedEventFilter(formPages[name], library.cities), locale };
  const occurrences = snapshot().agenda.search(filter, { endsAfter: clock() });
  return occurrences.map((occurrence) => recordOf(occurrence, locale, site)).filter(({ signUp }) => signUp === "open");
}

/** What was sent, and the date or the withdrawal that it is about. */
export interface Sent {
  readonly form: FormName;
  readonly occurrence: Occurrence | undefined;
  readonly isWithdrawal: boolean;
}

/** The page after a form was stored. */
export function presentConfirmation(sent: Sent, locale: Locale, site: Site) {
  const { form, occurrence, isWithdrawal } = sent;
  const { pathTo } = site.library;
  const page = formPages[form];
  const isOfDate = isOnDates(form);
  const theme = occurrence ? conceptOfCode(occurrence.event.concept).slug : pages[page].theme;
  const query = isWithdrawal ? WITHDRAWAL_QUERY : confirmationQuery(occurrence?.id);
  const isOnList = occurrence && form === "date";
  const pathIn = (other: Locale) =>
    occurrence && isOfDate ? occurrencePath(occurrence.id, other) + confirmationQuery() : pathTo(page, other) + query;
  return {
    ...(isOnList ? signedUpTexts(occurrence, locale, site) : receivedTexts(sent, locale, site)),
    suggestions: site.library.page(page, locale).ask,
    theme,
    menuEntry: isOfDate ? "dates" : theme,
    above: new Set([isOfDate ? "dates" : parentOf(page), theme]),
    alternates: locales.map((other) => ({ locale: other, path: pathIn(other) })),
  };
}

/** What the page after a form and its receipt say. If the day of the answer is known, `hearBy` has it, else `answer` stands. */
export function thanksFor({ form, occurrence, isWithdrawal }: Sent, locale: Locale, site: Site) {
  const texts = formTexts(form, locale, site);
  const { heading, text, answer } = (isWithdrawal && texts.withdrawal) || texts.thanks;
  const isApplication = occurrence?.event.audience === "application";
  const day = isApplication ? answerDay(recordOf(occurrence, locale, site), site) : undefined;
  const hearBy = day ? site.getFixedT(locale)("events:date.hearBy", { date: weekdayAndDay(day, locale) }) : "";
  const retention = retentionInWords(form, texts.purpose, locale, site);
  return { heading, text, hearBy, answer: hearBy ? "" : answer, retention };
}

function receivedTexts(sent: Sent, locale: Locale, site: Site) {
  const { config, getFixedT, library } = site;
  const t = getFixedT(locale);
  const { heading, text, hearBy, answer } = thanksFor(sent, locale, site);
  const record = sent.occurrence && recordOf(sent.occurrence, locale, site);
  const { mail } = library.organisation;
  const confirmed = t(`forms:withdrawal.${config.smtp?.receipts ? "mailed" : "later"}`, { mail });
  return {
    heading,
    text: [sent.isWithdrawal ? confirmed : answer, text].filter(Boolean).join(" "),
    summary: record && eventInWords(record),
    facts: record && [...subjectAndHost(record, t), hearBy],
  };
}

function signedUpTexts(occurrence: Occurrence, locale: Locale, site: Site) {
  const t = site.getFixedT(locale);
  const { config, library } = site;
  const record = recordOf(occurrence, locale, site);
  const isForMembers = record.audience === "members";
  const thanks = thanksFor({ form: "date", occurrence, isWithdrawal: false }, locale, site);
  let cannotCome = t("forms:date.writeToCancel", { mail: library.organisation.mail });
  if (config.smtp?.receipts) cannotCome = isForMembers ? thanks.text : t("forms:date.mailed");
  let address = addressMailInWords(record, site.clock(), locale, site);
  if (isAddressMailed(occurrence, site)) {
    const isHybrid = record.attendance === "hybrid";
    address = t(isHybrid ? "forms:date.sends.hybrid" : `forms:date.${record.venue ? "address" : "link"}Mailed`);
  }
  return {
    heading: signedUpInWords(record, locale, t),
    text: isForMembers ? `${t("forms:date.membersOnly")} ${cannotCome}` : cannotCome,
    summary: record.title,
    facts: [record.dateText, ...subjectAndHost(record, t), whereInWords(record, t), address],
    file: eventFilePath(record.id, record.locale),
    record,
    webCalendars: webCalendarLinks(record),
  };
}
