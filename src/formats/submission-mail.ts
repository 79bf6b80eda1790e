import type { EventRecord } from "../contracts/event-record.js";
import { isAddress } from "../contracts/submission.js";
import { dateInWords, startInWords } from "../domain/dates-in-words.js";
import { type Locale, languageNames } from "../domain/locale.js";
import type { Page } from "../domain/page.js";
import type { Submission } from "../domain/submission.js";
import type { Translate } from "../domain/translate.js";
import { eventField, type Field } from "../site/form-fields.js";
import { type FormName, forms, isFormName } from "../site/forms.js";
import { eventInWords } from "./event-record.js";

/** What the team reads, in its language. */
export interface TeamTexts {
  readonly locale: Locale;
  readonly t: Translate;
  readonly timezone: string;
  readonly pageOf: (form: FormName) => Pick<Page, "label" | "title">;
  /** Undefined if it is no longer offered; so is the title of a theme. */
  readonly eventOf: (id: string) => EventRecord | undefined;
  readonly themeOf: (id: string) => string | undefined;
}

/** Reply-To leaves out addresses that need SMTPUTF8 (RFC 6531), which not every server supports. */
export function submissionMail(submission: Submission, baseUrl: string, team: TeamTexts) {
  const { id, form, fields } = submission;
  const answers = answersOf(submission, team);
  const isDate = ({ field }: Answer) => field?.optionsFrom === "dates";
  const datesFirst = [...answers.filter(isDate), ...answers.filter((answer) => !isDate(answer))];
  const parts = datesFirst.map(({ name, field, text }) => `${field ? team.t(field.label) : name}\n${text}`);
  const { email = "" } = fields;
  const name = headerText(fields.name ?? "");
  return {
    subject: `${headerText(isFormName(form) ? aboutOf(form, answers, team) : form)}: ${name}`,
    text: `${parts.join("\n\n")}\n\n-- \n${footer(submission, team)}\n`,
    ...(isAddress(email) && isPlain(email.split("@")[0]!) && { replyTo: { name, address: email } }),
    messageId: `<${id}@${new URL(baseUrl).hostname}>`,
  };
}

interface Answer {
  readonly name: string;
  readonly field: Field | undefined;
  readonly event: EventRecord | undefined;
  readonly text: string;
}

function answersOf({ form, fields }: Submission, { t, eventOf, themeOf }: TeamTexts): Answer[] {
  const fieldsOfForm: readonly Field[] = isFormName(form) ? [...forms[form].fields, eventField] : [];
  const answered = Object.entries(fields).filter(([, value]) => value !== "");
  return answered.map(([name, value]) => {
    const field = fieldsOfForm.find((field) => field.name === name);
    const option = field?.options?.find((option) => option.value === value);
    const event = field?.optionsFrom === "dates" ? eventOf(value) : undefined;
    const theme = field?.optionsFrom === "themes" ? themeOf(value) : undefined;
    return { name, field, event, text: option ? t(option.label) : (theme ?? (event ? eventInWords(event) : value)) };
  });
}

/** "Contact us, Press" */
function aboutOf(form: FormName, answers: readonly Answer[], team: TeamTexts): string {
  const event = answers.find(({ event }) => event)?.event;
  const reasons = event ? [] : answers.filter(({ name }) => name === "about").map(({ text }) => text);
  return [formAndDate(form, event, team), ...reasons].join(", ");
}

/** "Apply for a seat, Gothenburg, 9 February 2027" */
export function formAndDate(
  form: FormName,
  event: EventRecord | undefined,
  { locale, pageOf }: Pick<TeamTexts, "locale" | "pageOf">,
): string {
  const { label, title } = pageOf(form);
  if (!event) return title;
  return [label, event.cityName, dateInWords(event.startsAt.slice(0, 10), locale)].join(", ");
}

function footer({ id, locale: written, receivedAt }: Submission, { locale, t, timezone }: TeamTexts): string {
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

const isPlain = (mailbox: string) => !/[^ -~]|=\?/.test(mailbox);
