import type { AgendaKeeper } from "../domain/agenda.js";
import { localesOf, type Occurrence } from "../domain/event.js";
import { defaultLocale, type Locale } from "../domain/locale.js";

interface Missing {
  readonly messageKey: string;
  readonly values: Readonly<Record<string, string>>;
}

/** An event that has no text in the requested language is missing too. */
export function findEvent(
  id: string,
  requested: Locale | undefined,
  agenda: AgendaKeeper,
): Missing | { readonly occurrence: Occurrence; readonly locale: Locale } {
  const occurrence = agenda.current().find(id);
  if (!occurrence) return { messageKey: "errors:unknownEvent", values: { id } };
  const available = localesOf(occurrence.event);
  if (requested && !available.includes(requested))
    return { messageKey: "errors:eventNotInLanguage", values: { id, languages: available.join(", ") } };
  return { occurrence, locale: requested ?? defaultLocale };
}
