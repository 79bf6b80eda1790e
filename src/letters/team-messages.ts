import { isApplication } from "../addresses/site-map.js";
import { isAddressMailed, placeLines } from "../events/private-details.js";
import { answerDay, type EventRecord } from "../events/record.js";
import { eventInWords, whereInWords } from "../events/words.js";
import { isAboutWithdrawal } from "../forms/forms.js";
import type { Site } from "../site.js";
import { answersIn, byMailbox, eventIdOf, type Submission } from "../storage/submission.js";
import { escapeMarkdown } from "../text/escaping.js";
import { startInWords, weekdayAndDay } from "../text/in-words.js";
import { type Locale, languageNames } from "../text/locale.js";
import { readAddress } from "../text/mail-address.js";
import { daysAfter } from "../text/wall-clock.js";
import { answersOf, formAndDate, placeAndDate, recordOfFields } from "./answers.js";
import type { WebhookFormat } from "./transports.js";

const VIEW = "letters/team.njk";

/** The labels of forms address the sender, so the team gets these. */
const teamLabels: Record<string, string> = {
  name: "forms:doorList.name",
  email: "forms:doorList.email",
  role: "forms:mail.role",
  message: "forms:mail.message",
};

/** What a form says, for the team in its language. */
export function teamMail(submission: Submission, hasReceipt: boolean, locale: Locale, site: Site) {
  const { id, fields, receivedAt, suspected } = submission;
  const { email = "" } = fields;
  const t = site.getFixedT(locale);
  const answers = answersOf(submission, locale, site);
  const event = recordOfFields(fields, locale, site);
  const reason = event ? undefined : answers.find(({ field }) => field?.name === "about")?.text;
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
    task: taskInWords(submission, event, hasReceipt, locale, site),
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
function taskInWords(
  { form, fields }: Submission,
  event: EventRecord | undefined,
  hasReceipt: boolean,
  locale: Locale,
  site: Site,
): string {
  const t = site.getFixedT(locale);
  if (isAboutWithdrawal(fields)) return hasReceipt ? "" : t("forms:mail.confirmWithdrawal");
  if (fields.about === "cannot-come") return t("forms:mail.cannotCome", { command: "npm run submissions -- cancel" });
  if (form === "date" && event?.audience === "members") return t("forms:mail.checkMembership");
  if (!event || !isApplication(form)) return "";
  const day = answerDay(event, site);
  return day ? t("forms:mail.answerBy", { date: weekdayAndDay(day, locale) }) : t("forms:mail.answerBefore");
}

/** It replaces a mail that the server will never accept, so it has nothing that the sender wrote. */
export function referenceMail(submission: Submission, reason: string, locale: Locale, site: Site) {
  const { id } = submission;
  const form = headerText(formAndDate({ ...submission, fields: {} }, locale, site));
  return {
    subject: site.getFixedT(locale)("forms:mail.rejected", { form }),
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
  const event = recordOfFields(fields, locale, site);
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
function indented(text: string): string {
  return `    ${text.replaceAll(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, "\n    ")}`;
}

/** What was typed is shown as it is: nodemailer encodes line ends, but leaves an encoded word (RFC 2047 §2). */
function headerText(text: string): string {
  return text.replaceAll(/\p{Bidi_Control}/gu, "").replaceAll("=?", "= ?");
}

/** One printable page, with a box for each name, in their order. */
export function doorList(submissions: readonly Submission[], record: EventRecord, locale: Locale, site: Site): string {
  return site.render("documents/door-list.njk", locale, present(submissions, record, locale, site));
}

/** The team gets it on the morning of the date, because hosts have no shell. */
export function doorListMail(submissions: readonly Submission[], record: EventRecord, locale: Locale, site: Site) {
  const place = placeAndDate(record, locale, site.getFixedT(locale));
  const model = present(submissions, record, locale, site);
  return {
    subject: site.getFixedT(locale)("forms:doorList.subject", { place }),
    text: site.renderText("letters/door-list.njk", locale, model),
    html: doorList(submissions, record, locale, site),
    messageId: `<${record.id}.door-list.${record.startsAt.slice(0, 10)}@${new URL(site.baseUrl).hostname}>`,
  };
}

/** The place has its address, where the site knows it. */
function placeForHost(record: EventRecord, locale: Locale, site: Site): (string | undefined)[] {
  const occurrence = site.snapshot().agenda.occurrence(record.id);
  if (occurrence && isAddressMailed(occurrence, site))
    return placeLines(record, site.clock(), { locale, suspected: false }, site).filter(Boolean);
  return [whereInWords(record, site.getFixedT(locale))];
}

function present(submissions: readonly Submission[], record: EventRecord, locale: Locale, site: Site) {
  const entries = byMailbox(submissions).map((group) => {
    const note = answersIn(group, "note").join("\n");
    const latest = group.at(-1)!;
    return {
      suspected: group.every(({ suspected }) => suspected),
      names: answersIn(group, "name"),
      email: latest.fields.email,
      language: languageNames[latest.locale],
      company: answersIn(group, "company").join(", "),
      note,
      indentedNote: note && indented(note),
    };
  });
  entries.sort((a, b) => `${a.names}`.localeCompare(`${b.names}`, locale));
  const time = startInWords(site.clock(), record.timezone, locale, site.getFixedT(locale));
  return {
    record,
    place: placeForHost(record, locale, site),
    entries,
    count: entries.flatMap(({ names }) => names).length,
    time,
  };
}

/** Names the form, the event and a reference; what the sender wrote stays in the database. */
export function submissionWebhook(submission: Submission, format: WebhookFormat, locale: Locale, site: Site) {
  const { id, form, receivedAt, suspected } = submission;
  const record = recordOfFields(submission.fields, locale, site);
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
