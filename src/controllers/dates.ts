import { eventQueryFor } from "../contracts/event-query.js";
import type { Occurrence } from "../domain/event.js";
import type { Locale } from "../domain/locale.js";
import { HttpError } from "../http/http-error.js";
import { parseQuery } from "../http/parse-query.js";
import type { FindResource, Resource } from "../http/resource.js";
import { datePresenter } from "../presenters/date.js";
import { dateListPresenter } from "../presenters/date-list.js";
import type { Services } from "../services.js";
import { datesQuery } from "../site/paths.js";
import { htmlHeaders, markdownHeaders } from "./headers.js";

/** The list of all dates, and a page for each date of the agenda. */
export function datesController(services: Services) {
  const { agenda, library, recordOf, render } = services;
  const { datePath, markdownDatePath, pathTo } = library.addresses;
  const { markdown, presentDate } = datePresenter(services);
  const presentList = dateListPresenter(services);
  const query = eventQueryFor(library.cities).pick({ concept: true, city: true });

  const withDate =
    (resourceOf: (occurrence: Occurrence, locale: Locale) => Resource) =>
    (locale: Locale): FindResource<{ id: string }> =>
    ({ params }) => {
      const occurrence = agenda.current().find(params.id);
      if (!occurrence) throw new HttpError(404);
      return resourceOf(occurrence, locale);
    };

  return {
    list:
      (locale: Locale): FindResource =>
      (request) => {
        const filter = parseQuery(request, query);
        if (filter.city && !library.cities.some(({ slug }) => slug === filter.city)) throw new HttpError(404);
        return {
          address: pathTo("dates", locale) + datesQuery(filter),
          headers: htmlHeaders(locale),
          body: () => render("pages/dates/index.njk", locale, presentList(filter, locale)),
        };
      },

    show: withDate((occurrence, locale) => ({
      address: datePath(occurrence.id, locale),
      ignoresQuery: true,
      headers: htmlHeaders(locale),
      body: () => render("pages/dates/show.njk", locale, presentDate(occurrence, locale)),
    })),

    markdown: withDate((occurrence, locale) => ({
      address: markdownDatePath(occurrence.id, locale),
      ignoresQuery: true,
      headers: markdownHeaders(locale, recordOf(occurrence, locale).url),
      body: () => markdown(occurrence, locale),
    })),
  };
}
