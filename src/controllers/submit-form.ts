import { type Request, type RequestHandler, Router } from "express";
import { confirmationQuery } from "../addresses/paths.js";
import type { Occurrence } from "../events/event.js";
import { submissionAcceptance } from "../forms/accept.js";
import { eventField } from "../forms/fields.js";
import { type FormName, forms } from "../forms/forms.js";
import { occurrenceFormPresenter } from "../forms/on-date.js";
import { formPresenter } from "../forms/present.js";
import { MAX_FORM_BYTES, readSubmission } from "../forms/read.js";
import { FORM_MEDIA_TYPE, readRejectedText, readText } from "../http/body.js";
import { rejectCrossSite, rejectWhileDraining, requireHttps } from "../http/checks.js";
import { errorBody, HttpError, handleErrors } from "../http/errors.js";
import { clientKey, limitRate, unlessFlooding } from "../http/limits.js";
import type { SitePage } from "../pages/links.js";
import type { StoringSite } from "../site.js";
import type { Locale } from "../text/locale.js";
import type { PageResources } from "./pages.js";

const messageKeys = {
  400: "forms:errors.notUtf8",
  413: "forms:errors.tooLarge",
  415: "forms:errors.contentType",
};

const limit = { name: "forms", requests: 5, messageKey: "forms:errors.rateLimit", skipUnavailable: true };

/** The form that a request is for, and the page that shows it in the visitor's language. */
interface FormPage {
  readonly form: FormName;
  readonly locale: Locale;
  readonly page: SitePage;
  /** The date whose page it is. */
  readonly occurrence?: Occurrence;
}

/** The handler of what a form sends: it is stored, or the page is shown again with what was typed. */
export function formSubmission(site: StoringSite, { render }: PageResources) {
  const { snapshot, config, getFixedT, health, logger, redis } = site;
  const { fieldsOf } = formPresenter(site);
  const { whyClosed } = occurrenceFormPresenter(site);
  const accept = submissionAcceptance(site);

  // Requests are counted, and rejected once the server drains, before their body is read.
  const readBody = Router().use(
    limitRate(limit, redis),
    rejectWhileDraining(health, "forms:errors.restarting"),
    requireHttps(config.baseUrl),
    rejectCrossSite("forms:errors.crossSite", config.baseUrl),
    readText({ types: [FORM_MEDIA_TYPE], maxBytes: MAX_FORM_BYTES, messageKeys }),
  );

  const handlersOf = ({ form, locale, page, occurrence }: FormPage) => {
    const readForm = (body: string) => readSubmission(fieldsOf(forms[form], locale), body);

    const create: RequestHandler = async (request, response) => {
      const { fields, problems, suspected, values } = readForm(request.body);
      const error = occurrence && whyClosed(occurrence, locale);
      response.set("Cache-Control", "no-store");
      if (problems.length > 0 || error)
        return void response.status(422).send(render(page, locale, { values, problems, error }));
      const about = occurrence ? { [eventField.name]: occurrence.id } : {};
      const submission = { form, locale, suspected, fields: { ...fields, ...about } };
      const refusal = await accept(submission, clientKey(request.ip));
      if (refusal) {
        response.set("Retry-After", String(refusal.retryAfterSeconds));
        throw new HttpError(503, { messageKey: refusal.messageKey });
      }
      const chosen = snapshot().agenda.occurrence(values.date ?? "");
      response.redirect(303, page.address + confirmationQuery(chosen?.id));
    };

    const renderError = handleErrors(logger, async (error, request, response) => {
      const { values } = readForm(await readRejectedText(request, MAX_FORM_BYTES));
      const state = { values, error: errorBody(error, getFixedT(locale)).error };
      response.set("Content-Language", locale).send(render(page, locale, state));
    });

    return Router().use(readBody, create, unlessFlooding(renderError));
  };

  return <Params>(findForm: (request: Request<Params>) => FormPage): RequestHandler<Params> =>
    (request, response, next) =>
      handlersOf(findForm(request))(request as Request, response, next);
}
