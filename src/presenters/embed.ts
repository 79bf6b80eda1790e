import type { EmbedQuery } from "../contracts/event-query.js";
import type { City } from "../domain/city.js";
import { conceptOfCode } from "../domain/concept.js";
import type { Occurrence } from "../domain/event.js";
import { defaultLocale } from "../domain/locale.js";
import { datesQuery } from "../site/paths.js";
import { eventRow } from "./event-board.js";
import type { Site } from "./site.js";

const DEFAULT_LIMIT = 5;

export function eventsOfEmbed(
  city: City,
  { concept, limit = DEFAULT_LIMIT, locale }: EmbedQuery,
  { agenda }: Site,
): Occurrence[] {
  return agenda.upcoming({ city: city.slug, concept, locale }, limit);
}

export function presentEmbed(
  city: City,
  { concept, locale = defaultLocale, theme }: EmbedQuery,
  events: readonly Occurrence[],
  site: Site,
) {
  const { getFixedT, library } = site;
  const { name } = concept ? conceptOfCode(concept) : library.organisation;
  return {
    /** What the browser may choose from. */
    colorScheme: theme ?? "light dark",
    heading: getFixedT(locale)("events:calendar.name", { name, city: city.names[locale] }),
    datesPath: library.addresses.pathTo("dates", locale) + datesQuery({ concept, city: city.slug }),
    rows: events.map((occurrence) => eventRow(occurrence, locale, site)),
  };
}
