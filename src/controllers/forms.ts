import type { Request, RequestHandler } from "express";
import { MAX_BODY_BYTES, readSubmission } from "../contracts/submission.js";
import type { Locale } from "../domain/locale.js";
import { networkKey } from "../http/client-address.js";
import { errorBody, handleErrors } from "../http/errors.js";
import { HttpError } from "../http/http-error.js";
import { queryOf, redirect } from "../http/paths.js";
import { limitRate, unlessFlooding } from "../http/rate-limit.js";
import { rejectCrossSite, rejectWhileDraining, requireHttps } from "../http/request-checks.js";
import type { FindResource } from "../http/resource.js";
import { FORM_MEDIA_TYPE, readRejectedText, readText } from "../http/text-body.js";
import { type FormState, formPresenter } from "../presenters/form.js";
import type { FormServices } from "../services.js";
import { eventField } from "../site/form-fields.js";
import { type FormName, forms } from "../site/forms.js";
import { confirmationQuery, eventIdInQuery, isConfirmationQuery } from "../site/paths.js";
import { submissionAcceptance } from "./accept-submission.js";
import type { pagesController } from "./pages.js";

const messageKeys = {
  400: "forms:errors.notUtf8",
  413: "forms:errors.tooLarge",
  415: "forms:errors.contentType",
};

/** The form that a request is for, and the page that shows it. */
export interface FormPage {
  readonly form: FormName;
  readonly path: string;
  /** The date whose page it is. */
  readonly eventId?: string;
  /** Why nothing can be sent any more. */
  readonly closed?: string | undefined;
  readonly render: (state: FormState) => string;
}

/** Contract §7: the page of a form, and what it sends. */
export function formsController(services: FormServices, pages: ReturnType<typeof pagesController>) {
  const { agenda, config, getFixedT, health, library, logger, recordOf, redis } = services;
  const { fieldsOf } = formPresenter(services);
  const store = submissionAcceptance(services);
  const limits = limitRate({ name: "forms", requests: 5, messageKey: "forms:errors.rateLimit" }, redis);

  const read = ({ form, eventId, closed }: FormPage, locale: Locale, text: string) => {
    const date = new URLSearchParams(text).get("date") ?? undefined;
    const { fields, problems, suspected, values } = readSubmission(fieldsOf(forms[form], locale, date), text);
    const about = eventId === undefined ? {} : { [eventField.name]: eventId };
    return {
      state: { values, problems, error: closed },
      submission: { form, locale, suspected, fields: { ...fields, ...about } },
    };
  };

  const submit = <Params>(find: (request: Request<Params>) => FormPage, locale: Locale) => {
    const create: RequestHandler<Params> = async (request, response) => {
      const page = find(request);
      const { state, submission } = read(page, locale, request.body);
      response.set("Cache-Control", "no-store");
      if (state.problems.length > 0 || state.error) return void response.status(422).send(page.render(state));
      const failure = await store(submission, networkKey(request.ip));
      if (failure) {
        response.set("Retry-After", String(failure.retryAfterSeconds));
        throw new HttpError(503, { messageKey: failure.messageKey });
      }
      const chosen = agenda.current().find(state.values.date ?? "");
      response.redirect(303, page.path + confirmationQuery(chosen?.id));
    };

    const renderError = handleErrors(logger, async (error, request, response) => {
      const page = find(request as Request<Params>);
      const { values } = read(page, locale, await readRejectedText(request, MAX_BODY_BYTES)).state;
      const state = { values, error: errorBody(error, getFixedT(locale)).error };
      response.set("Content-Language", locale).send(page.render(state));
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

  /** A form on a page of its own. */
  const onPage = (form: FormName, locale: Locale) => {
    const { page } = forms[form];
    const path = library.addresses.pathTo(page, locale);
    const linkedDate = (request: Request) => agenda.current().find(eventIdInQuery(queryOf(request)) ?? "");

    /** A link with a date that cannot be chosen here leads to the page of the date. */
    const redirectToDate: RequestHandler = (request, response, next) => {
      const query = queryOf(request);
      const date = linkedDate(request);
      if (!date || isConfirmationQuery(query)) return next();
      const { path, signUp } = recordOf(date, locale);
      if (date.event.action === page && signUp === "open") return next();
      redirect(response, path + query.replaceAll(/(?<=[?&])event=[^&]*&?/gi, "").replace(/[?&]$/, ""));
    };

    /** The page with the date of its link chosen, or the confirmation at `?sent`. */
    const show: FindResource = (request) => {
      const linked = linkedDate(request);
      const date = linked?.event.action === page ? linked : undefined;
      if (isConfirmationQuery(queryOf(request))) return pages.confirmation(form, locale, date);
      return pages.showForm(page, locale, date?.id);
    };

    const formPage = { form, path, render: (state: FormState) => pages.render(page, locale, state) };
    return { redirectToDate, show, submit: submit(() => formPage, locale) };
  };

  return { onPage, submit };
}
