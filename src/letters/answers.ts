import {
  type FormName,
  formPages,
  isApplication,
  isFormName,
  isOnDates,
  listedEventFilter,
} from "../addresses/site-map.js";
import type { Occurrence } from "../events/event.js";
import { type EventRecord, recordOf } from "../events/record.js";
import { eventInWords } from "../events/words.js";
import { ANY_DATE, eventField, forms, type ShownField } from "../forms/forms.js";
import { shownField } from "../forms/present.js";
import type { Site } from "../site.js";
import { eventIdOf, type NewSubmission, type Submission } from "../storage/submission.js";
import { dateInWords } from "../text/in-words.js";
import type { Locale, Translate } from "../text/locale.js";

/** What the sender wrote or chose, in words, without what was left empty. The form can have lost a field since. */
export function answersOf({ form, fields }: Submission, locale: Locale, site: Site) {
  const event = recordOfFields(fields, locale, site);
  const fieldsOfForm = isFormName(form) ? [...forms[form], eventField] : [];
  const filledIn = Object.entries(fields).filter(([, value]) => value !== "");
  return filledIn.map(([name, value]) => {
    const definition = fieldsOfForm.find((field) => field.name === name);
    if (!definition) return { field: undefined, label: name, text: value };
    const field = shownField(definition, [], locale, site);
    const isEvent = event && field.optionsFrom === "dates";
    const text = isEvent ? eventInWords(event) : answerInWords(value, field, site.getFixedT(locale));
    return { field, label: field.label, text };
  });
}

function answerInWords(value: string, { options, optionsFrom }: ShownField, t: Translate): string {
  const option = options.find((option) => option.value === value);
  if (option) return option.label;
  return optionsFrom ? t("forms:mail.noLongerOffered", { value }) : value;
}

/** Undefined if it is about no date, or content no longer has it. */
export function occurrenceOf(fields: Submission["fields"], { snapshot }: Site): Occurrence | undefined {
  return snapshot().agenda.occurrence(eventIdOf(fields) ?? "");
}

export function recordOfFields(fields: Submission["fields"], locale: Locale, site: Site): EventRecord | undefined {
  const occurrence = occurrenceOf(fields, site);
  return occurrence && recordOf(occurrence, locale, site);
}

/** "Application, Gothenburg, 9 February 2027"; the name of a form that the site no longer has. */
export function formAndDate({ form, fields }: NewSubmission, locale: Locale, site: Site): string {
  if (!isFormName(form)) return form;
  const t = site.getFixedT(locale);
  const event = recordOfFields(fields, locale, site);
  const { label, title } = formInWords(form, locale, site);
  if (isApplication(form)) {
    const anyDate = fields.date === ANY_DATE && t("forms:mail.anyDate");
    const about = event ? placeAndDate(event, locale, t) : [placeOf(form, locale, site), anyDate];
    return [t("forms:mail.application"), about].flat().filter(Boolean).join(", ");
  }
  if (!event) return title;
  return `${form === "date" ? t("forms:mail.signUp") : label}, ${placeAndDate(event, locale, t)}`;
}

/** The city of the form's page, or else its name. */
function placeOf(form: FormName, locale: Locale, { library }: Site): string {
  const listed = listedEventFilter(formPages[form], library.cities);
  const city = library.cities.find(({ slug }) => slug === listed?.city);
  return city?.names[locale] ?? library.page(formPages[form], locale).label;
}

/** A form is called like its page, or like its button if it stands on the pages of dates. */
export function formInWords(name: FormName, locale: Locale, site: Site): { label: string; title: string } {
  const page = site.library.page(formPages[name], locale);
  if (!page.form || !isOnDates(name)) return page;
  return { label: page.form.action, title: page.form.action };
}

export function placeAndDate({ attendance, cityName, startsAt }: EventRecord, locale: Locale, t: Translate): string {
  const place = attendance === "online" ? t("events:board.online") : cityName;
  return `${place}, ${dateInWords(startsAt.slice(0, 10), locale)}`;
}
