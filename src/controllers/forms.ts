import type { Request, RequestHandler } from "express";
import { eventIdInQuery, isConfirmationQuery, withoutEventId } from "../addresses/paths.js";
import { type Occurrence, takesPlace } from "../events/event.js";
import { type FormName, formOnDate, forms } from "../forms/forms.js";
import { formPresenter } from "../forms/present.js";
import { confirmationHeaders } from "../http/cache-control.js";
import { HttpError } from "../http/errors.js";
import { queryOf, redirect } from "../http/paths.js";
import type { FindResource, Resource } from "../http/resource.js";
import type { PageFinder } from "../pages/find.js";
import type { StoringSite } from "../site.js";
import type { Locale } from "../text/locale.js";
import type { PageResources } from "./pages.js";
import { formSubmission } from "./submit-form.js";

/** The handlers of a page with a form: `redirectLink` comes before `show`, and `submit` answers POST. */
export interface FormHandlers<Params> {
  readonly redirectLink: RequestHandler<Params>;
  readonly show: FindResource<Params>;
  readonly submit: RequestHandler<Params>;
}

/** Contract §7. */
export function formsController(site: StoringSite, pages: PageFinder, resources: PageResources) {
  const { snapshot, clock, recordOf, render } = site;
  const { presentConfirmation } = formPresenter(site);
  const submit = formSubmission(site, resources);

  /** Cached under no address, where it would be found before `redirectLink`. */
  const confirmation = (form: FormName, locale: Locale, occurrence?: Occurrence): Resource => ({
    address: `sent ${form} ${locale} ${occurrence?.id}`,
    headers: confirmationHeaders(locale),
    body: () => render("pages/form/sent.njk", locale, presentConfirmation(form, locale, occurrence)),
  });

  /** A form on a page of its own. */
  const onPage = (form: FormName, locale: Locale): FormHandlers<object> => {
    const name = forms[form].page;
    const linkedOccurrence = (query: string) => snapshot().agenda.occurrence(eventIdInQuery(query) ?? "");

    return {
      /** A link with a date that cannot be chosen here leads to the page of the date. */
      redirectLink(request, response, next) {
        const query = queryOf(request);
        const occurrence = linkedOccurrence(query);
        if (!occurrence || isConfirmationQuery(query)) return next();
        const { path, signUp } = recordOf(occurrence, locale);
        if (occurrence.event.action === name && signUp === "open") return next();
        redirect(response, path + withoutEventId(query));
      },

      /** The page with the date of its link chosen, or the confirmation at `?sent`. */
      show(request) {
        const query = queryOf(request);
        const linked = linkedOccurrence(query);
        const chosen = linked?.event.action === name ? linked : undefined;
        if (isConfirmationQuery(query)) return confirmation(form, locale, chosen);
        return resources.html(pages.namedPage(name, locale), locale, chosen?.id);
      },

      submit: submit(() => ({ form, locale, page: pages.namedPage(name, locale) })),
    };
  };

  /** The form on the page of each date. */
  const onDates = (locale: Locale): FormHandlers<{ id: string }> => {
    const findForm = ({ params: { id } }: Request<{ id: string }>) => {
      const occurrence = snapshot().agenda.occurrence(id);
      const page = pages.occurrencePage(id, locale);
      if (!occurrence || !page) throw new HttpError(404);
      return { form: formOnDate(occurrence.event.audience), locale, occurrence, page };
    };

    return {
      /** A link that was shared leads to the date, because whoever opens it has not signed up. */
      redirectLink(request, response, next) {
        const isShared = ["none", "cross-site"].includes(request.get("sec-fetch-site") ?? "");
        if (!isShared || !isConfirmationQuery(queryOf(request))) return next();
        response.set("Cache-Control", "no-store").redirect(303, request.path);
      },

      /** The page, or the confirmation at `?sent`. */
      show(request) {
        const { form, occurrence, page } = findForm(request);
        const isAhead = takesPlace(occurrence) && occurrence.ends > clock();
        const isSent = isAhead && occurrence.event.action === "dates" && isConfirmationQuery(queryOf(request));
        return isSent ? confirmation(form, locale, occurrence) : resources.html(page, locale);
      },

      submit: submit(findForm),
    };
  };

  return { onPage, onDates };
}
