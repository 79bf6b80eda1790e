import type { SendMailOptions } from "nodemailer";
import { isApplication } from "../addresses/pages.js";
import type { Occurrence } from "../events/agenda.js";
import { isAddressKnown } from "../events/private-details.js";
import { type EventRecord, eventInWords, recordOf } from "../events/record.js";
import { isAboutWithdrawal } from "../forms/forms.js";
import { answerDay } from "../forms/present.js";
import type { Site } from "../site.js";
import { errorCode } from "../storage/errors.js";
import type { Delivery } from "../storage/queue.js";
import type { SubmissionStore } from "../storage/store.js";
import { answersIn, type Submission, sameSignUp } from "../storage/submission.js";
import { escapeMarkdown } from "../text/escaping.js";
import { startInWords, weekdayAndDay } from "../text/in-words.js";
import { languageNames } from "../text/locale.js";
import { readAddress } from "../text/mail-address.js";
import { dateAt, daysAfter, HOUR_MS } from "../text/wall-clock.js";
import { answersOf, findRecord, formAndDate, type Outcome, placeAndDate } from "./letter.js";
import { isRejectedMail, messageIdOf, postWebhook, sendMail, type WebhookFormat } from "./transports.js";

const VIEW = "letters/team.njk";
/** The sign-up that has claimed a mail to the team can be cancelled before the mail is sent. */
export const CLAIMED_RETRY_MS = HOUR_MS;

/** The labels of forms address the sender, so the team gets these. */
const teamLabels: Record<string, string> = {
  name: "forms:doorList.name",
  email: "forms:doorList.email",
  role: "forms:mail.role",
  message: "forms:mail.message",
};

export async function sendTeamMail({ submission }: Delivery, { queue }: SubmissionStore, site: Site): Promise<Outcome> {
  const expectsReceipt = site.config.smtp?.receipts && !submission.suspected;
  // Claims the receipt, as sending it will again, so that this mail promises none that another submission gets.
  const hasReceipt = Boolean(expectsReceipt && (await queue.claimReceipt(submission)));
  return mailTeam(submission, teamMail(submission, hasReceipt, site), site);
}

async function mailTeam(submission: Submission, mail: SendMailOptions, site: Site): Promise<Outcome> {
  try {
    await sendMail(mail, site);
  } catch (error) {
    if (!isRejectedMail(error)) throw error;
    await sendMail(referenceMail(submission, errorCode(error), site), site);
  }
  return "sent";
}

/** What a form says, for the team in its language. */
function teamMail(submission: Submission, hasReceipt: boolean, site: Site) {
  const { id, fields, receivedAt, suspected } = submission;
  const locale = site.config.teamLocale;
  const { email = "" } = fields;
  const t = site.getFixedT(locale);
  const answers = answersOf(submission, locale, site);
  const record = findRecord(submission, locale, site);
  const reason = record ? undefined : answers.find(({ field }) => field?.name === "about")?.text;
  const about = [formAndDate(submission, locale, site), reason].filter(Boolean).join(", ");
  const dates = answers.filter(({ field }) => field?.optionsFrom === "dates");
  const others = answers.filter((answer) => !dates.includes(answer));
  const model = {
    id,
    suspected,
    lacksReceipt: site.config.smtp?.receipts && !suspected && !hasReceipt,
    hasUnusualAddress: email !== "" && !isReplyAddress(email),
    answers: [...dates, ...others].map(({ field, label, text }) => {
      const teamLabel = teamLabels[field?.name ?? ""];
      return { label: teamLabel ? t(teamLabel) : label, text: indented(text) };
    }),
    task: taskInWords(submission, record, hasReceipt, site),
    time: startInWords(Date.parse(receivedAt), site.library.organisation.timezone, locale, t),
    languageOfSender: languageNames[submission.locale],
  };
  const name = headerText(fields.name ?? "");
  return {
    subject: `${suspected ? `${t("forms:mail.suspected")}: ` : ""}${headerText(about)}: ${name}`,
    text: site.renderText(VIEW, locale, model),
    replyTo: isReplyAddress(email) ? { name, address: email } : undefined,
    messageId: messageIdOf(id, site),
  };
}

/** What the team has to do about it; empty if that is plain. */
function taskInWords(
  { form, fields }: Submission,
  record: EventRecord | undefined,
  hasReceipt: boolean,
  site: Site,
): string {
  const locale = site.config.teamLocale;
  const t = site.getFixedT(locale);
  if (isAboutWithdrawal(fields)) return hasReceipt ? "" : t("forms:mail.confirmWithdrawal");
  if (fields.about === "cannot-come") return t("forms:mail.cannotCome", { command: "npm run submissions -- cancel" });
  if (form === "date" && record?.audience === "members") return t("forms:mail.checkMembership");
  if (!record || !isApplication(form)) return "";
  const day = answerDay(record, site);
  return day ? t("forms:mail.answerBy", { date: weekdayAndDay(day, locale) }) : t("forms:mail.answerBefore");
}

