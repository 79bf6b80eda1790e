import type { Request } from "express";
import type { City } from "../addresses/cities.js";
import { conceptOfCode } from "../addresses/concepts.js";
import { datesQuery, embedPath } from "../addresses/paths.js";
import { upcoming } from "../events/agenda.js";
import { eventRow } from "../events/board.js";
import { type EmbedQuery, embedQuery } from "../events/query.js";
import type { Resource } from "../http/cache.js";
import { HttpError } from "../http/errors.js";
import { htmlHeaders, securityHeaders } from "../http/headers.js";
import { parseQuery } from "../http/query.js";
import type { Site } from "../site.js";
import { defaultLocale } from "../text/locale.js";

/** The only page that other sites can show in a frame. */
export function show(request: Request, site: Site): Resource {
  const query = parseQuery(request, embedQuery);
  const { locale = defaultLocale } = query;
  const city = site.library.cities.find(({ slug }) => slug === request.params.city);
  if (!city) throw new HttpError(404);
  return {
    address: embedPath(city.slug, query),
    isUncommon: query.limit !== undefined,
    headers: {
      ...securityHeaders(site.config, "*"),
      // A page with this embedder policy frames only pages that have it too.
      "Cross-Origin-Embedder-Policy": "require-corp",
      ...htmlHeaders(locale),
      "X-Robots-Tag": "noindex",
    },
    body: () => site.render("pages/embed/show.njk", locale, presentEmbed(city, query, site)),
  };
}

const DEFAULT_LIMIT = 5;

function presentEmbed(city: City, query: EmbedQuery, site: Site) {
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
