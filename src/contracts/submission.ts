import * as z from "zod";
import type { Field } from "../site/form-fields.js";
import { withoutInvisible } from "../text/invisible.js";
import { countCharacters, isBlank, sanitizeText } from "../text/plain-text.js";
import { readAddress } from "./mail-address.js";

/** Enough for every field full of characters that take twelve bytes each in a form. */
export const MAX_BODY_BYTES = 256 * 1024;
/** Hidden from people, so only programs fill it in. */
export const HONEYPOT_FIELD = "leave_empty"; // not a name that browsers fill in
export const OPEN_SECONDS_FIELD = "seconds";
const MIN_SECONDS = 2;

export type Values = Readonly<Record<string, string>>;

/** `excess` is the number of characters above the limit. */
export type FieldProblem = ReturnType<typeof readSubmission>["problems"][number];

/**
 * Unknown fields are ignored, and the first of a repeated field counts; `values` are cleaned, even if invalid, and
 * `fields` have mail addresses as they are stored.
 */
export function readSubmission(fields: readonly Field[], text: string, optionsOf: (field: Field) => readonly string[]) {
  const sent = new URLSearchParams(text);
  const values: Values = Object.fromEntries(
    fields.map((field) => [field.name, normalized(field, sent.get(field.name) ?? "")]),
  );
  const mails = fields.filter(({ kind }) => kind === "mail");

  return {
    values,
    fields: { ...values, ...Object.fromEntries(mails.map(({ name }) => [name, readAddress(values[name]!) ?? ""])) },
    suspected: (sent.get(HONEYPOT_FIELD) ?? "") !== "" || isTooFast(sent.get(OPEN_SECONDS_FIELD) ?? ""),
    problems: fields.flatMap((field) => {
      const value = values[field.name]!;
      const issue = schemaOf(field, optionsOf(field)).safeParse(value).error?.issues[0];
      const excess = countCharacters(value) - field.maxLength;
      return issue ? [{ field, key: issue.message, excess: Math.max(0, excess) }] : [];
    }),
  };
}

function normalized({ kind, maxLength }: Field, text: string): string {
  const clean = sanitizeText(kind === "mail" ? withoutInvisible(text) : text).trim();
  // Normalising text that is far too long is slow; composed text can shrink to a quarter.
  if (clean.length > 4 * maxLength) return clean;
  return kind === "text" ? clean.normalize("NFC") : clean.normalize("NFC").replaceAll(/\s+/g, " ");
}

function schemaOf({ kind, required, maxLength }: Field, options: readonly string[]) {
  return z.string().superRefine((value, { addIssue }) => {
    if (isBlank(value)) return void (required && addIssue(`forms:errors.${kind}`));
    if (kind === "choice" && !options.includes(value)) return addIssue("forms:errors.optionUnavailable");
    if (countCharacters(value) > maxLength) return addIssue("forms:errors.tooLong");
    if (kind === "mail" && readAddress(value) === undefined) return addIssue("forms:errors.mail");
  });
}

function isTooFast(seconds: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(seconds) && Number(seconds) < MIN_SECONDS;
}
