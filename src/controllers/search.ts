import type { Request, RequestHandler, Response } from "express";
import { searchQuery } from "../contracts/search-query.js";
import { neverExpires } from "../domain/expiring.js";
import type { Locale } from "../domain/locale.js";
import { openSearchDescription } from "../formats/opensearch.js";
import type { BodyHandler } from "../http/cache-response.js";
import { parseQuery } from "../http/parse-query.js";
import { limitRate } from "../http/rate-limit.js";
import { renderView } from "../http/render-view.js";
import { searchPresenter } from "../presenters/search.js";
import type { Services } from "../services.js";
import { openSearchPath, searchPath } from "../site/paths.js";

const rate = { name: "search", requests: 60, seconds: 60, messageKey: "errors:tooMany.message" };

/** Works without scripts; excluded from search engines. */
export function searchController(
  services: Pick<Services, "assets" | "clock" | "config" | "getFixedT" | "knowledge" | "library" | "records" | "redis">,
) {
  const { assets, getFixedT, library, redis } = services;
  const { baseUrl } = services.config;
  const present = searchPresenter(services);
  const limits = limitRate(rate, redis);

  return {
    show(locale: Locale): RequestHandler[] {
      const show = async (request: Request, response: Response): Promise<void> => {
        response.set({ "Cache-Control": "no-store", "X-Robots-Tag": "noindex" });
        const model = await present(parseQuery(request, searchQuery).q, locale);
        const html = await renderView(response, "pages/search/show.njk", model);
        response.status(model.problem ? 400 : 200).send(html);
      };
      return [...limits, show];
    },

    describe:
      (locale: Locale): BodyHandler =>
      (_request, response) => {
        response.type("application/opensearchdescription+xml").set("Content-Language", locale);
        const { name } = library.organisation;
        return neverExpires(
          openSearchDescription({
            name,
            description: getFixedT(locale)("site:search.description", { name }),
            locale,
            icon: baseUrl + assets.address("/favicon.ico"),
            searchUrl: baseUrl + searchPath(locale),
            url: baseUrl + openSearchPath(locale),
          }),
        );
      },
  };
}
