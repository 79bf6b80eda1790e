import { readConfig } from "../config.js";
import { defaultLocale } from "../domain/locale.js";
import { createServices, filesFor } from "../services.js";

/** The site, with dates in the team's language. */
export async function openSite() {
  const config = readConfig();
  const services = createServices(config, await filesFor(config));
  const locale = (config.smtp ?? config.webhook)?.locale ?? defaultLocale;
  const findOccurrence = (id: string) => {
    const occurrence = services.agenda.current().occurrence(id);
    if (!occurrence) throw new Error(`There is no date ${id}. The command dates lists the coming ones.`);
    return { occurrence, record: services.recordOf(occurrence, locale) };
  };
  return { config, services, locale, findOccurrence };
}
