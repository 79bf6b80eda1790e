import { isAddress } from "../contracts/submission.js";
import type { Submission } from "../domain/submission.js";
import type { Translate } from "../domain/translate.js";
import { eventField, type Field } from "../site/form-fields.js";
import { forms, isFormName } from "../site/forms.js";

/** Undefined if the option is no longer offered. */
export type LabelOf = (source: NonNullable<Field["optionsFrom"]>, value: string) => string | undefined;

/** Reply-To leaves out addresses that need SMTPUTF8 (RFC 6531), which not every server supports. */
export function submissionMail(
  { id, form, fields, receivedAt }: Submission,
  t: Translate,
  baseUrl: string,
  labelOf: LabelOf = () => undefined,
) {
  const fieldsOfForm: readonly Field[] = isFormName(form) ? [...forms[form].fields, eventField] : [];
  const questions = new Map(fieldsOfForm.map((field) => [field.name, field]));
  const answers = Object.entries(fields).filter(([, value]) => value !== "");
  const parts = answers.map(([name, value]) => {
    const field = questions.get(name);
    const option = field?.options?.find((option) => option.value === value);
    const answer = option ? t(option.label) : field?.optionsFrom && labelOf(field.optionsFrom, value);
    return `${field ? t(field.label) : name}\n${answer ?? value}`;
  });
  const { email = "" } = fields;
  const name = headerText(fields.name ?? "");
  return {
    subject: `${form}: ${name}`,
    text: `${parts.join("\n\n")}\n\n-- \n${form} · ${receivedAt} · ${id}\n`,
    ...(isAddress(email) && isPlain(email.split("@")[0]!) && { replyTo: { name, address: email } }),
    messageId: `<${id}@${new URL(baseUrl).hostname}>`,
  };
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
