import type { FormName } from "../addresses/pages.js";
import type { Audience } from "../content/events.js";
import { ANY_DATE } from "../storage/submission.js";
import { pastedAddress, readAddress } from "../text/mail-address.js";
import { countCharacters, firstCharacters, isBlank, sanitizeText } from "../text/plain-text.js";

/** `labelKey` is a translation key, with "Hint" and "Missing" behind it also those of the hint and of an error. */
export interface Field {
  readonly name: string;
  readonly kind: "line" | "mail" | "text" | "choice";
  readonly labelKey: string;
  readonly hasHint?: boolean;
  readonly required: boolean;
  /** Counted in Unicode code points. */
  readonly maxLength: number;
  readonly autocomplete?: string;
  readonly options: readonly { readonly value: string; readonly labelKey: string }[];
  readonly optionsFrom?: "dates" | "themes" | "discounts";
  readonly preset?: string;
  /** Filled in only where the visitor has chosen this value of a field before it. */
  readonly when?: { readonly name: string; readonly value: string };
}

/** A choice of a field in one language. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

/** A field in one language, with all its options. */
export interface ShownField extends Omit<Field, "options"> {
  readonly label: string;
  readonly hint: string | undefined;
  readonly options: readonly Option[];
}

const maxLengths = { line: 120, mail: 254, text: 3000, choice: 100 };

function field(kind: Field["kind"], name: string, labelKey: string, details: Partial<Field> = {}): Field {
  return { name, kind, labelKey, required: true, maxLength: maxLengths[kind], options: [], ...details };
}

/** `keys` has the translation key of each option by its stored value. */
function choiceField(
  name: string,
  labelKey: string,
  keys: Record<string, string>,
  details: Partial<Field> = {},
): Field {
  const options = Object.entries(keys).map(([value, labelKey]) => ({ value, labelKey }));
  return field("choice", name, labelKey, { options, ...details });
}

/** Stored with forms that have no field for a date. */
export const eventField = field("choice", "event", "forms:event.label", { required: false, optionsFrom: "dates" });

const name = field("line", "name", "forms:name", { autocomplete: "name" });
const email = field("mail", "email", "forms:email", { hasHint: true, autocomplete: "email" });

const application: readonly Field[] = [
  field("line", "company", "forms:company", { autocomplete: "organization" }),
  field("line", "role", "forms:role", { hasHint: true, maxLength: 200, autocomplete: "organization-title" }),
  choiceField("theme", "forms:seat.theme", { any: "forms:seat.anyTheme" }, { optionsFrom: "themes" }),
  field("text", "why", "forms:seat.why", { hasHint: true }),
  field("text", "case", "forms:seat.case", { hasHint: true, required: false }),
];
const date = choiceField("date", "forms:seat.date", { [ANY_DATE]: "forms:seat.anyDate" }, { optionsFrom: "dates" });
const seat = [name, email, date, ...application];
const note = field("text", "note", "forms:date.note", { hasHint: true, required: false, maxLength: 1000 });

const startCity: readonly Field[] = [
  name,
  email,
  field("line", "city", "forms:city.city", { autocomplete: "address-level2" }),
  field("text", "people", "forms:city.people", { hasHint: true }),
  field("text", "plans", "forms:city.plans", { hasHint: true, required: false }),
];

const ifPrivate = { name: "invoice", value: "private" };
const ifCompany = { name: "invoice", value: "company" };

export const forms: Record<FormName, readonly Field[]> = {
  date: [name, email, note],
  seat: [name, email, ...application],
  "seat-gothenburg": seat,
  "seat-varberg": seat,
  format: [
    name,
    email,
    field("line", "question", "forms:format.question", { hasHint: true, maxLength: 300 }),
    choiceField("way", "forms:format.way", {
      "show-and-tell": "forms:format.showAndTell",
      fireside: "forms:format.fireside",
      "walk-and-talk": "forms:format.walkAndTalk",
      clinic: "forms:format.clinic",
      unsure: "forms:format.unsure",
    }),
    field("text", "brings", "forms:format.brings", { hasHint: true }),
    field("line", "month", "forms:format.month", { required: false, maxLength: 100 }),
  ],
  "start-after-commerce": startCity,
  "start-boardroom": startCity,
  join: [
    name,
    email,
    field("line", "work", "forms:join.work", { required: false, maxLength: 200 }),
    choiceField("invoice", "forms:join.invoice", { private: "forms:join.private", company: "forms:join.company" }),
    field("text", "address", "forms:join.address", { autocomplete: "street-address", when: ifPrivate }),
    field("line", "company", "forms:join.companyName", { autocomplete: "organization", when: ifCompany }),
    field("line", "number", "forms:join.number", { when: ifCompany }),
    field("line", "country", "forms:join.country", { autocomplete: "country-name", when: ifCompany }),
    field("line", "reference", "forms:join.reference", { required: false, when: ifCompany }),
    choiceField(
      "discount",
      "forms:join.discount",
      { none: "forms:join.noDiscount" },
      { optionsFrom: "discounts", preset: "none" },
    ),
    field("text", "message", "forms:join.message", { hasHint: true, required: false }),
  ],
  student: [
    name,
    email,
    field("line", "school", "forms:student.school", { maxLength: 200 }),
    field("line", "studies", "forms:student.studies", { maxLength: 200 }),
    field("text", "address", "forms:student.address", { hasHint: true, autocomplete: "street-address" }),
  ],
  contact: [
    choiceField("about", "forms:contact.about", {
      seat: "forms:contact.seat",
      "cannot-come": "forms:contact.cannotCome",
      membership: "forms:contact.membership",
      withdrawal: "forms:contact.withdrawal",
      city: "forms:contact.city",
      press: "forms:contact.press",
      error: "forms:contact.error",
      data: "forms:contact.data",
      other: "forms:contact.other",
    }),
    name,
    email,
    field("text", "message", "forms:contact.message", { maxLength: 5000 }),
  ],
};

export const isAboutWithdrawal = (fields: Readonly<Record<string, string>>) => fields.about === "withdrawal";

/** The form on the page of a date. */
export const signUpForm = (audience: Audience): FormName => (audience === "application" ? "seat" : "date");

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
