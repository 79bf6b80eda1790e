import type { RequestHandler } from "express";
import { limitRate } from "../http/limits.js";
import { parseQuery } from "../http/query.js";
import { searchQuery } from "../search/query.js";
import { searchResults } from "../search/results.js";
import type { Site } from "../site.js";
import type { Locale } from "../text/locale.js";

export function searchController(site: Site): (locale: Locale) => RequestHandler[] {
  const limit = limitRate({ name: "search", requests: 60 }, site.redis);

  return (locale) => [
    limit,
    async (request, response) => {
      response.set({ "Cache-Control": "no-store", "X-Robots-Tag": "noindex" });
      const model = await searchResults(parseQuery(request, searchQuery).q, locale, site);
      const html = site.render("pages/search/show.njk", locale, model);
      response.status(model.problem ? 400 : 200).send(html);
    },
  ];
}
