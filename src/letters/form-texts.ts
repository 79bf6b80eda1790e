import type { EventRecord } from "../contracts/event-record.js";
import type { Locale } from "../domain/locale.js";
import type { Submission } from "../domain/submission.js";
import { eventField, type Field } from "../site/form-fields.js";
import { type FormName, forms, isFormName } from "../site/forms.js";
import type { Page } from "../site/page.js";
import { dateInWords } from "../text/dates-in-words.js";
import { eventInWords } from "../text/event-in-words.js";
import type { Translate } from "../text/translate.js";

export interface FormTexts {
  readonly locale: Locale;
  readonly t: Translate;
  readonly timezone: string;
  readonly pageOf: (form: FormName) => Pick<Page, "form" | "label" | "title">;
  /** Undefined if it is no longer offered; so is the title of a theme. */
  readonly eventOf: (id: string) => EventRecord | undefined;
  readonly themeOf: (id: string) => string | undefined;
}

export type Answer = ReturnType<typeof answersOf>[number];

export function answersOf({ form, fields }: Submission, { t, eventOf, themeOf }: FormTexts) {
  const fieldsOfForm: readonly Field[] = isFormName(form) ? [...forms[form].fields, eventField] : [];
  const answered = Object.entries(fields).filter(([, value]) => value !== "");
  return answered.map(([name, value]) => {
    const field = fieldsOfForm.find((field) => field.name === name);
    const option = field?.options?.find((option) => option.value === value);
    const event = field?.optionsFrom === "dates" ? eventOf(value) : undefined;
    const theme = field?.optionsFrom === "themes" ? themeOf(value) : undefined;
    return { name, field, event, text: option ? t(option.label) : (theme ?? (event ? eventInWords(event) : value)) };
  });
}

/** "Apply for a seat, Gothenburg, 9 February 2027"; the name of a form that the site no longer has. */
export function formAndDate(form: string, event: EventRecord | undefined, texts: FormTexts): string {
  if (!isFormName(form)) return form;
  const { label, title } = texts.pageOf(form);
  return event ? `${label}, ${placeAndDate(event, texts)}` : title;
}

export function placeAndDate({ attendance, cityName, startsAt }: EventRecord, { locale, t }: FormTexts): string {
  const place = attendance === "online" ? t("events:board.online") : cityName;
  return `${place}, ${dateInWords(startsAt.slice(0, 10), locale)}`;
}
