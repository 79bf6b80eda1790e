/** Mails to the sender of a form, which no program answers; a person's answer goes to the site's address. */
import { formPages, isFormName } from "../addresses/forms.js";
import { sections } from "../addresses/sections.js";
import { linkedText } from "../content/markdown.js";
import { dataController } from "../content/organisation.js";
import { hasCalendarFile, hasUsualVenue, type Occurrence, takesPlace } from "../events/event.js";
import { icalendar } from "../events/icalendar.js";
import { placeWithAddress } from "../events/private-details.js";
import { type EventRecord, recordOf } from "../events/record.js";
import { changeInWords, signedUpInWords, subjectAndHost } from "../events/words.js";
import { isAboutWithdrawal } from "../forms/forms.js";
import type { Site } from "../site.js";
import type { Submission } from "../storage/submission.js";
import { dateInWords, dayAndMonth, startInWords } from "../text/in-words.js";
import type { Locale } from "../text/locale.js";
import { answersOf, eventIn, formInWords, placeAndDate } from "./answers.js";

/** RFC 3834 §5 */
const autoSubmitted = { receipt: "auto-replied", reminder: "auto-generated", notice: "auto-generated" };

type Letter = keyof typeof autoSubmitted;

interface LetterModel {
  /** Different for each mail about a submission. */
  readonly messageName: string;
  readonly subject: string;
  readonly heading: string;
  readonly event: EventRecord | undefined;
}

export function receiptMail(submission: Submission, key: string | null, site: Site) {
  const { id, form, locale, receivedAt } = submission;
  const { organisation, addresses, page } = site.library;
  const texts = isFormName(form) ? page(formPages[form], locale).form : undefined;
  if (!isFormName(form) || !texts) throw new Error(`This build has no form ${form}`);

  const t = site.getFixedT(locale);
  const time = Date.parse(receivedAt);
  const answers = answersOf(submission, locale, site);
  const choices = answers.filter(({ field }) => field?.kind === "choice");
  const event = eventIn(answers);
  const isConfirmation = form === "date" && event !== undefined;
  const thanks = (isAboutWithdrawal(submission.fields) && texts.withdrawal) || texts.thanks;
  const heading = isConfirmation ? signedUpInWords(event, locale, t) : thanks.heading;
  let subject = heading;
  if (isConfirmation) subject = titleAndDay(event.audience === "members" ? "received" : "coming", event, locale, site);
  else if (event) subject = `${heading}: ${placeAndDate(event, locale, t)}`;
  const model = {
    messageName: "receipt",
    heading,
    subject,
    isConfirmation,
    form,
    texts,
    thanks,
    formTitle: formInWords(form, locale, site).title,
    choices: choices.map(({ label, text }) => `${label.replace(/[^?]$/, "$&:")} ${text}`),
    time: startInWords(time, organisation.timezone, locale, t),
    event,
    facts: event ? subjectAndHost(event, t) : [],
    place: event && placeWithAddress(event, time, submission, site),
    cancelUrl: event && cancelUrl(event.id, key, locale, site),
    reference: id,
    controller: dataController(organisation),
    privacyUrl: `${site.baseUrl}${addresses.pathTo(sections.forms.page, locale)}#${sections.forms.id}`,
  };
  return letterMail("receipt", model, submission, site);
}

/** Some days before the date, to each on its list. */
export function reminderMail(submission: Submission, key: string | null, occurrence: Occurrence, site: Site) {
  const { locale } = submission;
  const event = recordOf(occurrence, locale, site);
  const subject = titleAndDay("reminder", event, locale, site);
  const model = {
    messageName: "reminder",
    heading: subject,
    subject,
    event,
    facts: subjectAndHost(event, site.getFixedT(locale)),
    place: placeWithAddress(event, site.clock(), submission, site),
    cancelUrl: cancelUrl(event.id, key, locale, site),
  };
  return letterMail("reminder", model, submission, site);
}

/** "You’re coming to After Commerce in Gothenburg on 3 December". */
function titleAndDay(key: string, { startsAt, title }: EventRecord, locale: Locale, site: Site): string {
  return site.getFixedT(locale)(`forms:subject.${key}`, { title, date: dayAndMonth(startsAt.slice(0, 10), locale) });
}

function cancelUrl(id: string, key: string | null, locale: Locale, { baseUrl, library }: Site): string | null {
  return key && baseUrl + library.addresses.cancelPath(id, locale, key);
}

/** Says that a date has changed. `newAddress` identifies an address that alone is new; it is empty for other news. */
export function eventNotice(submission: Submission, occurrence: Occurrence, newAddress: string, site: Site) {
  const { form, locale } = submission;
  const t = site.getFixedT(locale);
  const event = recordOf(occurrence, locale, site);
  const news = newAddress === "" ? newsOf(occurrence, site) : "newPlace";
  const date = dateInWords(event.startsAt.slice(0, 10), locale);
  const subject = t(`forms:notice.${news}`, { title: event.title, date });
  const reason = occurrence.status === "cancelled" && occurrence.reason?.[locale];
  const model = {
    messageName: `${event.sequence}${newAddress}`,
    heading: subject,
    subject,
    event,
    news,
    change: reason
      ? t("forms:notice.isCancelled", { title: event.title, date, reason })
      : changeInWords(occurrence, locale, t).trim(),
    details: takesPlace(event)
      ? [event.dateText, ...subjectAndHost(event, t), ...placeWithAddress(event, site.clock(), submission, site)]
      : [],
    formTitle: isFormName(form) && formInWords(form, locale, site).title,
  };
  return letterMail("notice", model, submission, site);
}

function newsOf(occurrence: Occurrence, site: Site) {
  if (!takesPlace(occurrence)) return occurrence.status;
  if (occurrence.previousStarts !== null) return "moved";
  return hasUsualVenue(occurrence, site.library.events) ? "asAnnounced" : "newPlace";
}

function letterMail(name: Letter, model: LetterModel, { id, fields, locale }: Submission, site: Site) {
  const organisation = site.library.organisation;
  const view = `letters/${name}.njk`;
  const attached = name !== "reminder" && model.event && hasCalendarFile(model.event) ? model.event : undefined;
  const shown = { ...model, attached, linked: linkedText };
  return {
    to: { name: "", address: fields.email ?? "" },
    replyTo: { name: organisation.name, address: organisation.mail },
    subject: model.subject,
    text: site.renderText(view, locale, { ...shown, layout: "letters/layout.txt.njk" }),
    html: site.render(view, locale, { ...shown, layout: "letters/layout.html.njk" }),
    headers: { "Auto-Submitted": autoSubmitted[name], "X-Auto-Response-Suppress": "All" },
    attachments: attached ? [calendarFile(attached, site)] : [],
    messageId: `<${id}.${model.messageName}@${new URL(site.baseUrl).hostname}>`,
  };
}

function calendarFile(event: EventRecord, { getFixedT, library }: Site) {
  const { id, locale } = event;
  const organizer = { name: library.organisation.name.replaceAll('"', "'"), email: library.organisation.mail };
  return {
    filename: `${id}.ics`,
    content: icalendar({ locale, t: getFixedT(locale), events: [event], organizer }),
    contentType: "text/calendar; charset=utf-8; method=PUBLISH",
  };
}
