import type { Concept } from "../domain/concept.js";
import type { PageName } from "./paths.js";

/** A form of the site: where it stands, and what it asks for, in this order. */
export interface Form {
  readonly page: PageName;
  readonly fields: readonly Field[];
}

/** Before an event's id, what follows the address of a form that is to be filled in for it. */
export const FOR_EVENT = "?event=";

/**
 * The id of an event in a query, whatever others have put around it, or a mail program after it; undefined where there
 * is none.
 */
export function eventIn(query: string): string | undefined {
  return /[?&]event=([a-z\d-]*)/i.exec(query)?.[1]?.toLowerCase();
}

/** After an accepted form the browser is sent here, so that reloading sends nothing again; with the event it is about. */
export const sentFor = (event: { readonly id: string } | undefined) => (event ? `?sent&event=${event.id}` : "?sent");

/** Whether a query is the one that thanks for a form. */
export const isSent = (query: string) => /^\?sent(?:&event=[^&]*)?$/.test(query);

/** What who writes of an event wants, as a translation key. */
export const contactReason = (concept: Concept["code"]) =>
  concept === "BOARDROOM" ? "events:board.seat" : "events:board.come";

/** One thing that is asked for. `label` and `hint` are translation keys. */
export interface Field {
  readonly name: string;
  /** One line, an address of mail, running text, or one of the options. */
  readonly kind: "line" | "mail" | "text" | "choice";
  readonly label: string;
  readonly hint?: string;
  readonly required: boolean;
  /** Characters, as Unicode counts them. */
  readonly most: number;
  /** What browsers know of the visitor (HTML, autofill detail tokens). */
  readonly autocomplete?: string;
  /** Of a choice: those that are always the same. */
  readonly options?: readonly Option[];
  /** Of a choice: what is on offer besides, which comes before those. */
  readonly offers?: "dates" | "themes";
}

/** What is stored of a choice, and the translation key of its label. */
interface Option {
  readonly value: string;
  readonly label: string;
}

/** The event that a link has a form filled in for: kept with what was sent by a form that asks for no date itself. */
export const eventField: Field = {
  name: "event",
  kind: "choice",
  label: "forms:event.label",
  required: false,
  most: 100,
  offers: "dates",
};

const name: Field = {
  name: "name",
  kind: "line",
  label: "forms:name",
  required: true,
  most: 120,
  autocomplete: "name",
};
const mail: Field = {
  name: "email",
  kind: "mail",
  label: "forms:email",
  hint: "forms:emailHint",
  required: true,
  most: 254,
  autocomplete: "email",
};
const company: Field = {
  name: "company",
  kind: "line",
  label: "forms:company",
  required: true,
  most: 120,
  autocomplete: "organization",
};
const role: Field = {
  name: "role",
  kind: "line",
  label: "forms:role",
  hint: "forms:roleHint",
  required: true,
  most: 200,
  autocomplete: "organization-title",
};
const inWords = { kind: "text", most: 3000 } as const;

const seat: readonly Field[] = [
  name,
  mail,
  company,
  role,
  {
    name: "date",
    kind: "choice",
    label: "forms:seat.date",
    required: true,
    most: 100,
    offers: "dates",
    options: [{ value: "any", label: "forms:seat.anyDate" }],
  },
  {
    name: "theme",
    kind: "choice",
    label: "forms:seat.theme",
    required: true,
    most: 100,
    offers: "themes",
    options: [{ value: "any", label: "forms:seat.anyTheme" }],
  },
  { ...inWords, name: "why", label: "forms:seat.why", hint: "forms:seat.whyHint", required: true },
  { ...inWords, name: "case", label: "forms:seat.case", hint: "forms:seat.caseHint", required: false },
];

const startCity: readonly Field[] = [
  name,
  mail,
  { name: "city", kind: "line", label: "forms:city.city", required: true, most: 120, autocomplete: "address-level2" },
  { ...inWords, name: "people", label: "forms:city.people", hint: "forms:city.peopleHint", required: true },
  { ...inWords, name: "plans", label: "forms:city.plans", hint: "forms:city.plansHint", required: false },
];

