/** What a mail shares with others, and those to the sender of a form: a person's answer goes to the site's address. */

import {
  type FormName,
  formPages,
  isApplication,
  isFormName,
  isOnDates,
  listedEventFilter,
  sections,
} from "../addresses/pages.js";
import { cancelPath } from "../addresses/paths.js";
import { hasCalendarFile, type Occurrence } from "../events/agenda.js";
import { placeLines } from "../events/private-details.js";
import { type EventRecord, eventInWords, recordOf, signedUpInWords, subjectAndHost } from "../events/record.js";
import { eventField, forms, isAboutWithdrawal, type ShownField } from "../forms/forms.js";
import { formTexts, shownField, thanksFor } from "../forms/present.js";
import type { Site } from "../site.js";
import type { Delivery } from "../storage/queue.js";
import type { SubmissionStore } from "../storage/store.js";
import { ANY_DATE, type NewSubmission, type Submission } from "../storage/submission.js";
import { dateInWords, dayAndMonth, startInWords } from "../text/in-words.js";
import type { Locale, Translate } from "../text/locale.js";
import type { Instant } from "../text/wall-clock.js";
import { messageIdOf, sendMail } from "./transports.js";

/** What became of a delivery: it was sent, is not needed any more, or is to be tried then. */
export type Outcome = "sent" | "dropped" | Instant;

interface LetterModel {
  /** Different for each mail about a submission. */
  readonly messageName: string;
  readonly subject: string;
  readonly heading: string;
  readonly record: EventRecord | undefined;
  /** Whether a calendar file belongs to it. */
  readonly hasFile: boolean;
}

export async function sendReceipt({ submission, key }: Delivery, { queue }: SubmissionStore, site: Site) {
  if (await queue.claimReceipt(submission)) {
    await sendMail(await receiptMail(submission, key, site), site);
    return "sent";
  }
  site.logger.info({ submission: submission.id }, "No receipt: its mailbox has had one, or too many today");
  return "dropped";
}

function receiptMail(submission: Submission, key: string | null, site: Site) {
  const { id, form, locale, receivedAt } = submission;
  const { organisation, pathTo } = site.library;
  if (!isFormName(form)) throw new Error(`This build has no form ${form}`);

  const t = site.getFixedT(locale);
  const time = Date.parse(receivedAt);
  const choices = answersOf(submission, locale, site).filter(({ field }) => field?.kind === "choice");
  const occurrence = site.snapshot().agenda.occurrence(submission.dateId);
  const record = occurrence && recordOf(occurrence, locale, site);
  const isConfirmation = form === "date" && record !== undefined;
  const isWithdrawal = isAboutWithdrawal(submission.fields);
  const thanks = thanksFor({ form, occurrence, isWithdrawal }, locale, site);
  const heading = isConfirmation ? signedUpInWords(record, locale, t) : thanks.heading;
  let subject = heading;
  if (isConfirmation)
    subject = titleAndDay(record.audience === "members" ? "received" : "coming", record, locale, site);
  else if (record) subject = `${heading}: ${placeAndDate(record, locale, t)}`;
  const model = {
    messageName: "receipt",
    hasFile: true,
    heading,
    subject,
    isConfirmation,
    isApplication: isApplication(form),
    isWithdrawal,
    cannotCome: submission.fields.about === "cannot-come",
    thanks,
    formTitle: formInWords(form, locale, site).title,
    choices: choices.map(({ label, text }) => `${label.replace(/[^?]$/, "$&:")} ${text}`),
    time: startInWords(time, organisation.timezone, locale, t),
    record,
    facts: record ? subjectAndHost(record, t) : [],
    place: record && placeLines(record, time, submission, site),
    cancelUrl: record?.audience === "open" && cancelUrl(record.id, key, locale, site),
    reference: id,
    privacyUrl: `${site.baseUrl}${pathTo(sections.forms.page, locale)}#${sections.forms.id}`,
  };
  return letterMail("receipt", model, submission, site);
}

/** Some days before the date, to each on its list. */
export async function sendReminder(delivery: Delivery, date: Occurrence, { queue }: SubmissionStore, site: Site) {
  const { submission, key } = delivery;
  if (submission.suspected || !(await queue.claimReminder(submission))) return "dropped";
  const { locale } = submission;
  const record = recordOf(date, locale, site);
  const subject = titleAndDay("reminder", record, locale, site);
  const model = {
    messageName: "reminder",
    hasFile: false,
    heading: subject,
    subject,
    record,
    facts: subjectAndHost(record, site.getFixedT(locale)),
    place: placeLines(record, site.clock(), submission, site),
    cancelUrl: cancelUrl(record.id, key, locale, site),
  };
  await sendMail(await letterMail("reminder", model, submission, site), site);
  return "sent";
}

/** "You’re coming to After Commerce in Gothenburg on 3 December". */
function titleAndDay(key: string, { startsAt, title }: EventRecord, locale: Locale, site: Site): string {
  return site.getFixedT(locale)(`forms:subject.${key}`, { title, date: dayAndMonth(startsAt.slice(0, 10), locale) });
}

