import { z } from "zod";
import { charactersIn, cleaned, isBlank } from "../domain/plain-text.js";
import type { Field } from "../site/form-fields.js";

/** The longest body that is read, in bytes: every field full, in characters that a form writes as twelve bytes each. */
export const MAX_BYTES = 256 * 1024;
/** A field that people do not see: only programs fill it in. */
export const HONEYPOT_FIELD = "leave_empty"; // no name that browsers fill in by themselves
/** How long the page had been open, which the page's script tells; empty without it. */
export const SECONDS = "seconds";
const PEOPLE_NEED_SECONDS = 2;

export type Values = Readonly<Record<string, string>>;

/** What is wrong with a field: its translation key, and by how many characters it is too long. */
export interface FieldProblem {
  readonly field: Field;
  readonly key: string;
  readonly excess: number;
}

interface ReadSubmission {
  /** What was typed, cleaned, also where it is wrong. */
  readonly values: Values;
  readonly suspected: boolean;
  /** In the order of the fields; empty when all is well. */
  readonly problems: readonly FieldProblem[];
}

/**
 * What a form has sent (application/x-www-form-urlencoded). Fields it does not have are ignored; of one that is given
 * more than once the first counts. `optionsOf` gives the values a choice may have.
 *
 * Errors  none thrown: `problems` names each field that is wrong.
 */
export function readSubmission(
  fields: readonly Field[],
  text: string,
  optionsOf: (field: Field) => readonly string[],
): ReadSubmission {
  const sent = new URLSearchParams(text);
  const values = Object.fromEntries(fields.map((field) => [field.name, typed(field, sent.get(field.name) ?? "")]));
  const schema = z.object(Object.fromEntries(fields.map((field) => [field.name, schemaOf(field, optionsOf(field))])));
  const issues = schema.safeParse(values).error?.issues ?? [];

  return {
    values,
    suspected: (sent.get(HONEYPOT_FIELD) ?? "") !== "" || isTooFast(sent.get(SECONDS) ?? ""),
    problems: fields.flatMap((field) => {
      const issue = issues.find(({ path }) => path[0] === field.name);
      const excess = charactersIn(values[field.name]!) - field.maxLength;
      return issue ? [{ field, key: issue.message, excess: Math.max(0, excess) }] : [];
    }),
  };
}

/** Without controls and blanks around; running text alone keeps its lines. */
function typed({ kind, maxLength }: Field, text: string): string {
  const clean = cleaned(text);
  // Of what is far too long only the length matters; up to four times the limit may fit once it is composed.
  const plain = (clean.length <= 4 * maxLength ? clean.normalize("NFC") : clean).trim();
  return kind === "text" ? plain : plain.replaceAll(/\s+/g, " ");
}

function schemaOf({ kind, required, maxLength }: Field, options: readonly string[]) {
  return z.string().superRefine((value, { addIssue }) => {
    if (isBlank(value)) return void (required && addIssue(missing[kind]));
    if (kind === "choice" && !options.includes(value)) return addIssue("forms:errors.optionUnavailable");
    if (charactersIn(value) > maxLength) return addIssue("forms:errors.tooLong");
    if (kind === "mail" && !isAddress(value)) return addIssue("forms:errors.mail");
  });
}

const missing: Readonly<Record<Field["kind"], string>> = {
  line: "forms:errors.line",
  mail: "forms:errors.mail",
  text: "forms:errors.text",
  choice: "forms:errors.choice",
};

/** Whether mail may reach it: one address, of letters of any script (RFC 6531). */
export function isAddress(text: string): boolean {
  const isOne = /^[^\s\p{C}@<>()[\]",:;\\]+@[^\s\p{C}@<>()[\]",:;\\]+\.[^\s\p{C}@<>()[\]",:;\\.]{2,}$/u.test(text);
  return isOne && !/(?:^|[.@])\.|\.@/.test(text);
}

function isTooFast(seconds: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(seconds) && Number(seconds) < PEOPLE_NEED_SECONDS;
}
