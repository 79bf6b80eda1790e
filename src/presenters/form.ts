import { type FieldProblem, HONEYPOT_FIELD, OPEN_SECONDS_FIELD, type Values } from "../contracts/submission.js";
import { hasCalendarFile, takesPlace } from "../domain/event.js";
import { type Locale, locales } from "../domain/locale.js";
import { eventsListedOn } from "../site/event-pages.js";
import type { Field, Option } from "../site/form-fields.js";
import { type Form, formOn, forms } from "../site/forms.js";
import { parentOf, themeOf } from "../site/navigation.js";
import { dataController } from "../site/organisation.js";
import { confirmationQuery, eventFilePath, type PageName } from "../site/paths.js";
import type { LinkedEvent } from "./form-event.js";
import type { Site } from "./site.js";

const MAX_OPEN_OPTIONS = 6;

export interface FormState {
  readonly event?: LinkedEvent;
  readonly values?: Values;
  readonly problems?: readonly FieldProblem[];
  readonly error?: string | undefined;
}

export type PresentedForm = NonNullable<ReturnType<ReturnType<typeof formPresenter>["presentForm"]>>;

export function formPresenter({ agenda, clock, getFixedT, library, recordOf }: Site) {
  const { pathTo } = library.addresses;

  const optionsFrom = {
    ...library.choices,
    dates(locale: Locale, { page }: Form): Option[] {
      const current = agenda.current();
      const filter = { ...eventsListedOn(page, library.cities), locale };
      const upcoming = current.search(filter, current.window(clock())!).occurrences.filter(takesPlace);
      return upcoming.map((occurrence) => ({ value: occurrence.id, label: recordOf(occurrence, locale).dateText }));
    },
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

    /** Undefined if the page has no form, or forms are not offered. */
    presentForm(page: PageName, locale: Locale, { event, values = valuesFor(event), problems, error }: FormState = {}) {
      const name = formOn(page);
      const texts = library.page(page, locale).form;
      if (!name || !texts) return undefined;
      const form: Form = forms[name];
      const { otherForm } = form;
      const { purpose, ...shown } = texts;
      const t = getFixedT(locale);
      const open = event?.kind === "open" ? event : null;
      const fields = fieldsOf(form, locale).map((field) => {
        const { label, maxLength, options } = field;
        const problem = problems?.find(({ name }) => name === field.name);
        return {
          ...field,
          isMenu: options.length > MAX_OPEN_OPTIONS,
          value: values[field.name] ?? "",
          error: problem ? t(problem.key, { label, max: maxLength, count: problem.excess }) : null,
        };
      });
      return {
        ...shown,
        ...open?.invitation,
        event: open,
        otherForm:
          open?.join ?? (otherForm && { path: `${pathTo(otherForm.page, locale)}#form`, label: t(otherForm.label) }),
        notice: event?.kind === "gone" ? event : null,
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
      const open = event.kind === "open" ? event : null;
      return {
        event: open,
        eventFile: open && hasCalendarFile(open) ? eventFilePath(open.id, locale) : null,
        page: library.page(page, locale),
        suggestions: library.page(page, locale).ask,
        theme,
        parentPages: new Set([parentOf(page), theme]),
        alternates: locales.map((other) => ({ locale: other, path: pathTo(page, other) + confirmationQuery(event) })),
      };
    },
  };
}

function valuesFor(event?: LinkedEvent): Values {
  if (event?.kind !== "open") return {};
  return { date: event.id, about: event.audience === "application" ? "seat" : "coming", message: event.summary };
}
