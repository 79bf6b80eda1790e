import { type FieldProblem, HONEYPOT_FIELD, OPEN_SECONDS_FIELD, type Values } from "../contracts/submission.js";
import { type Locale, locales } from "../domain/locale.js";
import type { Field, Option } from "../site/form-fields.js";
import { type Form, type FormName, forms } from "../site/forms.js";
import { parentOf, themeOf } from "../site/navigation.js";
import { dataController } from "../site/organisation.js";
import { confirmationQuery, type PageName } from "../site/paths.js";
import { type LinkedEvent, offeredDates } from "./form-event.js";
import type { Site } from "./site.js";

const MAX_OPEN_OPTIONS = 6;

export interface FormState {
  readonly event?: LinkedEvent;
  readonly values?: Values;
  readonly problems?: readonly FieldProblem[];
  readonly error?: string | undefined;
}

export type PresentedForm = NonNullable<ReturnType<ReturnType<typeof formPresenter>["presentForm"]>>;

export function formPresenter(site: Site) {
  const { getFixedT, library } = site;
  const { pathTo } = library.addresses;

  const optionsFrom = {
    ...library.choices,
    dates: (locale: Locale, { page }: Form): Option[] =>
      offeredDates(page, locale, site).map(({ id, dateText }) => ({ value: id, label: dateText })),
  };

  /** As the page shows them: translated, with every option. */
  const fieldsOf = (form: Form, locale: Locale): Field[] => {
    const t = getFixedT(locale);
    return form.fields.map((field) => ({
      ...field,
      label: t(field.label),
      ...(field.hint && { hint: t(field.hint) }),
      options: [
        ...(field.optionsFrom ? optionsFrom[field.optionsFrom](locale, form) : []),
        ...field.options.map(({ value, label }) => ({ value, label: t(label) })),
      ],
    }));
  };

  return {
    fieldsOf,

    /** Undefined if forms are not offered. What it sends goes to `path`, the page that shows it. */
    presentForm(name: FormName, path: string, locale: Locale, { event, values, problems, error }: FormState = {}) {
      const form: Form = forms[name];
      const texts = library.page(form.page, locale).form;
      if (!texts) return undefined;
      const { otherForm } = form;
      const { purpose, ...shown } = texts;
      const t = getFixedT(locale);
      const chosen: Values = event?.kind === "open" ? { date: event.id } : {};
      const fields = fieldsOf(form, locale).map((field) => {
        const { label, maxLength, options } = field;
        const problem = problems?.find(({ name }) => name === field.name);
        return {
          ...field,
          isMenu: options.length > MAX_OPEN_OPTIONS,
          value: (values ?? chosen)[field.name] ?? "",
          error: problem ? t(problem.key, { label, max: maxLength, count: problem.excess }) : null,
        };
      });
      return {
        ...shown,
        path,
        event: event?.kind === "open" ? event : null,
        otherForm: otherForm && { path: `${pathTo(otherForm.page, locale)}#form`, label: t(otherForm.label) },
        honeypot: HONEYPOT_FIELD,
        seconds: OPEN_SECONDS_FIELD,
        fields,
        errors: fields.filter(({ error }) => error !== null),
        error,
        retention: t("forms:retention", {
          controller: dataController(library.organisation),
          count: library.organisation.retentionMonths[name],
          purpose,
        }),
      };
    },

    presentConfirmation(page: PageName, locale: Locale, event: LinkedEvent) {
      const theme = themeOf(page);
      return {
        ...library.page(page, locale).form!.thanks,
        summary: event.kind === "open" ? event.summary : null,
        suggestions: library.page(page, locale).ask,
        theme,
        above: new Set([parentOf(page), theme]),
        alternates: locales.map((other) => ({
          locale: other,
          path: pathTo(page, other) + confirmationQuery(event.id),
        })),
      };
    },
  };
}
