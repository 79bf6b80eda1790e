/** A field of a form. `label` and `hint` are translation keys. */
export interface Field {
  readonly name: string;
  readonly kind: "line" | "mail" | "text" | "choice";
  readonly label: string;
  readonly hint?: string;
  readonly required: boolean;
  /** In Unicode characters. */
  readonly maxLength: number;
  /** HTML autofill detail tokens. */
  readonly autocomplete?: string;
  readonly options?: readonly Option[];
  /** Options that change, listed before the fixed ones. */
  readonly optionsFrom?: "dates" | "themes";
}

/** The stored value of an option, and the translation key of its label. */
interface Option {
  readonly value: string;
  readonly label: string;
}

type Details = Partial<Pick<Field, "hint" | "required" | "maxLength" | "autocomplete" | "optionsFrom">>;

/** A required field of one line, of at most 120 characters. */
export const line = (name: string, label: string, details: Details = {}): Field => ({
  ...{ name, kind: "line", label, required: true, maxLength: 120 },
  ...details,
});

/** A required field of running text, of at most 3,000 characters. */
export const text = (name: string, label: string, details: Details = {}): Field => ({
  ...{ name, kind: "text", label, required: true, maxLength: 3000 },
  ...details,
});

/** A required choice. `labels` has the translation key of each option by its stored value. */
export const choice = (
  name: string,
  label: string,
  labels: Readonly<Record<string, string>>,
  details: Details = {},
): Field => ({
  ...{ name, kind: "choice", label, required: true, maxLength: 100 },
  options: Object.entries(labels).map(([value, label]) => ({ value, label })),
  ...details,
});

/** The event that a link names, stored with a form that has no field for a date. */
export const eventField: Field = {
  name: "event",
  kind: "choice",
  label: "forms:event.label",
  required: false,
  maxLength: 100,
  optionsFrom: "dates",
};
