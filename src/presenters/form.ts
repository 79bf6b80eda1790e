import { type FieldProblem, HONEYPOT_FIELD, OPEN_SECONDS_FIELD, readSubmission } from "../contracts/submission.js";
import type { Locale } from "../domain/locale.js";
import { eventsListedOn } from "../site/event-pages.js";
import { eventField, type Field, type Option } from "../site/form-fields.js";
import { eventIdInQuery } from "../site/form-queries.js";
import { type Form, type FormName, forms } from "../site/forms.js";
import { dataController } from "../site/organisation.js";
import { type FormOfLink, formEvents } from "./form-event.js";
import type { Site } from "./site.js";

const MAX_OPEN_OPTIONS = 6;

export interface FormState extends FormOfLink {
  readonly errors?: readonly FieldProblem[];
  readonly error?: string;
}

export type PresentedForm = ReturnType<ReturnType<typeof formPresenter>["present"]>;

export function formPresenter(site: Site) {
  const { getFixedT, library, records } = site;
  const { eventOf, formOfLink, upcoming } = formEvents(site);

  const optionsOf = ({ options = [], optionsFrom }: Field, { page }: Form, locale: Locale): Option[] => {
    const dates = optionsFrom === "dates" ? upcoming(eventsListedOn(page, library.cities) ?? {}, locale) : [];
    const themes = optionsFrom === "themes" ? library.themes(locale) : [];
    return [
      ...dates.map((occurrence) => ({ value: occurrence.id, label: records.of(occurrence, locale).dateText })),
      ...themes.map(({ id, title }) => ({ value: id, label: title })),
      ...options.map(({ value, label }) => ({ value, label: getFixedT(locale)(label) })),
    ];
  };

  const presentField = (field: Field, form: Form, locale: Locale, state: FormState | undefined) => {
    const t = getFixedT(locale);
    const options = optionsOf(field, form, locale);
    const error = state?.errors?.find((error) => error.field === field);
    const label = t(field.label);
    return {
      ...field,
      label,
      hint: field.hint ? t(field.hint) : null,
      options,
      isMenu: options.length > MAX_OPEN_OPTIONS,
      value: state?.values[field.name] ?? "",
      error: error ? t(error.key, { label, max: field.maxLength, count: error.excess }) : null,
    };
  };

  const otherFormOf = ({ otherForm }: Form, locale: Locale) =>
    otherForm
      ? { path: `${library.addresses.pathTo(otherForm.page, locale)}#form`, label: getFixedT(locale)(otherForm.label) }
      : null;

  return {
    /**
     * `fields` is what to store; the event comes from the date field, otherwise from the query. `notice` says that the
     * event in the query cannot be chosen, as it was cancelled since the form was opened.
     */
    read(name: FormName, locale: Locale, text: string, query: string) {
      const form: Form = forms[name];
      const { fields, problems, suspected, values } = readSubmission(form.fields, text, (field) =>
        optionsOf(field, form, locale).map(({ value }) => value),
      );
      const linked = eventIdInQuery(query);
      const event = eventOf(form.page, locale, values.date || linked);
      const isGone = event === undefined && values.date === undefined;
      const notice = isGone ? formOfLink(form.page, locale, linked)?.notice : undefined;
      const about = event && values.date === undefined ? { [eventField.name]: event.id } : {};
      return { values, errors: problems, event, notice, fields: { ...fields, ...about }, suspected };
    },

    present(name: FormName, locale: Locale, state?: FormState) {
      const form: Form = forms[name];
      const { organisation } = library;
      const { purpose, ...text } = library.page(form.page, locale).form!;
      const fields = form.fields.map((field) => presentField(field, form, locale, state));
      return {
        ...text,
        ...state?.event?.invitation,
        event: state?.event ?? null,
        otherForm: state?.event?.join ?? otherFormOf(form, locale),
        notice: state?.notice ?? null,
        honeypot: HONEYPOT_FIELD,
        seconds: OPEN_SECONDS_FIELD,
        fields,
        errors: fields.filter(({ error }) => error !== null),
        error: state?.error ?? null,
        retention: getFixedT(locale)("forms:retention", {
          controller: dataController(organisation),
          count: organisation.retentionMonths[name],
          purpose,
        }),
      };
    },
  };
}
