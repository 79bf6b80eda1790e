import { hasCalendarFile } from "../domain/event.js";
import { type Locale, locales } from "../domain/locale.js";
import { confirmationQuery } from "../site/form-queries.js";
import { eventFilePath, type PageName, parentOf, themeOf } from "../site/paths.js";
import type { EventOfForm } from "./form-event.js";
import type { Site } from "./site.js";

export function presentConfirmation(name: PageName, locale: Locale, event: EventOfForm | undefined, { library }: Site) {
  const { addresses, page } = library;
  const theme = themeOf(name);
  return {
    event,
    eventFile: event && hasCalendarFile(event) ? eventFilePath(event.id, locale) : null,
    page: page(name, locale),
    theme,
    suggestions: page(name, locale).ask,
    parentPages: new Set([parentOf(name), theme]),
    alternates: locales.map((other) => ({
      locale: other,
      path: addresses.pathTo(name, other) + confirmationQuery(event),
    })),
  };
}
