import type { Request, RequestHandler, Response } from "express";
import { MAX_BYTES, readSubmission, type Values } from "../contracts/submission.js";
import { fixedWindowLimiter } from "../domain/fixed-window-limiter.js";
import { type Locale, locales } from "../domain/locale.js";
import { createMailDelay } from "../domain/mail-delay.js";
import { networkKey } from "../http/client-address.js";
import { HttpError, type RenderWithErrors } from "../http/errors.js";
import { queryOf } from "../http/paths.js";
import { limitRate } from "../http/rate-limit.js";
import { rejectCrossSite, rejectWhileDraining } from "../http/request-checks.js";
import { FORM, readText, textOfRefused } from "../http/text-body.js";
import type { Filled, FormViews } from "../presenters/form.js";
import type { FormEvents } from "../presenters/form-event.js";
import type { Services } from "../services.js";
import { eventField, type Field } from "../site/form-fields.js";
import { confirmationQuery, eventIdInQuery, isConfirmationQuery } from "../site/form-queries.js";
import { type Form, type FormName, forms } from "../site/forms.js";
import { parentOf, themeOf } from "../site/paths.js";
import { errorCode } from "../storage/errors.js";
import type { SubmissionStore } from "../storage/submissions.js";
import { rendered } from "./rendered.js";

const RETRY_AFTER_SECONDS = "30";
const MINUTE_MS = 60_000;

type Dependencies = Pick<
  Services,
  "clock" | "config" | "formLimits" | "health" | "library" | "logger" | "outbox" | "redis"
> & {
  readonly formEvents: FormEvents;
  readonly formViews: FormViews;
  readonly submissions: SubmissionStore;
};

/** What people send by forms (contract §7). A form is sent to the address of its page, and shown again by `page`. */
export function submissionsController(uses: Dependencies) {
  const { clock, config, formEvents, formLimits, formViews, health, library, logger, outbox, redis, submissions } =
    uses;
  const { addresses } = library;
  const limits = limitRate({ name: "forms", requests: 5, seconds: 60, messageKey: "forms:errors.rateLimit" }, redis);
  const { submissionsPerMinute } = formLimits;
  const kept = fixedWindowLimiter(submissionsPerMinute, MINUTE_MS, clock, () =>
    logger.warn({ submissionsPerMinute }, "Form limit reached: further submissions are rejected until the next minute"),
  );
  const mailDelay = createMailDelay(clock);
  const body = { maxBytes: MAX_BYTES, otherType: "forms:errors.contentType", tooLarge: "forms:errors.tooLarge" };
  const read = (name: FormName, locale: Locale, text: string) => {
    const { fields }: Form = forms[name];
    return readSubmission(fields, text, (field: Field) =>
      formViews.optionsOf(forms[name], field, locale).map(({ value }) => value),
    );
  };
  /** The event that what was sent is about: the date that was chosen, else the one that the form was filled in for. */
  const eventOf = (name: FormName, locale: Locale, values: Values, request: Request) =>
    formEvents.eventOf(forms[name].page, locale, values.date || eventIdInQuery(queryOf(request)));
  const away = (response: Response) => {
    response.set("Retry-After", RETRY_AFTER_SECONDS);
    return new HttpError(503, { messageKey: { key: "forms:errors.storageUnavailable" } });
  };
  const fillIn = (response: Response, filled: Filled) => {
    response.locals.filled = filled;
    response.set("Cache-Control", "no-store");
  };

  /** Errors from here on are shown in the form, with what was typed. The rate limit undoes that for clients that flood. */
  const renderErrorsInForm = (name: FormName, locale: Locale, page: RequestHandler): RequestHandler => {
    return (request, response, next) => {
      const renderWithErrors: RenderWithErrors = async (inWords) => {
        const { values } = read(name, locale, await textOfRefused(request, MAX_BYTES));
        const event = eventOf(name, locale, values, request);
        fillIn(response, { event, values, refused: inWords(locale).error });
        await page(request, response, next);
      };
      response.locals.renderWithErrors = renderWithErrors;
      next();
    };
  };

  const keep = (name: FormName, locale: Locale, page: RequestHandler): RequestHandler => {
    return async (request, response, next) => {
      const { values, suspected, problems } = read(name, locale, request.body);
      const event = eventOf(name, locale, values, request);
      if (problems.length > 0) {
        response.status(422);
        fillIn(response, { event, values, problems });
        return page(request, response, next);
      }
      if (!kept.take()) throw away(response);
      try {
        const isMailed = outbox !== undefined && !suspected;
        const fields = event && values.date === undefined ? { ...values, [eventField.name]: event.id } : values;
        const delayMs = isMailed ? mailDelay(networkKey(request.ip)) : 0;
        await submissions.add({ form: name, locale, suspected, fields }, isMailed, delayMs);
      } catch (error) {
        logger.error({ reason: errorCode(error) }, "Could not store a submission");
        throw away(response);
      }
      outbox?.wake();
      const path = addresses.pathTo(forms[name].page, locale);
      response.set("Cache-Control", "no-store").redirect(303, path + confirmationQuery(event));
    };
  };

  return {
    /** In the order in which a request meets them: it is counted before its body is read. */
    create: (name: FormName, locale: Locale, page: RequestHandler): RequestHandler[] => [
      renderErrorsInForm(name, locale, page),
      ...limits,
      rejectCrossSite("forms:errors.crossSite", config.baseUrl),
      readText({ types: [FORM], ...body }),
      rejectWhileDraining(health, "forms:errors.restarting"),
      keep(name, locale, page),
    ],

    /** What who has sent it sees, and nobody finds by searching. */
    showSent: (name: FormName, locale: Locale): RequestHandler => {
      const made = new Map<string, string>(); // by its query, the same for everybody
      return async (request, response, next) => {
        const { page } = forms[name];
        if (!isConfirmationQuery(queryOf(request))) return next();
        response.set({ "Cache-Control": "no-store", "X-Robots-Tag": "noindex" });
        const event = formEvents.eventOf(page, locale, eventIdInQuery(queryOf(request)));
        const query = confirmationQuery(event);
        const html =
          made.get(query) ??
          (await rendered(response, "pages/form/sent.njk", {
            event,
            page: library.page(page, locale),
            path: addresses.pathTo(page, locale),
            room: themeOf(page),
            within: themeOf(page),
            above: new Set([parentOf(page), themeOf(page)]),
            alternates: locales.map((other) => ({ locale: other, path: addresses.pathTo(page, other) + query })),
          }));
        made.set(query, html);
        response.type("html").send(html);
      };
    },
  };
}
