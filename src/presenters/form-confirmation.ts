import { conceptOfCode } from "../domain/concept.js";
import type { Occurrence } from "../domain/event.js";
import { type Locale, locales } from "../domain/locale.js";
import { googleCalendarUrl } from "../formats/google-calendar.js";
import { type FormName, forms } from "../site/forms.js";
import { parentOf, themeOf } from "../site/navigation.js";
import { confirmationQuery, eventFilePath } from "../site/paths.js";
import { weekdayAndDay } from "../text/dates-in-words.js";
import { eventInWords } from "../text/event-in-words.js";
import type { Site } from "./site.js";

/** The page after a form was taken, with the date that it is about. */
export function confirmationPresenter({ getFixedT, library, recordOf }: Site) {
  const { datePath, pathTo } = library.addresses;

  const confirmationPath = (form: FormName, locale: Locale, occurrence?: Occurrence) =>
    occurrence && "onDates" in forms[form]
      ? datePath(occurrence.id, locale) + confirmationQuery()
      : pathTo(forms[form].page, locale) + confirmationQuery(occurrence?.id);

  return {
    confirmationPath,

    presentConfirmation(form: FormName, locale: Locale, occurrence?: Occurrence) {
      const { page } = forms[form];
      const record = occurrence && recordOf(occurrence, locale);
      const theme = record ? conceptOfCode(record.concept).slug : themeOf(page);
      const text = library.page(page, locale);
      return {
        ...text.form!.thanks,
        ...(record &&
          form === "date" && {
            heading: getFixedT(locale)("forms:date.onList", { date: weekdayAndDay(record.startsAt, locale) }),
            file: eventFilePath(record.id, locale),
            googleCalendar: googleCalendarUrl(record),
          }),
        summary: record && eventInWords(record),
        suggestions: text.ask,
        theme,
        above: new Set(["onDates" in forms[form] ? "dates" : parentOf(page), theme]),
        alternates: locales.map((other) => ({ locale: other, path: confirmationPath(form, other, occurrence) })),
      };
    },
  };
}
