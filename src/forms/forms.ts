import type { FormName } from "../addresses/forms.js";
import type { Audience } from "../content/event.js";
import type { Option } from "../content/library.js";

/** `label`, `missing` and `hint` are translation keys. */
export interface Field {
  readonly name: string;
  readonly kind: "line" | "mail" | "text" | "choice";
  readonly label: string;
  readonly missing: string;
  readonly hint?: string;
  readonly required: boolean;
  /** Counted in Unicode code points. */
  readonly maxLength: number;
  readonly autocomplete?: string;
  readonly options: readonly Option[];
  readonly optionsFrom?: "dates" | "themes" | "discounts";
  readonly preset?: string;
  /** Filled in only where the visitor has chosen this value of another field. */
  readonly when?: { readonly name: string; readonly value: string };
}

const maxLengths = { line: 120, mail: 254, text: 3000, choice: 100 };

function field(kind: Field["kind"], name: string, label: string, details: Partial<Field> = {}): Field {
  const missing = `${label}Missing`;
  return { name, kind, label, missing, required: true, maxLength: maxLengths[kind], options: [], ...details };
}

/** `labels` has the translation key of each option by its stored value. */
function choiceField(
  name: string,
  label: string,
  labels: Readonly<Record<string, string>>,
  details: Partial<Field> = {},
): Field {
  const options = Object.entries(labels).map(([value, label]) => ({ value, label }));
  return field("choice", name, label, { options, ...details });
}

/** Stored with forms that have no field for a date. */
export const eventField = field("choice", "event", "forms:event.label", { required: false, optionsFrom: "dates" });

/** The choice of an application that names no date. */
export const ANY_DATE = "any";

const name = field("line", "name", "forms:name", { autocomplete: "name" });
const email = field("mail", "email", "forms:email", { hint: "forms:emailHint", autocomplete: "email" });

const application: readonly Field[] = [
  field("line", "company", "forms:company", { autocomplete: "organization" }),
  field("line", "role", "forms:role", { hint: "forms:roleHint", maxLength: 200, autocomplete: "organization-title" }),
  choiceField("theme", "forms:seat.theme", { any: "forms:seat.anyTheme" }, { optionsFrom: "themes" }),
  field("text", "why", "forms:seat.why", { hint: "forms:seat.whyHint" }),
  field("text", "case", "forms:seat.case", { hint: "forms:seat.caseHint", required: false }),
];
const date = choiceField("date", "forms:seat.date", { [ANY_DATE]: "forms:seat.anyDate" }, { optionsFrom: "dates" });
const seat = [name, email, date, ...application];
const note = field("text", "note", "forms:date.note", {
  hint: "forms:date.noteHint",
  required: false,
  maxLength: 1000,
});

const startCity: readonly Field[] = [
  name,
  email,
  field("line", "city", "forms:city.city", { autocomplete: "address-level2" }),
  field("text", "people", "forms:city.people", { hint: "forms:city.peopleHint" }),
  field("text", "plans", "forms:city.plans", { hint: "forms:city.plansHint", required: false }),
];

const isPrivate = { name: "invoice", value: "private" };
const isCompany = { name: "invoice", value: "company" };

export const forms: Readonly<Record<FormName, readonly Field[]>> = {
  date: [name, email, note],
  seat: [name, email, ...application],
  "seat-gothenburg": seat,
  "seat-varberg": seat,
  format: [
    name,
    email,
    field("line", "question", "forms:format.question", { hint: "forms:format.questionHint", maxLength: 300 }),
    choiceField("way", "forms:format.way", {
      "show-and-tell": "forms:format.showAndTell",
      fireside: "forms:format.fireside",
      "walk-and-talk": "forms:format.walkAndTalk",
      clinic: "forms:format.clinic",
      unsure: "forms:format.unsure",
    }),
    field("text", "brings", "forms:format.brings", { hint: "forms:format.bringsHint" }),
    field("line", "month", "forms:format.month", { required: false, maxLength: 100 }),
  ],
  "start-after-commerce": startCity,
  "start-boardroom": startCity,
  join: [
    name,
    email,
    field("line", "work", "forms:join.work", { required: false, maxLength: 200 }),
    choiceField("invoice", "forms:join.invoice", { private: "forms:join.private", company: "forms:join.company" }),
    field("text", "address", "forms:join.address", { autocomplete: "street-address", when: isPrivate }),
    field("line", "company", "forms:join.companyName", { autocomplete: "organization", when: isCompany }),
    field("line", "number", "forms:join.number", { when: isCompany }),
    field("line", "country", "forms:join.country", { autocomplete: "country-name", when: isCompany }),
    field("line", "reference", "forms:join.reference", { required: false, when: isCompany }),
    choiceField(
      "discount",
      "forms:join.discount",
      { none: "forms:join.noDiscount" },
      { optionsFrom: "discounts", preset: "none" },
    ),
    field("text", "message", "forms:join.message", { hint: "forms:join.messageHint", required: false }),
  ],
  student: [
    name,
    email,
    field("line", "school", "forms:student.school", { maxLength: 200 }),
    field("line", "studies", "forms:student.studies", { maxLength: 200 }),
    field("text", "address", "forms:student.address", {
      hint: "forms:student.addressHint",
      autocomplete: "street-address",
    }),
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

export const formOnDate = (audience: Audience): FormName => (audience === "application" ? "seat" : "date");
