import type { RequestHandler } from "express";
import { parseQuery } from "../http/query.js";
import { searchQuery, searchResults } from "../search/results.js";
import type { Site } from "../site.js";
import type { Locale } from "../text/locale.js";

export function show(locale: Locale, site: Site): RequestHandler {
  return async (request, response) => {
    response.set({ "Cache-Control": "no-store", "X-Robots-Tag": "noindex" });
    const model = await searchResults(parseQuery(request, searchQuery).q, locale, site);
    const html = site.render("pages/search/show.njk", locale, model);
    response.status(model.problem ? 400 : 200).send(html);
  };
}