function cancelUrl(id: string, key: string | null, locale: Locale, { baseUrl }: Site): string | null {
  return key && baseUrl + cancelPath(id, locale, key);
}

/** A mail by the view of this name. */
export async function letterMail(name: string, model: LetterModel, { id, fields, locale }: Submission, site: Site) {
  const { linkedText } = await import("../content/markdown.js"); // not needed at start
  const { organisation } = site.library;
  const view = `letters/${name}.njk`;
  const autoSubmitted = name === "receipt" ? "auto-replied" : "auto-generated"; // RFC 3834 §5
  const { record, hasFile } = model;
  const attached = hasFile && record && hasCalendarFile(record) ? record : undefined;
  const shown = { ...model, attached, when: record?.dateText, linked: linkedText };
  return {
    to: { name: "", address: fields.email ?? "" },
    replyTo: { name: organisation.name, address: organisation.mail },
    subject: model.subject,
    text: site.renderText(view, locale, { ...shown, layout: "letters/layout.txt.njk" }),
    html: site.render(view, locale, { ...shown, layout: "letters/layout.html.njk" }),
    headers: { "Auto-Submitted": autoSubmitted, "X-Auto-Response-Suppress": "All" },
    attachments: attached ? [await calendarFile(attached, site)] : [],
    messageId: messageIdOf(`${id}.${model.messageName}`, site),
  };
}

async function calendarFile(record: EventRecord, { getFixedT, library }: Site) {
  const { icalendar } = await import("../events/icalendar.js"); // `ics` takes 80 ms to load
  const { id, locale } = record;
  const organizer = { name: library.organisation.name.replaceAll('"', "'"), email: library.organisation.mail };
  return {
    filename: `${id}.ics`,
    content: icalendar({ locale, t: getFixedT(locale), events: [record], organizer }),
    contentType: "text/calendar; charset=utf-8; method=PUBLISH",
  };
}

/** What the sender wrote or chose, in words, without what was left empty. The form can have lost a field since. */
export function answersOf(submission: Submission, locale: Locale, site: Site) {
  const { form, fields } = submission;
  const record = findRecord(submission, locale, site);
  const fieldsOfForm = isFormName(form) ? [...forms[form], eventField] : [];
  const filledIn = Object.entries(fields).filter(([, value]) => value !== "");
  return filledIn.map(([name, value]) => {
    const definition = fieldsOfForm.find((field) => field.name === name);
    if (!definition) return { field: undefined, label: name, text: value };
    const field = shownField(definition, [], locale, site);
    const isDate = record && field.optionsFrom === "dates";
    const text = isDate ? eventInWords(record) : answerInWords(value, field, site.getFixedT(locale));
    return { field, label: field.label, text };
  });
}

function answerInWords(value: string, { options, optionsFrom }: ShownField, t: Translate): string {
  const option = options.find((option) => option.value === value);
  if (option) return option.label;
  return optionsFrom ? t("forms:mail.noLongerOffered", { value }) : value;
}

/** Undefined if it is about no date, or content no longer has it. */
export function findRecord({ dateId }: NewSubmission, locale: Locale, site: Site): EventRecord | undefined {
  const occurrence = site.snapshot().agenda.occurrence(dateId);
  return occurrence && recordOf(occurrence, locale, site);
}

/** "Application, Gothenburg, 9 February 2027"; the name of a form that the site no longer has. */
export function formAndDate(submission: NewSubmission, locale: Locale, site: Site): string {
  const { form, fields } = submission;
  if (!isFormName(form)) return form;
  const t = site.getFixedT(locale);
  const record = findRecord(submission, locale, site);
  const { label, title } = formInWords(form, locale, site);
  if (isApplication(form)) {
    const anyDate = fields.date === ANY_DATE && t("forms:mail.anyDate");
    const about = record ? placeAndDate(record, locale, t) : [placeOf(form, locale, site), anyDate];
    return [t("forms:mail.application"), about].flat().filter(Boolean).join(", ");
  }
  if (!record) return title;
  return `${form === "date" ? t("forms:mail.signUp") : label}, ${placeAndDate(record, locale, t)}`;
}

/** The city of the form's page, or else its name. */
function placeOf(form: FormName, locale: Locale, { library }: Site): string {
  const listed = listedEventFilter(formPages[form], library.cities);
  const city = library.cities.find(({ slug }) => slug === listed?.city);
  return city?.names[locale] ?? library.page(formPages[form], locale).label;
}

/** A form is called like its page, or like its button if it stands on the pages of dates. */
export function formInWords(name: FormName, locale: Locale, site: Site): { label: string; title: string } {
  if (!isOnDates(name)) return site.library.page(formPages[name], locale);
  const { action } = formTexts(name, locale, site);
  return { label: action, title: action };
}

export function placeAndDate({ attendance, cityName, startsAt }: EventRecord, locale: Locale, t: Translate): string {
  const place = attendance === "online" ? t("events:board.online") : cityName;
  return `${place}, ${dateInWords(startsAt.slice(0, 10), locale)}`;
}
