import type { Site } from "../site.js";
import type { Submission } from "../storage/submission.js";
import { startInWords } from "../text/in-words.js";
import { type Locale, languageNames, type Translate } from "../text/locale.js";
import { readAddress } from "../text/mail-address.js";
import { answersOf, type FieldAnswer, formAndDate } from "./answers.js";

/** To the team, in its language. Addresses that need SMTPUTF8 (RFC 6531) are left out of Reply-To. */
export function submissionMail(submission: Submission, site: Site, locale: Locale, lacksReceipt = false) {
  const { id, form, fields, receivedAt, suspected } = submission;
  const t = site.getFixedT(locale);
  const answers = answersOf(submission, site, locale);
  const isDate = ({ field }: FieldAnswer) => Number(field?.optionsFrom === "dates");
  const datesFirst = answers.toSorted((a, b) => isDate(b) - isDate(a));
  const parts = datesFirst.map(({ name, field, text }) => `${field ? t(field.label) : name}\n${indented(text)}`);
  if (suspected) parts.unshift(t("forms:mail.suspectedWhy"));
  const received = t("forms:mail.received", {
    time: startInWords(Date.parse(receivedAt), site.library.organisation.timezone, locale, t),
    language: languageNames[submission.locale],
  });

  const event = answers.find(({ event }) => event)?.event;
  const reason = event ? undefined : answers.find(({ field }) => field?.name === "about")?.text;
  const about = [formAndDate(form, event, site, locale), reason].filter(Boolean).join(", ");
  const { email = "" } = fields;
  const name = headerText(fields.name ?? "");
  const isPlainMailbox = !/[^ -~]|=\?/.test(email.split("@")[0]!);
  return {
    subject: `${suspected ? `${t("forms:mail.suspected")}: ` : ""}${headerText(about)}: ${name}`,
    text: `${parts.join("\n\n")}\n\n-- \n${lacksReceipt ? `${t("forms:mail.lacksReceipt")}\n` : ""}${received}\n${commands(id, t)}\n`,
    ...(readAddress(email) && isPlainMailbox && { replyTo: { name, address: email } }),
    messageId: `<${id}@${new URL(site.baseUrl).hostname}>`,
  };
}

/** In place of a mail that the server will never accept: with nothing that the sender wrote. */
export function referenceMail({ id, form }: Submission, reason: string, site: Site, locale: Locale) {
  const t = site.getFixedT(locale);
  return {
    subject: t("forms:mail.rejected", { form: headerText(formAndDate(form, undefined, site, locale)) }),
    text: `${t("forms:mail.rejectedText", { reason })}\n\n${commands(id, t)}\n`,
    messageId: `<${id}.reference@${new URL(site.baseUrl).hostname}>`,
  };
}

function commands(id: string, t: Translate): string {
  const show = t("forms:mail.show", { command: `npm run submissions -- show ${id}` });
  return `${show}\n${t("forms:mail.erase", { command: `npm run submissions -- erase --id ${id} --yes` })}`;
}

/** So that no line of an answer can be taken for a line of the mail; mail programs break lines at all of these. */
function indented(text: string): string {
  return `    ${text.replaceAll(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, "\n    ")}`;
}

/** What was typed is shown as it is: nodemailer encodes line ends, but leaves an encoded word (RFC 2047 §2). */
function headerText(text: string): string {
  return text.replaceAll(/\p{Bidi_Control}/gu, "").replaceAll("=?", "= ?");
}
