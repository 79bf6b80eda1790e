import type { Request, RequestHandler } from "express";
import { MAX_BODY_BYTES, readSubmission } from "../contracts/submission.js";
import type { Locale } from "../domain/locale.js";
import { networkKey } from "../http/client-address.js";
import { errorBody, handleErrors } from "../http/errors.js";
import { HttpError } from "../http/http-error.js";
import { queryOf } from "../http/paths.js";
import { limitRate, unlessFlooding } from "../http/rate-limit.js";
import { rejectCrossSite, rejectWhileDraining, requireHttps } from "../http/request-checks.js";
import type { Resource } from "../http/resource.js";
import { markdownIfPreferred, serve } from "../http/serve.js";
import { FORM_MEDIA_TYPE, readRejectedText, readText } from "../http/text-body.js";
import { formPresenter } from "../presenters/form.js";
import { findLinkedEvent, type LinkedEvent, noEvent, UNKNOWN_ID } from "../presenters/form-event.js";
import type { Services } from "../services.js";
import { eventField } from "../site/form-fields.js";
import { type FormName, forms } from "../site/forms.js";
import { confirmationQuery, eventIdInQuery, isConfirmationQuery, type PageName } from "../site/paths.js";
import type { SubmissionStore } from "../storage/submissions.js";
import { submissionAcceptance } from "./accept-submission.js";
import { htmlHeaders } from "./headers.js";
import type { pagesController } from "./pages.js";

const messageKeys = {
  400: "forms:errors.notUtf8",
  413: "forms:errors.tooLarge",
  415: "forms:errors.contentType",
};

/** Contract §7: the page of a form, and what it sends. */
export function formsController(
  services: Services & { readonly submissions: SubmissionStore },
  pages: ReturnType<typeof pagesController>,
) {
  const { config, getFixedT, health, library, logger, redis, render, responseCache } = services;
  const { fieldsOf, presentConfirmation } = formPresenter(services);
  const accept = submissionAcceptance(services, services.submissions);
  const limits = limitRate({ name: "forms", requests: 5, messageKey: "forms:errors.rateLimit" }, redis);

  const confirmation = (page: PageName, locale: Locale, event: LinkedEvent): Resource => ({
    address: library.addresses.pathTo(page, locale) + confirmationQuery(event),
    headers: { ...htmlHeaders(locale), "Cache-Control": "no-store", "X-Robots-Tag": "noindex" },
    body: () => render("pages/form/sent.njk", locale, presentConfirmation(page, locale, event)),
  });

  /** The page for the event of its link, or the confirmation at `?sent`. */
  const show = (form: FormName, locale: Locale): RequestHandler => {
    const { page } = forms[form];
    return (request, response, next) => {
      const query = queryOf(request);
      const event = findLinkedEvent(services, page, locale, eventIdInQuery(query));
      const isConfirmation = isConfirmationQuery(query);
      if (event.kind === "elsewhere" && !isConfirmation) {
        const other = library.addresses.pathTo(event.page, locale);
        return response.set("Cache-Control", "no-store").redirect(`${other}${query}#form`);
      }
      const shown = () => pages.show(page, locale, event);
      const find = isConfirmation
        ? () => confirmation(page, locale, event)
        : markdownIfPreferred(responseCache, shown, () => pages.markdown(page, locale));
      return serve(responseCache, find)(request, response, next);
    };
  };

  const read = (form: FormName, locale: Locale, request: Request, text: string) => {
    const { page } = forms[form];
    const { fields, problems, suspected, values } = readSubmission(fieldsOf(forms[form], locale), text);
    const hasDateField = values.date !== undefined;
    const eventId = values.date || eventIdInQuery(queryOf(request));
    const found = findLinkedEvent(services, page, locale, eventId);
    // The form is not led away from what was typed: an event of another form cannot be chosen here.
    const linked = found.kind === "elsewhere" ? findLinkedEvent(services, page, locale, UNKNOWN_ID) : found;
    const event = hasDateField && linked.kind === "gone" ? noEvent : linked;
    const isOfOtherForm = !hasDateField && found.kind === "elsewhere";
    const unavailable = isOfOtherForm ? getFixedT(locale)("forms:event.unavailable") : undefined;
    const about = !hasDateField && event.kind === "open" ? { [eventField.name]: event.id } : {};
    return {
      state: { event, values, problems, error: event.kind === "gone" ? event.why : unavailable },
      submission: { form, locale, suspected, fields: { ...fields, ...about } },
    };
  };

  const submit = (form: FormName, locale: Locale) => {
    const { page } = forms[form];

    const create: RequestHandler = async (request, response) => {
      const { state, submission } = read(form, locale, request, request.body);
      response.set("Cache-Control", "no-store");
      if (state.problems.length > 0 || state.error)
        return void response.status(422).send(pages.render(page, locale, state));
      const failure = await accept(submission, networkKey(request.ip));
      if (failure) {
        response.set("Retry-After", failure === "limitReached" ? "3600" : "30");
        throw new HttpError(503, { messageKey: `forms:errors.${failure}` });
      }
      response.redirect(303, library.addresses.pathTo(page, locale) + confirmationQuery(state.event));
    };

    const renderError = handleErrors(logger, async (error, request, response) => {
      const { event, values } = read(form, locale, request, await readRejectedText(request, MAX_BODY_BYTES)).state;
      const state = { event, values, error: errorBody(error, getFixedT(locale)).error };
      response.set("Content-Language", locale).send(pages.render(page, locale, state));
    });

    // Requests are counted, and rejected once the server drains, before their body is read.
    return [
      ...limits,
      rejectWhileDraining(health, "forms:errors.restarting"),
      requireHttps(config.baseUrl),
      rejectCrossSite("forms:errors.crossSite", config.baseUrl),
      readText({ types: [FORM_MEDIA_TYPE], maxBytes: MAX_BODY_BYTES, messageKeys }),
      create,
      unlessFlooding(renderError),
    ];
  };

  return { show, submit };
}
