import type { AgendaKeeper } from "../domain/agenda.js";
import { localesOf } from "../domain/event.js";
import { defaultLocale, type Locale } from "../domain/locale.js";

/** Returns the message of an error if the event is unknown, or has no text in the requested language. */
export function findEvent(id: string, requested: Locale | undefined, agenda: AgendaKeeper) {
  const occurrence = agenda.current().find(id);
  if (!occurrence) return { messageKey: "errors:unknownEvent", values: { id } };
  const languages = localesOf(occurrence.event);
  if (requested && !languages.includes(requested))
    return { messageKey: "errors:eventNotInLanguage", values: { id, languages: languages.join(", ") } };
  return { occurrence, locale: requested ?? defaultLocale };
}
