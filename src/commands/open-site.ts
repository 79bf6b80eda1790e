import { readConfig } from "../config.js";
import type { Occurrence } from "../events/event.js";
import { recordOf } from "../events/record.js";
import { createSite, filesFor, type Site } from "../site.js";
import { defaultLocale } from "../text/locale.js";
import { DAY_MS, dateAt } from "../text/wall-clock.js";

const MAX_NAMED = 10;

/** The site, with dates in the team's language. */
export async function openSite() {
  const config = readConfig();
  const site = createSite(config, await filesFor(config));
  const locale = (config.smtp ?? config.webhook)?.locale ?? defaultLocale;
  const findOccurrence = (id: string) => {
    const occurrence = site.snapshot().agenda.occurrence(id);
    if (!occurrence) throw new Error(noDate(id, site));
    return { occurrence, record: recordOf(occurrence, locale, site) };
  };
  return { config, site, locale, findOccurrence };
}

/** Names the dates of a day or a series that was given in place of the id of a date. */
function noDate(text: string, { snapshot }: Site): string {
  const occurrences = snapshot().agenda.search({}, { endsAfter: Date.now() - DAY_MS, startsBefore: Infinity });
  const isMeant = ({ id, event, starts }: Occurrence) =>
    event.slug === text || id.endsWith(`-${text}`) || dateAt(starts, event.zone) === text;
  const ids = occurrences.filter(isMeant).map(({ id }) => id);
  if (ids.length === 0) return `There is no date ${text}. The command dates lists the coming ones.`;
  return `${text} is not the id of a date. It can be one of:\n  ${ids.slice(0, MAX_NAMED).join("\n  ")}`;
}
