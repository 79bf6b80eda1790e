import { conceptOfCode } from "../addresses/concepts.js";
import { eventsListedOn } from "../addresses/listings.js";
import { parentOf, themeOf } from "../addresses/menus.js";
import { confirmationQuery, eventFilePath } from "../addresses/paths.js";
import { dataController } from "../content/organisation.js";
import { addressMailInWords } from "../events/address-mail.js";
import type { Occurrence } from "../events/event.js";
import { googleCalendarUrl } from "../events/links.js";
import type { EventRecord } from "../events/record-schema.js";
import { eventInWords, signedUpInWords } from "../events/words.js";
import type { Site } from "../site.js";
import { shortTimes } from "../text/in-words.js";
import { type Locale, locales } from "../text/locale.js";
import type { Field } from "./fields.js";
import { type Form, type FormName, forms } from "./forms.js";
import { type FieldProblem, HONEYPOT_FIELD, type Values } from "./read.js";

const MAX_OPEN_OPTIONS = 6;

export interface FormState {
  readonly values?: Values;
  readonly problems?: readonly FieldProblem[];
  readonly error?: string | undefined;
}

export type PresentedForm = NonNullable<ReturnType<ReturnType<typeof formPresenter>["presentForm"]>>;

export function formPresenter(site: Site) {
  const { snapshot, clock, getFixedT, library, recordOf } = site;
  const { occurrencePath, pathTo } = library.addresses;

  /** All of them can be sent. */
  const openDates = ({ page }: Form, locale: Locale) => {
    const filter = { ...eventsListedOn(page, library.cities), locale };
    const occurrences = snapshot().agenda.search(filter, { endsAfter: clock(), startsBefore: Infinity });
    return occurrences.map((occurrence) => recordOf(occurrence, locale)).filter(({ signUp }) => signUp === "open");
  };

  /** Returns the fields with translated labels and all options. */
  const fieldsOf = (form: Form, locale: Locale, dates = () => openDates(form, locale)): Field[] => {
    const t = getFixedT(locale);
    const optionsFrom = {
      ...library.choices,
      dates: () => dates().map(({ id, dateText }) => ({ value: id, label: dateText })),
    };
    return form.fields.map((field) => ({
      ...field,
      label: t(field.label),
      ...(field.hint && { hint: t(field.hint) }),
      options: [
        ...(field.optionsFrom ? optionsFrom[field.optionsFrom](locale) : []),
        ...field.options.map(({ value, label }) => ({ value, label: t(label) })),
      ],
    }));
  };

  const signedUpTexts = (record: EventRecord, thanksText: string, locale: Locale) => {
    const t = getFixedT(locale);
    return {
      summary: `${record.title}, ${shortTimes(record.startsAt, record.endsAt, locale)}`,
      address: addressMailInWords(record, clock(), locale, site),
      heading: signedUpInWords(record, locale, t),
      text: record.audience === "members" ? `${t("forms:date.membersOnly")} ${thanksText}` : thanksText,
      file: eventFilePath(record.id, locale),
      googleCalendar: googleCalendarUrl(record),
    };
  };

  return {
    fieldsOf,

    /** Undefined if the site cannot store forms. The form is sent to `path`, the page that shows it. */
    presentForm(name: FormName, path: string, locale: Locale, { values = {}, problems, error }: FormState = {}) {
      const form: Form = forms[name];
      const texts = library.page(form.page, locale).form;
      if (!texts) return undefined;
      const { otherForm } = form;
      const { purpose, ...shownTexts } = texts;
      const t = getFixedT(locale);
      const { startsBefore } = snapshot().agenda.window(clock())!;
      const dates = openDates(form, locale);
      const chosen = dates.find(({ id }) => id === values.date);
      const offered = dates.filter((date) => Date.parse(date.startsAt) < startsBefore || date === chosen);
      const fields = fieldsOf(form, locale, () => offered).map((field) => {
        const { label, maxLength, options } = field;
        const problem = problems?.find(({ name }) => name === field.name);
        return {
          ...field,
          isMenu: options.length > MAX_OPEN_OPTIONS,
          value: values[field.name] ?? field.preset ?? "",
          error: problem ? t(problem.key, { label, max: maxLength, count: problem.excess }) : null,
        };
      });
      const errors = fields.filter(({ error }) => error !== null);
      return {
        ...shownTexts,
        path,
        event: chosen && { id: chosen.id, summary: eventInWords(chosen) },
        otherForm: otherForm && {
          path: `${pathTo(otherForm.page, locale)}#form`,
          label: t(otherForm.label),
        },
        honeypot: HONEYPOT_FIELD,
        fields,
        errors,
        error,
        isNotSent: error !== undefined || errors.length > 0,
        retention: t("forms:retention", {
          controller: dataController(library.organisation),
          count: library.organisation.retentionMonths[name],
          purpose,
        }),
      };
    },

    /** The page after a form was stored. `occurrence` is the date that it is about. */
    presentConfirmation(form: FormName, locale: Locale, occurrence?: Occurrence) {
      const { page } = forms[form];
      const isOnDates = "onDates" in forms[form];
      const record = occurrence && recordOf(occurrence, locale);
      const theme = record ? conceptOfCode(record.concept).slug : themeOf(page);
      const { ask, form: texts } = library.page(page, locale);
      const { thanks } = texts!;
      const pathIn = (other: Locale) =>
        occurrence && isOnDates
          ? occurrencePath(occurrence.id, other) + confirmationQuery()
          : pathTo(page, other) + confirmationQuery(occurrence?.id);
      return {
        ...thanks,
        summary: record && eventInWords(record),
        ...(record && form === "date" && signedUpTexts(record, thanks.text, locale)),
        suggestions: ask,
        theme,
        above: new Set([isOnDates ? "dates" : parentOf(page), theme]),
        alternates: locales.map((other) => ({ locale: other, path: pathIn(other) })),
      };
    },
  };
}
