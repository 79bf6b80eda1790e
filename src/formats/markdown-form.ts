import type { Translate } from "../domain/translate.js";

export interface ListedForm {
  readonly fields: readonly {
    readonly label: string;
    readonly hint: string | null;
    readonly required: boolean;
    readonly options: readonly { readonly label: string }[];
  }[];
  /** Who keeps the data, why and how long. */
  readonly retention: string;
}

export function formBlocks({ fields, retention }: ListedForm, t: Translate): string[] {
  const lines = fields.map(({ label, hint, required, options }) => {
    const name = required ? label : `${label} (${t("forms:optional")})`;
    return [`- **${name}**`, hint, options.map((option) => option.label).join("; ")].filter(Boolean).join(" ");
  });
  return [lines.join("\n"), retention];
}
