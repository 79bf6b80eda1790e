import type { RequestHandler } from "express";
import { limitRate } from "../http/limits.js";
import { parseQuery } from "../http/query.js";
import { searchPresenter } from "../presenters/search.js";
import { searchQuery } from "../search/query.js";
import type { Services } from "../services.js";
import type { Locale } from "../text/locale.js";

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
