import type { Request, RequestHandler } from "express";
import { eventQueryFor } from "../contracts/event-query.js";
import type { Occurrence } from "../domain/event.js";
import type { Locale } from "../domain/locale.js";
import { HttpError } from "../http/http-error.js";
import { parseQuery } from "../http/parse-query.js";
import { queryOf } from "../http/paths.js";
import type { FindResource, Resource } from "../http/resource.js";
import { datePresenter } from "../presenters/date.js";
import { dateFormPresenter } from "../presenters/date-form.js";
import { dateListPresenter } from "../presenters/date-list.js";
import type { Services } from "../services.js";
import { formOnDate } from "../site/forms.js";
import { confirmationQuery, datesQuery, isConfirmationQuery } from "../site/paths.js";
import type { FormPage } from "./forms.js";
import { confirmationHeaders, htmlHeaders, markdownHeaders } from "./headers.js";

/** The list of all dates, and a page for each date of the agenda. */
export function datesController(services: Services) {
  const { agenda, library, recordOf, render, submissions } = services;
  const { datePath, markdownDatePath, pathTo } = library.addresses;
  const { markdown, presentDate } = datePresenter(services);
  const { presentSent, whyClosed } = dateFormPresenter(services);
  const presentList = dateListPresenter(services);
  const query = eventQueryFor(library.cities).pick({ concept: true, city: true });

  const withDate =
    <Found>(found: (occurrence: Occurrence, locale: Locale, query: string) => Found) =>
    (locale: Locale) =>
    (request: Request<{ id: string }>): Found => {
      const occurrence = agenda.current().find(request.params.id);
      if (!occurrence) throw new HttpError(404);
      return found(occurrence, locale, queryOf(request));
    };

  const confirmation = (occurrence: Occurrence, locale: Locale): Resource => ({
    address: datePath(occurrence.id, locale) + confirmationQuery(),
    headers: confirmationHeaders(locale),
    body: () => render("pages/form/sent.njk", locale, presentSent(occurrence, locale)),
  });

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

    /** The page, or the confirmation at `?sent`. */
    show: withDate((occurrence, locale, query) => {
      if (submissions && occurrence.event.action === "dates" && isConfirmationQuery(query))
        return confirmation(occurrence, locale);
      return {
        address: datePath(occurrence.id, locale),
        headers: htmlHeaders(locale),
        body: () => render("pages/dates/show.njk", locale, presentDate(occurrence, locale)),
      };
    }),

    /** An unknown date gets the 404 of the router. */
    ifKnown: ((request, _response, next) =>
      next(agenda.current().find(request.params.id) ? undefined : "route")) as RequestHandler<{ id: string }>,

    form: withDate(
      (occurrence, locale): FormPage => ({
        form: formOnDate(occurrence.event.audience),
        path: datePath(occurrence.id, locale),
        eventId: occurrence.id,
        closed: whyClosed(occurrence, locale),
        render: (state) => render("pages/dates/show.njk", locale, presentDate(occurrence, locale, state)),
      }),
    ),

    markdown: withDate((occurrence, locale) => ({
      address: markdownDatePath(occurrence.id, locale),
      ignoresQuery: true,
      headers: markdownHeaders(locale, recordOf(occurrence, locale).url),
      body: () => markdown(occurrence, locale),
    })),
  };
}
