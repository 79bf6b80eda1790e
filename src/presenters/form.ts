import { type FieldProblem, HONEYPOT_FIELD, SECONDS } from "../contracts/submission.js";
import type { Locale } from "../domain/locale.js";
import type { Services } from "../services.js";
import { eventsListedOn } from "../site/event-pages.js";
import type { Field } from "../site/form-fields.js";
import { type Form, type FormName, forms } from "../site/forms.js";
import { dataController } from "../site/organisation.js";
import type { FilledByLink, FormEvents } from "./form-event.js";

/** Longer choices fold into a menu. */
const OPEN_OPTIONS = 6;

/** A form that was sent and not taken: what was typed, and why. Or one that a link has filled in for an event. */
export interface Filled extends FilledByLink {
  readonly problems?: readonly FieldProblem[];
  /** What is wrong with the request as a whole. */
  readonly refused?: string;
}

type Dependencies = Pick<Services, "getFixedT" | "library" | "records"> & { readonly formEvents: FormEvents };

export type FormViews = ReturnType<typeof formViews>;

/** Forms as views show them, empty or filled in, and what may be chosen in them. */
export function formViews({ formEvents, library, records, getFixedT }: Dependencies) {
  const datesOn = ({ page }: Form, locale: Locale) =>
    formEvents
      .coming(eventsListedOn(page, library.cities) ?? {}, locale)
      .map((occurrence) => records.of(occurrence, locale))
      .map(({ id, dateText }) => ({ value: id, label: dateText }));
  const themes = (locale: Locale) => library.themes(locale).map(({ id, title }) => ({ value: id, label: title }));

  /** What may be chosen in a field at the moment; `label` is in words. */
  const optionsOf = (form: Form, field: Field, locale: Locale) => {
    const offered = { dates: () => datesOn(form, locale), themes: () => themes(locale) };
    const always = (field.options ?? []).map(({ value, label }) => ({ value, label: getFixedT(locale)(label) }));
    return [...(field.optionsFrom ? offered[field.optionsFrom]() : []), ...always];
  };

  return {
    optionsOf,

    view(name: FormName, locale: Locale, filled?: Filled) {
      const t = getFixedT(locale);
      const form: Form = forms[name];
      const { organisation, page } = library;
      const { purpose, ...text } = page(form.page, locale).form!;
      const fields = form.fields.map((field) => {
        const options = field.kind === "choice" ? optionsOf(form, field, locale) : [];
        const problem = filled?.problems?.find((problem) => problem.field === field);
        const label = t(field.label);
        return {
          ...field,
          label,
          hint: field.hint ? t(field.hint) : null,
          options,
          isMenu: options.length > OPEN_OPTIONS,
          value: filled?.values[field.name] ?? "",
          problem: problem ? t(problem.key, { label, max: field.maxLength, count: problem.excess }) : null,
        };
      });
      return {
        ...text,
        event: filled?.event ?? null,
        notice: filled?.notice ?? null,
        trap: HONEYPOT_FIELD,
        seconds: SECONDS,
        fields,
        problems: fields.filter(({ problem }) => problem !== null),
        refused: filled?.refused ?? null,
        kept: t("forms:retention", {
          controller: dataController(organisation),
          count: organisation.retentionMonths[name],
          purpose,
        }),
      };
    },
  };
}
