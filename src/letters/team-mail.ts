import { isApplication } from "../addresses/forms.js";
import { answerDay, type EventRecord } from "../events/record.js";
import { eventInWords } from "../events/words.js";
import type { Site } from "../site.js";
import { eventIdOf, type Submission } from "../storage/submission.js";
import { startInWords, weekdayAndDay } from "../text/in-words.js";
import { type Locale, languageNames } from "../text/locale.js";
import { readAddress } from "../text/mail-address.js";
import { daysAfter } from "../text/wall-clock.js";
import { answersOf, eventById, eventIn, formAndDate, placeAndDate } from "./answers.js";

const VIEW = "letters/team.njk";

/** In place of labels that address the sender. */
const teamLabels: Readonly<Record<string, string>> = {
  name: "forms:doorList.name",
  email: "forms:doorList.email",
  role: "forms:mail.role",
  message: "forms:mail.message",
};

/** To the team, in its language. */
export function teamMail(submission: Submission, lacksReceipt: boolean, locale: Locale, site: Site) {
  const { id, form, fields, receivedAt, suspected } = submission;
  const { email = "" } = fields;
  const t = site.getFixedT(locale);
  const answers = answersOf(submission, locale, site);
  const event = eventIn(answers);
  const reason = event ? undefined : answers.find(({ field }) => field?.name === "about")?.text;
  const about = [formAndDate(form, event, locale, site), reason].filter(Boolean).join(", ");
  const dates = answers.filter(({ field }) => field?.optionsFrom === "dates");
  const others = answers.filter((answer) => !dates.includes(answer));
  const model = {
    id,
    suspected,
    lacksReceipt,
    answers: [...dates, ...others].map(({ field, label, text }) => {
      const teamLabel = teamLabels[field?.name ?? ""];
      return { label: teamLabel ? t(teamLabel) : label, text: indented(text) };
    }),
    task: taskInWords(submission, event, locale, site),
    time: startInWords(Date.parse(receivedAt), site.library.organisation.timezone, locale, t),
    languageOfSender: languageNames[submission.locale],
  };
  const name = headerText(fields.name ?? "");
  return {
    subject: `${suspected ? `${t("forms:mail.suspected")}: ` : ""}${headerText(about)}: ${name}`,
    text: site.renderText(VIEW, locale, model),
    replyTo: isReplyAddress(email) ? { name, address: email } : undefined,
    messageId: `<${id}@${new URL(site.baseUrl).hostname}>`,
  };
}

/** What the team has to do about it; empty if that is plain. */
function taskInWords({ form, fields }: Submission, event: EventRecord | undefined, locale: Locale, site: Site): string {
  const t = site.getFixedT(locale);
  if (fields.about === "cannot-come") return t("forms:mail.cannotCome", { command: "npm run submissions -- cancel" });
  if (form === "date" && event?.audience === "members") return t("forms:mail.checkMembership");
  if (!event || !isApplication(form)) return "";
  const day = answerDay(event, site);
  return day ? t("forms:mail.answerBy", { date: weekdayAndDay(day, locale) }) : t("forms:mail.answerBefore");
}

/** In place of a mail that the server will never accept: with nothing that the sender wrote. */
export function referenceMail({ id, form }: Submission, reason: string, locale: Locale, site: Site) {
  const t = site.getFixedT(locale);
  return {
    subject: t("forms:mail.rejected", { form: headerText(formAndDate(form, undefined, locale, site)) }),
    text: site.renderText(VIEW, locale, { id, reason }),
    messageId: `<${id}.reference@${new URL(site.baseUrl).hostname}>`,
  };
}

/** False for what needs SMTPUTF8 (RFC 6531). */
function isReplyAddress(email: string): boolean {
  return readAddress(email) !== undefined && !/^[^@]*(?:[^ -~]|=\?)/.test(email);
}

/** Says who does not come, of all who signed up with the mailbox, to a date that content may no longer have. */
export function cancellationMail({ id, fields }: Submission, names: readonly string[], locale: Locale, site: Site) {
  const t = site.getFixedT(locale);
  const eventId = eventIdOf(fields) ?? "";
  const event = eventById(eventId, locale, site);
  const place = event ? placeAndDate(event, locale, t) : eventId;
  const inWords = event ? eventInWords(event) : eventId;
  const { email = "" } = fields;
  const who = indented([...names, email].join("\n"));
  const name = headerText(names.join(" / "));
  return {
    subject: `${t("forms:mail.cancelled", { place })}: ${name}`,
    text: `${t("forms:mail.cancelledText", { event: inWords, count: names.length })}\n\n${who}\n`,
    replyTo: isReplyAddress(email) ? { name, address: email } : undefined,
    messageId: `<${id}.cancelled@${new URL(site.baseUrl).hostname}>`,
  };
}

/** Says that those on the list will be reminded without an address. */
export function warningMail(event: EventRecord, locale: Locale, site: Site) {
  const t = site.getFixedT(locale);
  const { daysBefore } = site.library.organisation.addressMail;
  const date = weekdayAndDay(daysAfter(event.startsAt.slice(0, 10), -daysBefore), locale);
  return {
    subject: t("forms:mail.noAddress", { place: placeAndDate(event, locale, t) }),
    text: `${t("forms:mail.noAddressText", { event: eventInWords(event), id: event.id, date })}\n`,
    messageId: `<${event.id}.no-address.${event.startsAt.slice(0, 10)}@${new URL(site.baseUrl).hostname}>`,
  };
}

/** Mail programs break lines at all of these. */
export function indented(text: string): string {
  return `    ${text.replaceAll(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, "\n    ")}`;
}

/** What was typed is shown as it is: nodemailer encodes line ends, but leaves an encoded word (RFC 2047 §2). */
function headerText(text: string): string {
  return text.replaceAll(/\p{Bidi_Control}/gu, "").replaceAll("=?", "= ?");
}
