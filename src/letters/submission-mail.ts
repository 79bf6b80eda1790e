import { readAddress } from "../contracts/mail-address.js";
import { languageNames } from "../domain/locale.js";
import type { Submission } from "../domain/submission.js";
import { startInWords } from "../text/dates-in-words.js";
import { type Answer, answersOf, type FormTexts, formAndDate } from "./form-texts.js";

/** In the team's language; Reply-To leaves out addresses that need SMTPUTF8 (RFC 6531), which not every server supports. */
export function submissionMail(submission: Submission, baseUrl: string, team: FormTexts) {
  const { id, form, fields } = submission;
  const answers = answersOf(submission, team);
  const isDate = ({ field }: Answer) => Number(field?.optionsFrom === "dates");
  const datesFirst = answers.toSorted((a, b) => isDate(b) - isDate(a));
  const parts = datesFirst.map(({ name, field, text }) => `${field ? team.t(field.label) : name}\n${text}`);
  const { email = "" } = fields;
  const name = headerText(fields.name ?? "");
  const isPlainMailbox = !/[^ -~]|=\?/.test(email.split("@")[0]!);
  return {
    subject: `${headerText(aboutOf(form, answers, team))}: ${name}`,
    text: `${parts.join("\n\n")}\n\n-- \n${footer(submission, team)}\n`,
    ...(readAddress(email) && isPlainMailbox && { replyTo: { name, address: email } }),
    messageId: `<${id}@${new URL(baseUrl).hostname}>`,
  };
}

function aboutOf(form: string, answers: readonly Answer[], team: FormTexts): string {
  const event = answers.find(({ event }) => event)?.event;
  const reasons = event ? [] : answers.filter(({ field }) => field?.name === "about").map(({ text }) => text);
  return [formAndDate(form, event, team), ...reasons].join(", ");
}

function footer({ id, locale: written, receivedAt }: Submission, { locale, t, timezone }: FormTexts): string {
  const time = startInWords(Date.parse(receivedAt), timezone, locale, t);
  return [
    t("forms:mail.received", { time, language: languageNames[written] }),
    t("forms:mail.show", { command: `npm run submissions -- show ${id}` }),
    t("forms:mail.erase", { command: `npm run submissions -- erase --id ${id} --yes` }),
  ].join("\n");
}

/** Prevents header injection by line ends, bidirectional controls and encoded words (RFC 2047 §2). */
function headerText(text: string): string {
  return text
    .replaceAll(/\p{Bidi_Control}/gu, "")
    .replaceAll("=?", "= ?")
    .replaceAll(/\s+/g, " ")
    .trim();
}
