import type { Request } from "express";
import * as z from "zod";
import type { City } from "../addresses/cities.js";
import { conceptCodes, conceptOfCode, pageQuery } from "../addresses/pages.js";
import { embedPath } from "../addresses/paths.js";
import { eventQuery } from "../events/api.js";
import { eventRow } from "../events/board.js";
import type { Resource } from "../http/cache.js";
import { cacheControl, corsTextHeaders, securityHeaders } from "../http/headers.js";
import { oneOf, parseQuery } from "../http/query.js";
import type { Site } from "../site.js";
import { defaultLocale, localeOfTag } from "../text/locale.js";
import { findCity } from "./events.js";

/** Written by hand, so it takes any case and any tag of a language; an unknown language is as none. */
const embedQuery = z
  .object({
    concept: z.string().toUpperCase().pipe(oneOf(conceptCodes)),
    limit: eventQuery.shape.limit,
    locale: z.string().transform(localeOfTag),
    theme: oneOf(["light", "dark"]),
  })
  .partial();

/** The only page that other sites can show in a frame. */
export function frame(request: Request, site: Site): Resource {
  const query = parseQuery(request, embedQuery);
  const city = findCity(request, site);
  const { locale = defaultLocale } = query;
  return {
    key: embedPath(city.slug, query),
    isUncommon: query.limit !== undefined,
    headers: {
      ...securityHeaders(site.config, "*"),
      // A page with this embedder policy frames only pages that have it too.
      "Cross-Origin-Embedder-Policy": "require-corp",
      ...corsTextHeaders("text/html", locale, cacheControl.pages),
      "X-Robots-Tag": "noindex",
    },
    body: () => site.render("pages/embed/show.njk", locale, presentEmbed(city, query, site)),
  };
}

const DEFAULT_LIMIT = 5;

function presentEmbed(city: City, query: z.infer<typeof embedQuery>, site: Site) {
  const { clock, getFixedT, library, snapshot } = site;
  const { concept, limit = DEFAULT_LIMIT, locale = defaultLocale, theme } = query;
  const { name } = concept ? conceptOfCode(concept) : library.organisation;
  const filter = { city: city.slug, concept, locale: query.locale };
  const events = snapshot().agenda.comingYear(filter, clock()).slice(0, limit);
  return {
    /** With both, the browser chooses. */
    colorScheme: theme ?? "light dark",
    heading: getFixedT(locale)("events:calendar.name", { name, city: city.names[locale] }),
    datesPath: library.pathTo("dates", locale) + pageQuery({ concept, city: city.slug }),
    rows: events.map((occurrence) => eventRow(occurrence, locale, site)),
  };
}
