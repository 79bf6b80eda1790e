import { embedPath } from "../addresses/paths.js";
import { embedQuery } from "../events/query.js";
import { HttpError } from "../http/errors.js";
import { securityHeaders } from "../http/headers.js";
import { parseQuery } from "../http/query.js";
import type { FindResource } from "../http/resource.js";
import { presentEmbed } from "../presenters/embed.js";
import type { Services } from "../services.js";
import { defaultLocale } from "../text/locale.js";
import { htmlHeaders } from "./headers.js";

/** The only page that other sites can show in a frame. */
export function embedController(services: Services): FindResource<{ city: string }> {
  // A page with this embedder policy frames only pages that have it too.
  const framable = { ...securityHeaders(services.config, "*"), "Cross-Origin-Embedder-Policy": "require-corp" };

  return (request) => {
    const query = parseQuery(request, embedQuery);
    const { locale = defaultLocale } = query;
    const city = services.library.cities.find(({ slug }) => slug === request.params.city);
    if (!city) throw new HttpError(404);
    return {
      address: embedPath(city.slug, query),
      isUncommon: query.limit !== undefined,
      headers: { ...framable, ...htmlHeaders(locale), "X-Robots-Tag": "noindex" },
      body: () => services.render("pages/embed/show.njk", locale, presentEmbed(city, query, services)),
    };
  };
}
