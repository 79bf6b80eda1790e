import type { Request, RequestHandler } from "express";
import { eventQueryFor } from "../contracts/event-query.js";
import { type Occurrence, takesPlace } from "../domain/event.js";
import type { Locale } from "../domain/locale.js";
import { HttpError } from "../http/http-error.js";
import { parseQuery } from "../http/parse-query.js";
import { queryOf } from "../http/paths.js";
import type { Resource } from "../http/resource.js";
import { datePresenter } from "../presenters/date.js";
import { dateFormPresenter } from "../presenters/date-form.js";
import { dateListPresenter } from "../presenters/date-list.js";
import type { Services } from "../services.js";
import { formOnDate } from "../site/forms.js";
import { datesQuery, isConfirmationQuery, markdownPathOf } from "../site/paths.js";
import type { FormPage } from "./forms.js";
import { htmlHeaders, markdownHeaders } from "./headers.js";
import type { pagesController } from "./pages.js";

type DateRequest = Request<{ id: string }>;

/** The list of all dates, and a page for each date of the agenda. */
export function datesController(services: Services, pages: ReturnType<typeof pagesController>, locale: Locale) {
  const { agenda, clock, library, recordOf, render, submissions } = services;
  const { datePath, pathTo } = library.addresses;
  const { markdown, presentDate } = datePresenter(services);
  const { whyClosed } = dateFormPresenter(services);
  const presentList = dateListPresenter(services);
  const query = eventQueryFor(library.cities).pick({ concept: true, city: true });

  const dateOf = ({ params }: DateRequest): Occurrence => {
    const occurrence = agenda.current().find(params.id);
    if (!occurrence) throw new HttpError(404);
    return occurrence;
  };

  return {
    list(request: Request): Resource {
      const filter = parseQuery(request, query);
      if (filter.city && !library.cities.some(({ slug }) => slug === filter.city)) throw new HttpError(404);
      return {
        address: pathTo("dates", locale) + datesQuery(filter),
        headers: htmlHeaders(locale),
        body: () => render("pages/dates/index.njk", locale, presentList(filter, locale)),
      };
    },

    /** The page, or the confirmation at `?sent`. */
    show(request: DateRequest): Resource {
      const occurrence = dateOf(request);
      const { action, audience } = occurrence.event;
      const isAhead = takesPlace(occurrence) && occurrence.ends > clock();
      if (submissions && action === "dates" && isAhead && isConfirmationQuery(queryOf(request)))
        return pages.confirmation(formOnDate(audience), locale, occurrence);
      return {
        address: datePath(occurrence.id, locale),
        headers: htmlHeaders(locale),
        body: () => render("pages/dates/show.njk", locale, presentDate(occurrence, locale)),
      };
    },

    /** A link that was shared leads to the date, because whoever opens it has not signed up. */
    redirectShared: ((request, response, next) => {
      const isShared = ["none", "cross-site"].includes(request.get("sec-fetch-site") ?? "");
      if (!isShared || !isConfirmationQuery(queryOf(request))) return next();
      response.set("Cache-Control", "no-store").redirect(303, request.path);
    }) as RequestHandler,

    form(request: DateRequest): FormPage {
      const occurrence = dateOf(request);
      return {
        form: formOnDate(occurrence.event.audience),
        path: datePath(occurrence.id, locale),
        eventId: occurrence.id,
        closed: whyClosed(occurrence, locale),
        render: (state) => render("pages/dates/show.njk", locale, presentDate(occurrence, locale, state)),
      };
    },

    markdown(request: DateRequest): Resource {
      const occurrence = dateOf(request);
      return {
        address: markdownPathOf(datePath(occurrence.id, locale)),
        ignoresQuery: true,
        headers: markdownHeaders(locale, recordOf(occurrence, locale).url),
        body: () => markdown(occurrence, locale),
      };
    },

    /** Before a form is counted and read. */
    requireDate: ((request, _response, next) => {
      dateOf(request);
      next();
    }) as RequestHandler<{ id: string }>,
  };
}
