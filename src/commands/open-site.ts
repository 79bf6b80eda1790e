import { readConfig } from "../config.js";
import type { Occurrence } from "../events/event.js";
import type { EventRecord } from "../events/record-schema.js";
import { createSite, openBuild, type Site } from "../site.js";
import { defaultLocale, type Locale } from "../text/locale.js";
import { DAY_MS, dateAt } from "../text/wall-clock.js";

const MAX_NAMED = 10;

export async function openSite(): Promise<Site> {
  const config = readConfig();
  return createSite(config, openBuild(config));
}

export function teamLocale({ config }: Site): Locale {
  return (config.smtp ?? config.webhook)?.locale ?? defaultLocale;
}

/** In the team's language. Throws for another text than the id of a date, and names dates that can be meant. */
export function findRecord(id: string, site: Site): EventRecord {
  return site.recordOf(findOccurrence(id, site), teamLocale(site));
}

export function findOccurrence(text: string, { snapshot }: Site): Occurrence {
  const { agenda } = snapshot();
  const occurrence = agenda.occurrence(text);
  if (occurrence) return occurrence;
  const ofDayOrSeries = agenda
    .search({}, { endsAfter: Date.now() - DAY_MS, startsBefore: Infinity })
    .filter(({ id, event, starts }) => [event.slug, dateAt(starts, event.zone), id.slice(-10)].includes(text));
  if (ofDayOrSeries.length === 0) throw new Error(`There is no date ${text}. The command dates lists the coming ones.`);
  const ids = ofDayOrSeries.slice(0, MAX_NAMED).map(({ id }) => id);
  throw new Error(`${text} is not the id of a date. It can be one of:\n  ${ids.join("\n  ")}`);
}
