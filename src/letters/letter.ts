/** Mails to the sender of a form, which no program answers; a person's answer goes to the site's address. */

import { cancelPath } from "../addresses/paths.js";
import { isApplication, isFormName, sections } from "../addresses/site-map.js";
import { linkedText } from "../content/markdown.js";
import { hasCalendarFile, hasUsualVenue, type Occurrence, takesPlace } from "../events/event.js";
import { icalendar } from "../events/icalendar.js";
import { placeLines } from "../events/private-details.js";
import { type EventRecord, recordOf } from "../events/record.js";
import { placeInWords, signedUpInWords, subjectAndHost } from "../events/words.js";
import { isAboutWithdrawal } from "../forms/forms.js";
import { thanksFor } from "../forms/present.js";
import type { Site } from "../site.js";
import type { Submission } from "../storage/submission.js";
import type { Notice } from "../storage/submissions.js";
import { dateInWords, dayAndMonth, shortTimes, startInWords } from "../text/in-words.js";
import type { Locale } from "../text/locale.js";
import { dateAt, type Instant } from "../text/wall-clock.js";
import { answersOf, formInWords, occurrenceOf, placeAndDate } from "./answers.js";

interface LetterModel {
  /** Different for each mail about a submission. */
  readonly messageName: string;
  readonly subject: string;
  readonly heading: string;
  readonly event: EventRecord | undefined;
  /** Whether a calendar file belongs to it. */
  readonly hasFile: boolean;
}

/** What a notice tells its recipient. */
export interface Change {
  readonly occurrence: Occurrence;
  /** The last that the recipient got about this date. */
  readonly lastNotice: Notice | undefined;
  /** The start that the recipient knows; undefined if nobody can say. */
  readonly knownStart: Instant | undefined;
  /** Identifies an address that alone is new; empty for other news. */
  readonly newAddress: string;
}

export function receiptMail(submission: Submission, key: string | null, site: Site) {
  const { id, form, locale, receivedAt } = submission;
  const { organisation, addresses } = site.library;
  if (!isFormName(form)) throw new Error(`This build has no form ${form}`);

  const t = site.getFixedT(locale);
  const time = Date.parse(receivedAt);
  const choices = answersOf(submission, locale, site).filter(({ field }) => field?.kind === "choice");
  const occurrence = occurrenceOf(submission.fields, site);
  const event = occurrence && recordOf(occurrence, locale, site);
  const isConfirmation = form === "date" && event !== undefined;
  const isWithdrawal = isAboutWithdrawal(submission.fields);
  const thanks = thanksFor({ form, occurrence, isWithdrawal }, locale, site);
  const heading = isConfirmation ? signedUpInWords(event, locale, t) : thanks.heading;
  let subject = heading;
  if (isConfirmation) subject = titleAndDay(event.audience === "members" ? "received" : "coming", event, locale, site);
  else if (event) subject = `${heading}: ${placeAndDate(event, locale, t)}`;
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
    event,
    facts: event ? subjectAndHost(event, t) : [],
    place: event && placeLines(event, time, submission, site),
    cancelUrl: event && cancelUrl(event.id, key, locale, site),
    reference: id,
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
    hasFile: false,
    heading: subject,
    subject,
    event,
    facts: subjectAndHost(event, site.getFixedT(locale)),
    place: placeLines(event, site.clock(), submission, site),
    cancelUrl: cancelUrl(event.id, key, locale, site),
  };
  return letterMail("reminder", model, submission, site);
}

/** "You’re coming to After Commerce in Gothenburg on 3 December". */
function titleAndDay(key: string, { startsAt, title }: EventRecord, locale: Locale, site: Site): string {
  return site.getFixedT(locale)(`forms:subject.${key}`, { title, date: dayAndMonth(startsAt.slice(0, 10), locale) });
}

function cancelUrl(id: string, key: string | null, locale: Locale, { baseUrl }: Site): string | null {
  return key && baseUrl + cancelPath(id, locale, key);
}

