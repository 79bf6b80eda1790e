import { embedPath } from "../addresses/paths.js";
import { presentEmbed } from "../events/embed.js";
import { embedQuery } from "../events/query.js";
import { htmlHeaders } from "../http/cache-control.js";
import { HttpError } from "../http/errors.js";
import { securityHeaders } from "../http/headers.js";
import { parseQuery } from "../http/query.js";
import type { FindResource } from "../http/resource.js";
import type { Site } from "../site.js";
import { defaultLocale } from "../text/locale.js";

/** The only page that other sites can show in a frame. */
export function embedController(site: Site): FindResource<{ city: string }> {
  // A page with this embedder policy frames only pages that have it too.
  const framable = { ...securityHeaders(site.config, "*"), "Cross-Origin-Embedder-Policy": "require-corp" };

  return (request) => {
    const query = parseQuery(request, embedQuery);
    const { locale = defaultLocale } = query;
    const city = site.library.cities.find(({ slug }) => slug === request.params.city);
    if (!city) throw new HttpError(404);
    return {
      address: embedPath(city.slug, query),
      isUncommon: query.limit !== undefined,
      headers: { ...framable, ...htmlHeaders(locale), "X-Robots-Tag": "noindex" },
      body: () => site.render("pages/embed/show.njk", locale, presentEmbed(city, query, site)),
    };
  };
}
