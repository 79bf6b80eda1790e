import type { Request, RequestHandler } from "express";
import { type Occurrence, takesPlace } from "../domain/event.js";
import type { Locale } from "../domain/locale.js";
import { HttpError } from "../http/http-error.js";
import { queryOf, redirect } from "../http/paths.js";
import type { FindResource, Resource } from "../http/resource.js";
import { formPresenter } from "../presenters/form.js";
import { occurrenceFormPresenter } from "../presenters/occurrence-form.js";
import type { PageFinder } from "../presenters/page-finder.js";
import type { FormServices } from "../services.js";
import { type FormName, formOnDate, forms } from "../site/forms.js";
import { eventIdInQuery, isConfirmationQuery } from "../site/paths.js";
import { confirmationHeaders } from "./headers.js";
import type { PageResources } from "./pages.js";
import { formSubmission } from "./submit-form.js";

/** Contract §7: the pages that show a form, and the handlers of what it sends. */
export function formsController(services: FormServices, pages: PageFinder, resources: PageResources) {
  const { agenda, clock, recordOf, render } = services;
  const { presentConfirmation } = formPresenter(services);
  const { whyClosed } = occurrenceFormPresenter(services);
  const submit = formSubmission(services, resources);

  /** Without an address: a cached one would be shown before `redirectShared`. */
  const confirmation = (form: FormName, locale: Locale, occurrence?: Occurrence): Resource => ({
    headers: confirmationHeaders(locale),
    body: () => render("pages/form/sent.njk", locale, presentConfirmation(form, locale, occurrence)),
  });

  /** A form on a page of its own. */
  const onPage = (form: FormName, locale: Locale) => {
    const name = forms[form].page;
    const page = () => pages.namedPage(name, locale);
    const linkedOccurrence = (query: string) => agenda.current().occurrence(eventIdInQuery(query) ?? "");

    /** A link with a date that cannot be chosen here leads to the page of the date. */
    const redirectToOccurrence: RequestHandler = (request, response, next) => {
      const query = queryOf(request);
      const occurrence = linkedOccurrence(query);
      if (!occurrence || isConfirmationQuery(query)) return next();
      const { path, signUp } = recordOf(occurrence, locale);
      if (occurrence.event.action === name && signUp === "open") return next();
      redirect(response, path + query.replaceAll(/(?<=[?&])event=[^&]*&?/gi, "").replace(/[?&]$/, ""));
    };

    /** The page with the date of its link chosen, or the confirmation at `?sent`. */
    const show: FindResource = (request) => {
      const query = queryOf(request);
      const linked = linkedOccurrence(query);
      const chosen = linked?.event.action === name ? linked : undefined;
      if (isConfirmationQuery(query)) return confirmation(form, locale, chosen);
      return resources.html(page(), locale, chosen?.id);
    };

    return { redirectToOccurrence, show, submit: submit(locale, () => ({ form, page: page() })) };
  };

  /** The form on the page of each date. */
  const onDates = (locale: Locale) => {
    const findOccurrence = ({ params: { id } }: Request<{ id: string }>) => {
      const occurrence = agenda.current().occurrence(id);
      if (!occurrence) throw new HttpError(404);
      return { occurrence, page: pages.occurrencePage(id, locale)!, form: formOnDate(occurrence.event.audience) };
    };

    /** Before the form is counted and read. */
    const requireOccurrence: RequestHandler<{ id: string }> = (request, _response, next) => {
      findOccurrence(request);
      next();
    };

    /** A link that was shared leads to the date, because whoever opens it has not signed up. */
    const redirectShared: RequestHandler<{ id: string }> = (request, response, next) => {
      const isShared = ["none", "cross-site"].includes(request.get("sec-fetch-site") ?? "");
      if (!isShared || !isConfirmationQuery(queryOf(request))) return next();
      response.set("Cache-Control", "no-store").redirect(303, request.path);
    };

    /** The page, or the confirmation at `?sent`. */
    const show: FindResource<{ id: string }> = (request) => {
      const { occurrence, page, form } = findOccurrence(request);
      const isAhead = takesPlace(occurrence) && occurrence.ends > clock();
      const isSent = isAhead && occurrence.event.action === "dates" && isConfirmationQuery(queryOf(request));
      return isSent ? confirmation(form, locale, occurrence) : resources.html(page, locale);
    };

    const formPageOf = (request: Request<{ id: string }>) => {
      const { occurrence, page, form } = findOccurrence(request);
      return { page, form, eventId: occurrence.id, closed: whyClosed(occurrence, locale) };
    };

    return { requireOccurrence, redirectShared, show, submit: submit(locale, formPageOf) };
  };

  return { onPage, onDates };
}
