import type { City } from "../addresses/cities.js";
import { conceptOfCode } from "../addresses/concepts.js";
import { datesQuery } from "../addresses/paths.js";
import type { Site } from "../site.js";
import { defaultLocale } from "../text/locale.js";
import { upcoming } from "./agenda.js";
import { eventRow } from "./board.js";
import type { EmbedQuery } from "./query.js";

const DEFAULT_LIMIT = 5;

export function presentEmbed(city: City, query: EmbedQuery, site: Site) {
  const { getFixedT, library } = site;
  const { concept, limit = DEFAULT_LIMIT, locale = defaultLocale, theme } = query;
  const { name } = concept ? conceptOfCode(concept) : library.organisation;
  const events = upcoming({ city: city.slug, concept, locale: query.locale }, site).slice(0, limit);
  return {
    /** With both, the browser chooses. */
    colorScheme: theme ?? "light dark",
    heading: getFixedT(locale)("events:calendar.name", { name, city: city.names[locale] }),
    datesPath: library.addresses.pathTo("dates", locale) + datesQuery({ concept, city: city.slug }),
    rows: events.map((occurrence) => eventRow(occurrence, locale, site)),
  };
}
