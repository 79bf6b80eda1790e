import type { ErrorRequestHandler, RequestHandler } from "express";
import { MAX_BYTES } from "../contracts/submission.js";
import type { Locale } from "../domain/locale.js";
import { networkKey } from "../http/client-address.js";
import { errorBody, HttpError, handleErrors } from "../http/errors.js";
import { queryOf } from "../http/paths.js";
import { isFlooding, limitRate } from "../http/rate-limit.js";
import { rejectCrossSite, rejectWhileDraining } from "../http/request-checks.js";
import { FORM, readText, textOfRefused } from "../http/text-body.js";
import { formPresenter } from "../presenters/form.js";
import type { Services } from "../services.js";
import { eventField } from "../site/form-fields.js";
import { confirmationQuery, eventIdInQuery } from "../site/form-queries.js";
import { type FormName, forms } from "../site/forms.js";
import { submissionInbox } from "../storage/submission-inbox.js";
import type { RenderPage } from "./pages.js";

const RETRY_AFTER_SECONDS = "30";

/** Forms that visitors send to the address of their page (contract §7). `renderPage` shows the form again with errors. */
export function submissionsController(services: Services & { readonly submissions: object }) {
  const { config, getFixedT, health, library, logger, redis } = services;
  const { read } = formPresenter(services);
  const store = submissionInbox(services);
  const limits = limitRate({ name: "forms", requests: 5, seconds: 60, messageKey: "forms:errors.rateLimit" }, redis);
  const body = { maxBytes: MAX_BYTES, otherType: "forms:errors.contentType", tooLarge: "forms:errors.tooLarge" };

  const create = (form: FormName, locale: Locale, renderPage: RenderPage): RequestHandler => {
    return async (request, response) => {
      const { suspected, ...state } = read(form, locale, request.body, eventIdInQuery(queryOf(request)));
      const { event, values, errors } = state;
      response.set("Cache-Control", "no-store");
      if (errors.length > 0) {
        const { value } = await renderPage(request, response, state);
        return void response.status(422).send(value);
      }
      const fields = event && values.date === undefined ? { ...values, [eventField.name]: event.id } : values;
      if (!(await store({ form, locale, suspected, fields }, networkKey(request.ip)))) {
        response.set("Retry-After", RETRY_AFTER_SECONDS);
        throw new HttpError(503, { messageKey: { key: "forms:errors.storageUnavailable" } });
      }
      response.redirect(303, library.addresses.pathTo(forms[form].page, locale) + confirmationQuery(event));
    };
  };

  /** Shows errors in the form, with what was typed. */
  const renderErrors = (form: FormName, locale: Locale, renderPage: RenderPage): ErrorRequestHandler => {
    const render = handleErrors(logger, async (error, request, response) => {
      const text = await textOfRefused(request, MAX_BYTES);
      const { event, values } = read(form, locale, text, eventIdInQuery(queryOf(request)));
      const state = { event, values, error: errorBody(error, getFixedT(locale)).error };
      response.send((await renderPage(request, response, state)).value);
    });
    return (error, request, response, next) =>
      isFlooding(request) ? next(error) : render(error, request, response, next);
  };

  /** The rate limit counts a request before its body is read. */
  return (form: FormName, locale: Locale, renderPage: RenderPage) => [
    ...limits,
    rejectCrossSite("forms:errors.crossSite", config.baseUrl),
    readText({ types: [FORM], ...body }),
    rejectWhileDraining(health, "forms:errors.restarting"),
    create(form, locale, renderPage),
    renderErrors(form, locale, renderPage),
  ];
}