/** Every form by the name under which the team finds what was sent. A new one is a row here, words, and a page's `form`. */
export const forms = {
  "seat-gothenburg": { page: "boardroom-for-commerce-gothenburg-attend", fields: seat },
  "seat-varberg": { page: "boardroom-for-commerce-varberg-attend", fields: seat },
  format: {
    page: "after-commerce-start-format",
    fields: [
      name,
      mail,
      {
        name: "question",
        kind: "line",
        label: "forms:format.question",
        hint: "forms:format.questionHint",
        required: true,
        most: 300,
      },
      {
        name: "way",
        kind: "choice",
        label: "forms:format.way",
        required: true,
        most: 40,
        options: [
          { value: "show-and-tell", label: "forms:format.showAndTell" },
          { value: "fireside", label: "forms:format.fireside" },
          { value: "walk-and-talk", label: "forms:format.walkAndTalk" },
          { value: "clinic", label: "forms:format.clinic" },
          { value: "unsure", label: "forms:format.unsure" },
        ],
      },
      { ...inWords, name: "brings", label: "forms:format.brings", hint: "forms:format.bringsHint", required: true },
      { name: "month", kind: "line", label: "forms:format.month", required: false, most: 100 },
    ],
  },
  "start-after-commerce": { page: "after-commerce-start-city", fields: startCity },
  "start-boardroom": { page: "boardroom-for-commerce-start-city", fields: startCity },
  join: {
    page: "commerce-commons-join",
    fields: [
      name,
      mail,
      { name: "work", kind: "line", label: "forms:join.work", required: false, most: 200 },
      {
        name: "invoice",
        kind: "choice",
        label: "forms:join.invoice",
        required: true,
        most: 20,
        options: [
          { value: "private", label: "forms:join.private" },
          { value: "company", label: "forms:join.company" },
        ],
      },
      { ...inWords, name: "address", label: "forms:join.address", hint: "forms:join.addressHint", required: true },
      {
        name: "discount",
        kind: "choice",
        label: "forms:join.discount",
        required: true,
        most: 20,
        options: [
          { value: "none", label: "forms:join.noDiscount" },
          { value: "founder", label: "forms:join.founder" },
          { value: "non-profit", label: "forms:join.nonprofit" },
          { value: "group", label: "forms:join.group" },
          { value: "student", label: "forms:join.student" },
        ],
      },
      { ...inWords, name: "message", label: "forms:join.message", hint: "forms:join.messageHint", required: false },
    ],
  },
  student: {
    page: "commerce-commons-student",
    fields: [
      name,
      mail,
      { name: "school", kind: "line", label: "forms:student.school", required: true, most: 200 },
      { name: "studies", kind: "line", label: "forms:student.studies", required: true, most: 200 },
      {
        ...inWords,
        name: "address",
        label: "forms:student.address",
        autocomplete: "street-address",
        hint: "forms:student.addressHint",
        required: true,
      },
    ],
  },
  contact: {
    page: "contact",
    fields: [
      {
        name: "about",
        kind: "choice",
        label: "forms:contact.about",
        required: true,
        most: 20,
        options: [
          { value: "coming", label: "forms:contact.coming" },
          { value: "seat", label: "forms:contact.seat" },
          { value: "membership", label: "forms:contact.membership" },
          { value: "city", label: "forms:contact.city" },
          { value: "press", label: "forms:contact.press" },
          { value: "error", label: "forms:contact.error" },
          { value: "data", label: "forms:contact.data" },
          { value: "other", label: "forms:contact.other" },
        ],
      },
      name,
      mail,
      { ...inWords, most: 5000, name: "message", label: "forms:contact.message", required: true },
    ],
  },
} as const satisfies Record<string, Form>;

export type FormName = keyof typeof forms;

export const formNames = Object.keys(forms) as FormName[];

export function isFormName(text: string): text is FormName {
  return Object.hasOwn(forms, text);
}

/** The form that stands on a page; undefined for most. */
export function formOn(page: PageName): FormName | undefined {
  return formNames.find((name) => forms[name].page === page);
}
