import { pastedAddress, readAddress } from "../text/mail-address.js";
import { countCharacters, firstCharacters, isBlank, sanitizeText } from "../text/plain-text.js";
import type { Field } from "./forms.js";

/** Enough for every field full of characters that take twelve bytes each in a form. */
export const MAX_FORM_BYTES = 256 * 1024;
/** Hidden from people, so only programs fill it in. Not a name that browsers or password managers know. */
export const HONEYPOT_FIELD = "leave_empty";
/** A text is shown again up to this many times the length of its field, because a body full of one is slow to show. */
const SHOWN_LENGTHS = 4;

export interface FieldWithValues extends Field {
  /** What can be chosen, in a choice. */
  readonly values: readonly string[];
}

export interface FieldProblem {
  readonly name: string;
  readonly messageKey: string;
  /** The number of characters above the limit. */
  readonly excess: number;
}

/**
 * Unknown fields are ignored, and the first of a repeated field counts. `shownAgain` has texts cleaned, and cut if they are
 * far too long; `toStore` has mail addresses in the form that is stored, and no text of a field that does not apply.
 */
export function readSubmission(fields: readonly FieldWithValues[], body: string) {
  const sent = new URLSearchParams(body);
  const shownAgain: Record<string, string> = {};
  const toStore: Record<string, string> = {};
  const problems: FieldProblem[] = [];
  for (const field of fields) {
    const { name, when } = field;
    const applies = !when || shownAgain[when.name] === when.value;
    const { shown, stored, problem } = readField(field, sent.get(name) ?? "", applies);
    shownAgain[name] = shown;
    toStore[name] = stored;
    if (problem) problems.push(problem);
  }
  return { shownAgain, toStore, suspected: Boolean(sent.get(HONEYPOT_FIELD)), problems };
}

function readField(field: FieldWithValues, text: string, applies: boolean) {
  const { name, kind, maxLength } = field;
  const typed = normalized(field, text);
  const shown = firstCharacters(typed, SHOWN_LENGTHS * maxLength);
  if (!applies) return { shown, stored: "" };
  const address = kind === "mail" && shown === typed ? readAddress(typed) : undefined;
  const excess = Math.max(0, countCharacters(address ?? typed) - maxLength);
  const messageKey = findProblem(field, typed, excess, address);
  const problem = messageKey ? { name, messageKey, excess } : undefined;
  return { shown, stored: kind === "mail" ? (address ?? "") : shown, problem };
}

function normalized({ kind, maxLength }: FieldWithValues, text: string): string {
  const clean = sanitizeText(kind === "mail" ? pastedAddress(text) : text).trim();
  const spaced = kind === "text" ? clean : clean.replaceAll(/\s+/g, " ");
  // Normalising text that is far too long is slow; composed text can shrink to a quarter.
  return spaced.length > SHOWN_LENGTHS * maxLength ? spaced : spaced.normalize("NFC");
}

function findProblem(field: FieldWithValues, value: string, excess: number, address?: string): string | undefined {
  const { kind, labelKey, required, values } = field;
  if (isBlank(value)) return required ? `${labelKey}Missing` : undefined;
  if (kind === "choice") return values.includes(value) ? undefined : "forms:errors.optionUnavailable";
  if (excess > 0) return "forms:errors.tooLong";
  return kind === "mail" && address === undefined ? "forms:errors.mail" : undefined;
}
