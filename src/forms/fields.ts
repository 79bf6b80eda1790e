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
}

export type Option = Readonly<Record<"value" | "label", string>>;

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

export const lineField = fieldOf("line", 120);
export const mailField = fieldOf("mail", 254);
export const textField = fieldOf("text", 3000);

const choiceOf = fieldOf("choice", 100);

/** `labels` has the translation key of each option by its stored value. */
export const choiceField = (
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
