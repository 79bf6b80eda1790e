import type { EventRecord } from "../contracts/event-record.js";
import { conceptOfCode } from "../domain/concept.js";
import { hasCalendarFile, type Occurrence, takesPlace } from "../domain/event.js";
import { type Locale, locales } from "../domain/locale.js";
import { googleCalendarUrl } from "../formats/google-calendar.js";
import { formOnDate, forms } from "../site/forms.js";
import { confirmationQuery, eventFilePath } from "../site/paths.js";
import { weekdayAndDay } from "../text/dates-in-words.js";
import { changeInWords, eventInWords } from "../text/event-in-words.js";
import { type FormState, formPresenter } from "./form.js";
import type { Site } from "./site.js";

const MAX_INSTEAD = 3;

/** Whether one signs up on the page of the date, now. */
export const hasOwnForm = ({ path, actionPath }: EventRecord) => actionPath === `${path}#form`;

/** The form on the page of a date, and its confirmation. */
export function dateFormPresenter(site: Site) {
  const { agenda, clock, getFixedT, library, recordOf } = site;
  const { presentForm } = formPresenter(site);
  const { datePath, pathTo } = library.addresses;

  const formOn = ({ id, event: { audience } }: Occurrence, locale: Locale, state?: FormState) => {
    const form = presentForm(formOnDate(audience), datePath(id, locale), locale, state);
    const t = getFixedT(locale);
    const join = { path: pathTo("commerce-commons-join", locale), label: t("forms:date.join") };
    return form && audience === "members" ? { ...form, text: t("forms:date.members"), otherForm: join } : form;
  };

  /** Where a form for a date that is full or over can be sent instead: the likest dates of its audience. */
  const insteadOf = ({ event: { audience, concept, city } }: Occurrence, locale: Locale) => {
    const current = agenda.current();
    const { occurrences } = current.search({ audience, locale }, current.window(clock())!);
    const likeness = ({ event }: Occurrence) => Number(event.concept === concept) + Number(event.city === city);
    const likestFirst = occurrences.toSorted((a, b) => likeness(b) - likeness(a));
    return likestFirst
      .map((other) => recordOf(other, locale))
      .filter(hasOwnForm)
      .slice(0, MAX_INSTEAD);
  };

  return {
    formOn,
    insteadOf,

    /** Undefined while the form of the date can be sent. */
    whyClosed(occurrence: Occurrence, locale: Locale): string | undefined {
      const t = getFixedT(locale);
      const record = recordOf(occurrence, locale);
      if (hasOwnForm(record)) return undefined;
      if (!takesPlace(occurrence)) return changeInWords(occurrence, locale, t);
      return record.signUp === "full" ? t("forms:date.full") : t("forms:date.closed");
    },

    presentSent(occurrence: Occurrence, locale: Locale) {
      const { id, event } = occurrence;
      const t = getFixedT(locale);
      const record = recordOf(occurrence, locale);
      const { thanks } = library.page(forms[formOnDate(event.audience)].page, locale).form!;
      const date = weekdayAndDay(record.startsAt, locale);
      return {
        ...thanks,
        ...(hasCalendarFile(event) && {
          heading: t("forms:date.onList", { date }),
          file: eventFilePath(id, locale),
          googleCalendar: googleCalendarUrl(record),
        }),
        summary: eventInWords(record),
        above: ["dates", conceptOfCode(event.concept).slug],
        theme: conceptOfCode(event.concept).slug,
        suggestions: library.page("dates", locale).ask,
        alternates: locales.map((other) => ({ locale: other, path: datePath(id, other) + confirmationQuery() })),
      };
    },
  };
}
