import type { FormName } from "../addresses/forms.js";
import type { PageName } from "../addresses/paths.js";
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

const fieldOf =
  (kind: Field["kind"], maxLength: number) =>
  (name: string, label: string, details: Partial<Field> = {}): Field => ({
    name,
    kind,
    label,
    missing: `${label}Missing`,
    required: true,
    maxLength,
    options: [],
    ...details,
  });

const lineField = fieldOf("line", 120);
const mailField = fieldOf("mail", 254);
const textField = fieldOf("text", 3000);

const choiceOf = fieldOf("choice", 100);

/** `labels` has the translation key of each option by its stored value. */
const choiceField = (
  name: string,
  label: string,
  labels: Readonly<Record<string, string>>,
  details: Partial<Field> = {},
): Field => ({
  ...choiceOf(name, label, details),
  options: Object.entries(labels).map(([value, label]) => ({ value, label })),
});

/** Stored with forms that have no field for a date. */
export const eventField = choiceOf("event", "forms:event.label", { required: false, optionsFrom: "dates" });

export interface Form {
  readonly fields: readonly Field[];
  /** The form that some visitors need instead; `label` is a translation key. */
  readonly otherForm?: { readonly page: PageName; readonly label: string };
}

const name = lineField("name", "forms:name", { autocomplete: "name" });
const email = mailField("email", "forms:email", { hint: "forms:emailHint", autocomplete: "email" });

const application: readonly Field[] = [
  lineField("company", "forms:company", { autocomplete: "organization" }),
  lineField("role", "forms:role", { hint: "forms:roleHint", maxLength: 200, autocomplete: "organization-title" }),
  choiceField("theme", "forms:seat.theme", { any: "forms:seat.anyTheme" }, { optionsFrom: "themes" }),
  textField("why", "forms:seat.why", { hint: "forms:seat.whyHint" }),
  textField("case", "forms:seat.case", { hint: "forms:seat.caseHint", required: false }),
];
export const ANY_DATE = "any";
const date = choiceField("date", "forms:seat.date", { [ANY_DATE]: "forms:seat.anyDate" }, { optionsFrom: "dates" });
const seat = [name, email, date, ...application];
const note = textField("note", "forms:date.note", { hint: "forms:date.noteHint", required: false, maxLength: 1000 });

const startCity: readonly Field[] = [
  name,
  email,
  lineField("city", "forms:city.city", { autocomplete: "address-level2" }),
  textField("people", "forms:city.people", { hint: "forms:city.peopleHint" }),
  textField("plans", "forms:city.plans", { hint: "forms:city.plansHint", required: false }),
];

const isPrivate = { name: "invoice", value: "private" };
const isCompany = { name: "invoice", value: "company" };

export const forms: Readonly<Record<FormName, Form>> = {
  date: { fields: [name, email, note] },
  seat: { fields: [name, email, ...application] },
  "seat-gothenburg": { fields: seat },
  "seat-varberg": { fields: seat },
  format: {
    fields: [
      name,
      email,
      lineField("question", "forms:format.question", { hint: "forms:format.questionHint", maxLength: 300 }),
      choiceField("way", "forms:format.way", {
        "show-and-tell": "forms:format.showAndTell",
        fireside: "forms:format.fireside",
        "walk-and-talk": "forms:format.walkAndTalk",
        clinic: "forms:format.clinic",
        unsure: "forms:format.unsure",
      }),
      textField("brings", "forms:format.brings", { hint: "forms:format.bringsHint" }),
      lineField("month", "forms:format.month", { required: false, maxLength: 100 }),
    ],
  },
  "start-after-commerce": { fields: startCity },
  "start-boardroom": { fields: startCity },
  join: {
    fields: [
      name,
      email,
      lineField("work", "forms:join.work", { required: false, maxLength: 200 }),
      choiceField("invoice", "forms:join.invoice", { private: "forms:join.private", company: "forms:join.company" }),
      textField("address", "forms:join.address", { autocomplete: "street-address", when: isPrivate }),
      lineField("company", "forms:join.companyName", { autocomplete: "organization", when: isCompany }),
      lineField("number", "forms:join.number", { when: isCompany }),
      lineField("country", "forms:join.country", { autocomplete: "country-name", when: isCompany }),
      lineField("reference", "forms:join.reference", { required: false, when: isCompany }),
      choiceField(
        "discount",
        "forms:join.discount",
        { none: "forms:join.noDiscount" },
        { optionsFrom: "discounts", preset: "none" },
      ),
      textField("message", "forms:join.message", { hint: "forms:join.messageHint", required: false }),
    ],
    otherForm: { page: "commerce-commons-student", label: "forms:join.students" },
  },
  student: {
    fields: [
      name,
      email,
      lineField("school", "forms:student.school", { maxLength: 200 }),
      lineField("studies", "forms:student.studies", { maxLength: 200 }),
      textField("address", "forms:student.address", {
        hint: "forms:student.addressHint",
        autocomplete: "street-address",
      }),
    ],
  },
  contact: {
    fields: [
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
      textField("message", "forms:contact.message", { maxLength: 5000 }),
    ],
  },
};

export const isAboutWithdrawal = (fields: Readonly<Record<string, string>>) => fields.about === "withdrawal";

export const formOnDate = (audience: Audience): FormName => (audience === "application" ? "seat" : "date");
