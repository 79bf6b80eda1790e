import type { Field } from "../site/form-fields.js";
import { countCharacters, isBlank, sanitizeText } from "../text/plain-text.js";
import { pastedAddress, readAddress } from "./mail-address.js";

/** Enough for every field full of characters that take twelve bytes each in a form. */
export const MAX_BODY_BYTES = 256 * 1024;
/** Hidden from people, so only programs fill it in. */
export const HONEYPOT_FIELD = "leave_empty"; // not a name that browsers fill in
export const OPEN_SECONDS_FIELD = "seconds";
const LESS_THAN_TWO_SECONDS = /^0*[01](?:\.\d+)?$/;

export type Values = Readonly<Record<string, string>>;

/** `key` is of its message; `excess` is the number of characters above the limit. */
export type FieldProblem = ReturnType<typeof readSubmission>["problems"][number];

/**
 * Unknown fields are ignored, and the first of a repeated field counts; `values` are cleaned, even if invalid, and
 * `fields` have mail addresses as they are stored.
 */
export function readSubmission(fields: readonly Field[], text: string) {
  const sent = new URLSearchParams(text);
  const values: Values = Object.fromEntries(
    fields.map((field) => [field.name, normalized(field, sent.get(field.name) ?? "")]),
  );
  const mails = fields.filter(({ kind }) => kind === "mail");

  return {
    values,
    fields: { ...values, ...Object.fromEntries(mails.map(({ name }) => [name, readAddress(values[name]!) ?? ""])) },
    suspected:
      (sent.get(HONEYPOT_FIELD) ?? "") !== "" || LESS_THAN_TWO_SECONDS.test(sent.get(OPEN_SECONDS_FIELD) ?? ""),
    problems: fields.flatMap((field) => {
      const { name, maxLength } = field;
      const key = problemOf(field, values[name]!);
      return key ? [{ name, key, excess: Math.max(0, countCharacters(values[name]!) - maxLength) }] : [];
    }),
  };
}

function normalized({ kind, maxLength }: Field, text: string): string {
  const clean = sanitizeText(kind === "mail" ? pastedAddress(text) : text).trim();
  // Normalising text that is far too long is slow; composed text can shrink to a quarter.
  if (clean.length > 4 * maxLength) return clean;
  return kind === "text" ? clean.normalize("NFC") : clean.normalize("NFC").replaceAll(/\s+/g, " ");
}

function problemOf({ kind, missing, required, maxLength, options }: Field, value: string): string | undefined {
  if (isBlank(value)) return required ? missing : undefined;
  if (kind === "choice" && !options.some((option) => option.value === value)) return "forms:errors.optionUnavailable";
  if (countCharacters(value) > maxLength) return "forms:errors.tooLong";
  return kind === "mail" && readAddress(value) === undefined ? "forms:errors.mail" : undefined;
}
