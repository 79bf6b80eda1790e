import type { Request } from "express";
import { embedQuery } from "../contracts/event-query.js";
import { readQuery } from "../contracts/query.js";
import type { BodyHandler } from "../http/cache-response.js";
import { HttpError } from "../http/http-error.js";
import { parseQuery } from "../http/parse-query.js";
import { queryOf } from "../http/paths.js";
import { renderView } from "../http/render-view.js";
import { securityHeaders } from "../http/security-headers.js";
import { presentEmbed } from "../presenters/embed.js";
import type { Services } from "../services.js";
import { embedPath } from "../site/paths.js";

type CityRequest = Request<{ city: string }>;

/** The only page that other sites can show in a frame. */
export function embedController(
  services: Pick<Services, "agenda" | "clock" | "config" | "getFixedT" | "library" | "records">,
) {
  const { cities } = services.library;
  const cityOf = ({ params }: CityRequest) => cities.find(({ slug }) => slug === params.city);
  const framable = securityHeaders(services.config, "*");

  const show: BodyHandler<{ city: string }> = async (request, response) => {
    const query = parseQuery(request, embedQuery);
    const city = cityOf(request);
    if (!city) throw new HttpError(404);
    const { value, validUntil } = presentEmbed(city, query, services);
    response.set({ ...framable, "Content-Language": value.language, "X-Robots-Tag": "noindex" });
    return { value: await renderView(response, "pages/embed/show.njk", value), validUntil };
  };

  /** Undefined if the city or the query is invalid, or has a limit, so that requests cannot make the cache grow. */
  const addressOf = (request: CityRequest) => {
    const [city, query] = [cityOf(request), readQuery(queryOf(request), embedQuery)];
    return city && query.ok && query.data.limit === undefined ? embedPath(city.slug, query.data) : undefined;
  };

  return { show, addressOf };
}
