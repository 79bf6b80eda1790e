/** `label` and `hint` are translation keys. */
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

interface Option {
  readonly value: string;
  readonly label: string;
}

type Details = Partial<Pick<Field, "hint" | "required" | "maxLength" | "autocomplete" | "optionsFrom">>;

export const line = (name: string, label: string, details: Details = {}): Field => ({
  ...{ name, kind: "line", label, required: true, maxLength: 120 },
  ...details,
});

export const text = (name: string, label: string, details: Details = {}): Field => ({
  ...{ name, kind: "text", label, required: true, maxLength: 3000 },
  ...details,
});

/** `labels` has the translation key of each option by its stored value. */
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

/** Stored with forms that have no field for a date. */
export const eventField: Field = {
  name: "event",
  kind: "choice",
  label: "forms:event.label",
  required: false,
  maxLength: 100,
  optionsFrom: "dates",
};