/** Says that a date has changed. */
export function eventNotice(submission: Submission, change: Change, site: Site) {
  const { form, locale } = submission;
  const { occurrence, knownStart, newAddress } = change;
  const t = site.getFixedT(locale);
  const event = recordOf(occurrence, locale, site);
  const news = newsOf(change, site);
  // What is off can have been moved before: content then has the day on which it was first announced.
  const start = takesPlace(event) ? occurrence.starts : (knownStart ?? occurrence.starts);
  const date = dateInWords(dateAt(start, event.timezone), locale);
  const times = shortTimes(event.startsAt, event.endsAt, locale);
  const isOnList = form === "date" && event.audience === "open" && event.status !== "cancelled";
  const subject = t(`forms:notice.${news}`, { title: event.title, date, times });
  const model = {
    messageName: `${event.sequence}${newAddress}`,
    hasFile: newAddress === "", // no calendar has the address
    heading: subject,
    subject,
    event,
    isMoved: news === "moved" || news === "newTime",
    change: newsInWords(change, locale, site),
    details: takesPlace(event)
      ? [...subjectAndHost(event, t), ...placeLines(event, site.clock(), submission, site)]
      : [],
    previousPlace: newAddress === "" && takesPlace(event) ? previousPlace(change, locale, site) : "",
    isOnList: isOnList && newAddress === "",
    hasLinkInReceipt: isOnList && !submission.suspected && site.config.smtp?.receipts,
    isApplication: isApplication(form) && takesPlace(event),
    formTitle: isFormName(form) && formInWords(form, locale, site).title,
  };
  return letterMail("notice", model, submission, site);
}

function newsOf({ occurrence, lastNotice, knownStart, newAddress }: Change, site: Site) {
  const { event, status, starts, previousStarts } = occurrence;
  if (newAddress !== "") return event.venue ? "address" : "link";
  if (!takesPlace(occurrence)) return status;
  const isMoved = lastNotice ? knownStart !== starts : previousStarts !== null;
  const isSameDay = knownStart !== undefined && dateAt(knownStart, event.zone) === dateAt(starts, event.zone);
  if (isMoved) return isSameDay ? "newTime" : "moved";
  if (lastNotice?.status === "cancelled" || lastNotice?.status === "postponed") return "asAnnounced";
  return hasUsualVenue(occurrence, site.library.events) && !lastNotice?.venue ? "asAnnounced" : "newPlace";
}

/** Empty for a new place, and for a date that takes place after all. */
function newsInWords({ occurrence, knownStart, newAddress }: Change, locale: Locale, site: Site): string {
  const { event, status, starts } = occurrence;
  const t = site.getFixedT(locale);
  const reason = occurrence.reason?.[locale] ?? "";
  if (newAddress !== "") return t("forms:notice.replaces");
  if (status === "postponed") return t("forms:notice.noDateYet", { reason }).trim();
  if (status === "cancelled" || knownStart === undefined || knownStart === starts) return reason;
  return t("events:change.moved", { date: startInWords(knownStart, event.zone, locale, t), reason }).trim();
}

/** The usual one; empty if the place is no other, or the recipient got a notice of another in between. */
function previousPlace({ occurrence, lastNotice }: Change, locale: Locale, site: Site): string {
  const events = site.library.events;
  const usual = events.find(({ slug }) => slug === occurrence.event.slug);
  if (!usual || hasUsualVenue(occurrence, events) || lastNotice?.venue) return "";
  const t = site.getFixedT(locale);
  const { cityName } = recordOf(occurrence, locale, site);
  const { venue } = usual;
  const place = venue
    ? placeInWords({ ...venue, name: venue.name[locale] ?? "", city: cityName })
    : t("events:board.online");
  return t("forms:notice.previousPlace", { place });
}

function letterMail(name: string, model: LetterModel, { id, fields, locale }: Submission, site: Site) {
  const organisation = site.library.organisation;
  const view = `letters/${name}.njk`;
  const autoSubmitted = name === "receipt" ? "auto-replied" : "auto-generated"; // RFC 3834 §5
  const { event, hasFile } = model;
  const attached = hasFile && event && hasCalendarFile(event) ? event : undefined;
  const shown = { ...model, attached, when: event?.dateText, linked: linkedText };
  return {
    to: { name: "", address: fields.email ?? "" },
    replyTo: { name: organisation.name, address: organisation.mail },
    subject: model.subject,
    text: site.renderText(view, locale, { ...shown, layout: "letters/layout.txt.njk" }),
    html: site.render(view, locale, { ...shown, layout: "letters/layout.html.njk" }),
    headers: { "Auto-Submitted": autoSubmitted, "X-Auto-Response-Suppress": "All" },
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
