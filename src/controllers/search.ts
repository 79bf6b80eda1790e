import type { RequestHandler } from "express";
import { searchQuery } from "../search/query.js";
import type { Locale } from "../text/locale.js";
import { parseQuery } from "../http/parse-query.js";
import { limitRate } from "../http/limits.js";
import { searchPresenter } from "../presenters/search.js";
import type { Services } from "../services.js";

export function searchController(services: Services): (locale: Locale) => RequestHandler[] {
  const presentSearch = searchPresenter(services);
  const limit = limitRate({ name: "search", requests: 60 }, services.redis);

  return (locale) => [
    limit,
    async (request, response) => {
      response.set({ "Cache-Control": "no-store", "X-Robots-Tag": "noindex" });
      const model = await presentSearch(parseQuery(request, searchQuery).q, locale);
      const html = services.render("pages/search/show.njk", locale, model);
      response.status(model.problem ? 400 : 200).send(html);
    },
  ];
}
