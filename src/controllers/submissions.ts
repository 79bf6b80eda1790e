import type { RequestHandler } from "express";
import { MAX_BODY_BYTES } from "../contracts/submission.js";
import type { Locale } from "../domain/locale.js";
import { networkKey } from "../http/client-address.js";
import { errorBody, handleErrors } from "../http/errors.js";
import { HttpError } from "../http/http-error.js";
import { queryOf } from "../http/paths.js";
import { limitRate, unlessFlooding } from "../http/rate-limit.js";
import { rejectCrossSite, rejectWhileDraining, requireHttps } from "../http/request-checks.js";
import { FORM_MEDIA_TYPE, readRejectedText, readText } from "../http/text-body.js";
import { formPresenter } from "../presenters/form.js";
import type { Services } from "../services.js";
import { confirmationQuery, eventIdInQuery } from "../site/form-queries.js";
import { type FormName, forms } from "../site/forms.js";
import { submissionInbox } from "../storage/submission-inbox.js";
import type { SubmissionStore } from "../storage/submissions.js";
import type { pagesController } from "./pages.js";

/** Contract §7; `showAgain` shows the form with errors. */
export function submissionsController(
  services: Services & { readonly submissions: SubmissionStore },
  showAgain: ReturnType<typeof pagesController>["showAgain"],
) {
  const { config, getFixedT, health, library, logger, redis } = services;
  const { read } = formPresenter(services);
  const store = submissionInbox(services);
  const limits = limitRate({ name: "forms", requests: 5, messageKey: "forms:errors.rateLimit" }, redis);
  const messageKeys = {
    400: "forms:errors.notUtf8",
    413: "forms:errors.tooLarge",
    415: "forms:errors.contentType",
  };

  const create = (form: FormName, locale: Locale): RequestHandler => {
    return async (request, response) => {
      const query = queryOf(request);
      const { errors, event, notice, fields, suspected, values } = read(form, locale, request.body, query);
      response.set("Cache-Control", "no-store");
      if (errors.length > 0 || notice) {
        const state = { errors, event, values, ...(notice && { notice, error: notice.why }) };
        return void response.status(422).send(showAgain(forms[form].page, locale, eventIdInQuery(query), state));
      }
      const failure = await store({ form, locale, suspected, fields }, networkKey(request.ip));
      if (failure) {
        response.set("Retry-After", failure === "limitReached" ? "3600" : "30");
        throw new HttpError(503, { messageKey: `forms:errors.${failure}` });
      }
      response.redirect(303, library.addresses.pathTo(forms[form].page, locale) + confirmationQuery(event));
    };
  };

  const renderErrors = (form: FormName, locale: Locale) =>
    handleErrors(logger, async (error, request, response) => {
      const text = await readRejectedText(request, MAX_BODY_BYTES);
      const query = queryOf(request);
      const { event, values } = read(form, locale, text, query);
      const state = { event, values, error: errorBody(error, getFixedT(locale)).error };
      response.set("Content-Language", locale).send(showAgain(forms[form].page, locale, eventIdInQuery(query), state));
    });

  // Requests are counted, and rejected once the server drains, before their body is read.
  return (form: FormName, locale: Locale) => [
    ...limits,
    rejectWhileDraining(health, "forms:errors.restarting"),
    requireHttps(config.baseUrl),
    rejectCrossSite("forms:errors.crossSite", config.baseUrl),
    readText({ types: [FORM_MEDIA_TYPE], maxBytes: MAX_BODY_BYTES, messageKeys }),
    create(form, locale),
    unlessFlooding(renderErrors(form, locale)),
  ];
}