/** It replaces a mail that the server will never accept, so it has nothing that the sender wrote. */
function referenceMail(submission: Submission, reason: string, site: Site) {
  const { id } = submission;
  const locale = site.config.teamLocale;
  const form = headerText(formAndDate({ ...submission, dateId: "", fields: {} }, locale, site));
  return {
    subject: site.getFixedT(locale)("forms:mail.rejected", { form }),
    text: site.renderText(VIEW, locale, { id, reason }),
    messageId: messageIdOf(`${id}.reference`, site),
  };
}

/** False for what needs SMTPUTF8 (RFC 6531). */
function isReplyAddress(email: string): boolean {
  return readAddress(email) !== undefined && !/^[^@]*(?:[^ -~]|=\?)/.test(email);
}

/** Says who does not come, of all who signed up with the mailbox, to a date that content may no longer have. */
export async function sendCancellation({ submission }: Delivery, store: SubmissionStore, site: Site): Promise<Outcome> {
  const ofMailbox = await store.listAll(sameSignUp(submission));
  const cancelled = ofMailbox.filter(({ cancelledAt }) => cancelledAt !== undefined); // somebody can have come again
  const names = answersIn(cancelled, "name");
  const locale = site.config.teamLocale;
  const t = site.getFixedT(locale);
  const record = findRecord(submission, locale, site);
  const place = record ? placeAndDate(record, locale, t) : submission.dateId;
  const inWords = record ? eventInWords(record) : submission.dateId;
  const { email = "" } = submission.fields;
  const who = indented([...names, email].join("\n"));
  const name = headerText(names.join(" / "));
  const mail = {
    subject: `${t("forms:mail.cancelled", { place })}: ${name}`,
    text: `${t("forms:mail.cancelledText", { event: inWords, count: names.length })}\n\n${who}\n`,
    replyTo: isReplyAddress(email) ? { name, address: email } : undefined,
    messageId: messageIdOf(`${submission.id}.cancelled`, site),
  };
  return mailTeam(submission, mail, site);
}

/** Says that those on the list will be reminded without an address. */
export async function sendWarning({ submission }: Delivery, date: Occurrence, store: SubmissionStore, site: Site) {
  if (isAddressKnown(date, site)) return "dropped";
  const day = dateAt(date.starts, date.event.zone);
  if (!(await store.queue.claimForTeam("warning", submission, day))) return site.clock() + CLAIMED_RETRY_MS;
  const locale = site.config.teamLocale;
  const t = site.getFixedT(locale);
  const record = recordOf(date, locale, site);
  const dayOfReminder = daysAfter(day, -site.library.organisation.addressMail.daysBefore);
  const about = { event: eventInWords(record), id: record.id, date: weekdayAndDay(dayOfReminder, locale) };
  const mail = {
    subject: t("forms:mail.noAddress", { place: placeAndDate(record, locale, t) }),
    text: `${t("forms:mail.noAddressText", about)}\n`,
    messageId: messageIdOf(`${record.id}.no-address.${day}`, site),
  };
  await sendMail(mail, site);
  return "sent";
}

/** Mail programs break lines at all of these. */
export function indented(text: string): string {
  return `    ${text.replaceAll(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, "\n    ")}`;
}

/** What was typed is shown as it is: nodemailer encodes line ends, but leaves an encoded word (RFC 2047 §2). */
function headerText(text: string): string {
  return text.replaceAll(/\p{Bidi_Control}/gu, "").replaceAll("=?", "= ?");
}

export async function sendWebhook({ submission }: Delivery, _: SubmissionStore, site: Site): Promise<Outcome> {
  const { webhook } = site.config;
  if (!webhook) throw new Error("SUBMISSIONS_WEBHOOK is not set");
  await postWebhook(submissionWebhook(submission, webhook.format, site), webhook, site.clock);
  return "sent";
}

/** Names the form, the event and a reference; what the sender wrote stays in the database. */
export function submissionWebhook(submission: Submission, format: WebhookFormat, site: Site) {
  const { id, form, receivedAt, suspected } = submission;
  const locale = site.config.teamLocale;
  const record = findRecord(submission, locale, site);
  if (format === "standard") {
    const { uid, title, startsAt, url } = record ?? {};
    const event = record ? { id: record.id, uid, title, startsAt, url } : null;
    const data = { reference: id, form, event, suspected: suspected || undefined };
    return { id, body: JSON.stringify({ type: "submission.accepted", timestamp: receivedAt, data }) };
  }
  const t = site.getFixedT(locale);
  const mark = suspected ? `${t("forms:mail.suspected")}: ` : "";
  const about = formAndDate(submission, locale, site);
  const show = t("forms:mail.show", { command: `\`npm run submissions -- show ${id}\`` });
  const slack = { text: `${mark}${escapeMrkdwn(about)}\n${show}` };
  const discord = { content: `${mark}${escapeMarkdown(about)}\n${show}`, allowed_mentions: { parse: [] } };
  return { id, body: JSON.stringify(format === "slack" ? slack : discord) };
}

/** https://docs.slack.dev/messaging/formatting-message-text#escaping */
function escapeMrkdwn(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
