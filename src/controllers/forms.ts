import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import type { FormName } from "../addresses/forms.js";
import {
  confirmationQuery,
  EVENT_QUERY,
  eventIdInQuery,
  isConfirmationQuery,
  WITHDRAWAL_QUERY,
  withoutEventId,
} from "../addresses/paths.js";
import { type Occurrence, takesPlace } from "../events/event.js";
import { recordOf } from "../events/record.js";
import { eventField, isAboutWithdrawal } from "../forms/forms.js";
import { fieldsOf, presentConfirmation, type Sent, whyClosed } from "../forms/present.js";
import { MAX_FORM_BYTES, readSubmission } from "../forms/read.js";
import { FORM_MEDIA_TYPE, readRejectedText, readText } from "../http/body.js";
import type { Resource } from "../http/cache.js";
import { rejectCrossSite, rejectWhileDraining, requireHttps } from "../http/checks.js";
import { errorBody, HttpError, handleErrors } from "../http/errors.js";
import { confirmationHeaders, htmlHeaders } from "../http/headers.js";
import { clientKey, unlessFlooding } from "../http/limits.js";
import { queryOf, redirect } from "../http/paths.js";
import { formAt, type PageRef, summaryOf } from "../pages/find.js";
import { htmlOf } from "../pages/render.js";
import type { Site } from "../site.js";
import type { Locale } from "../text/locale.js";
import * as pages from "./pages.js";

/** A page that can have a form: the form's link can choose a date, or lead to the page of a date instead. */
export async function show(page: PageRef, request: Request, response: Response, site: Site): Promise<void> {
  const form = formAt(page, site);
  if (!form) return pages.show(page, request, response, site);
  if (redirectLink(page, request, response, site)) return;
  await pages.sendPreferred(html(form, page, request, site), page, request, response, site);
}

/** Returns whether it did. */
function redirectLink(page: PageRef, request: Request, response: Response, site: Site): boolean {
  const query = queryOf(request);
  if (page.kind === "date") {
    // A visitor who opens a shared confirmation has not signed up.
    const isShared = ["none", "cross-site"].includes(request.get("sec-fetch-site") ?? "");
    if (!isShared || !isConfirmationQuery(query)) return false;
    response.set("Cache-Control", "no-store").redirect(303, request.path);
    return true;
  }
  const date = linkedDate(query, site);
  if (!date || isConfirmationQuery(query)) return false;
  const { path, signUp } = recordOf(date, page.locale, site);
  if (canChoose(page, date) && signUp === "open") return false;
  redirect(response, path + withoutEventId(query));
  return true;
}

const linkedDate = (query: string, { snapshot }: Site) => snapshot().agenda.occurrence(eventIdInQuery(query) ?? "");

const canChoose = (page: PageRef, { event }: Occurrence) => page.kind === "page" && event.action === page.name;

/** The page with its form, where the date of the link is chosen; or the confirmation at `?sent`. */
function html(form: FormName, page: PageRef, request: Request, site: Site): Resource {
  const query = queryOf(request);
  const isSent = isConfirmationQuery(query);
  const { path } = summaryOf(page, site);
  const empty = { address: path, headers: htmlHeaders(page.locale), body: () => htmlOf(page, site) };
  if (page.kind === "date") {
    const { occurrence } = page;
    const isAhead = takesPlace(occurrence) && occurrence.ends > site.clock();
    if (!isSent || !isAhead || occurrence.event.action !== "dates") return empty;
    return confirmation({ form, occurrence, isWithdrawal: false }, page.locale, site);
  }
  const linked = linkedDate(query, site);
  const chosen = linked && canChoose(page, linked) ? linked : undefined;
  const isWithdrawal = query === WITHDRAWAL_QUERY;
  if (isWithdrawal && page.kind === "page" && page.name !== "contact") return empty;
  if (isSent) return confirmation({ form, occurrence: chosen, isWithdrawal }, page.locale, site);
  if (!chosen) return empty;
  const body = () => htmlOf(page, site, { values: { date: chosen.id } });
  return { ...empty, address: path + EVENT_QUERY + chosen.id, body };
}

/** Cached under no address, where it would be found before `redirectLink`. */
function confirmation(sent: Sent, locale: Locale, site: Site): Resource {
  return {
    address: `sent ${sent.form} ${locale} ${sent.occurrence?.id} ${sent.isWithdrawal}`,
    headers: confirmationHeaders(locale),
    body: () => site.render("pages/form/sent.njk", locale, presentConfirmation(sent, locale, site)),
  };
}

const messageKeys = {
  400: "forms:errors.notUtf8",
  413: "forms:errors.tooLarge",
  415: "forms:errors.contentType",
};

/** Contract §7: what a form sends is stored, or its page is shown again with what was typed. */
export function submit(
  limit: RequestHandler,
  find: (request: Request) => PageRef | undefined,
  site: Site,
): (RequestHandler | ErrorRequestHandler)[] {
  const { baseUrl, health } = site;
  const rejectUnknown: RequestHandler = (request, _response, next) => {
    if (!findForm(find(request), site)) throw new HttpError(404);
    next();
  };
  // Requests are counted, and rejected once the server drains, before their body is read.
  return [
    rejectUnknown,
    limit,
    rejectWhileDraining(health, "forms:errors.restarting"),
    requireHttps(baseUrl),
    rejectCrossSite("forms:errors.crossSite", baseUrl),
    readText({ types: [FORM_MEDIA_TYPE], maxBytes: MAX_FORM_BYTES, messageKeys }),
    async (request: Request, response: Response) => {
      const found = findForm(find(request), site);
      if (found) await store(found, request, response, site);
    },
    unlessFlooding((error, request, response, next) => {
      const found = findForm(find(request), site);
      if (!found) return next(error);
      const showError = handleErrors(site.logger, () => showAgain(error, found, request, response, site));
      return showError(error, request, response, next);
    }),
  ];
}

interface FormOnPage {
  readonly form: FormName;
  readonly page: PageRef;
}

function findForm(page: PageRef | undefined, site: Site): FormOnPage | undefined {
  const form = page && formAt(page, site);
  return form && { form, page };
}

async function store({ form, page }: FormOnPage, request: Request, response: Response, site: Site): Promise<void> {
  const { locale } = page;
  const { fields, problems, suspected, values } = readForm(form, locale, request.body, site);
  const date = page.kind === "date" ? page.occurrence : undefined;
  const error = date && whyClosed(date, locale, site);
  response.set("Cache-Control", "no-store");
  if (problems.length > 0 || error) {
    response.status(422).send(htmlOf(page, site, { values, problems, error }));
    return;
  }
  const about = date ? { [eventField.name]: date.id } : {};
  const submission = { form, locale, suspected, fields: { ...fields, ...about } };
  const rejection = await site.storeForm?.(submission, clientKey(request.ip));
  if (rejection) {
    response.set("Retry-After", String(rejection.retryAfterSeconds));
    throw new HttpError(503, { messageKey: rejection.messageKey });
  }
  const chosen = site.snapshot().agenda.occurrence(values.date ?? "");
  const isWithdrawal = isAboutWithdrawal(fields);
  response.redirect(303, request.path + (isWithdrawal ? WITHDRAWAL_QUERY : confirmationQuery(chosen?.id)));
}

/** A form that is too large is shown empty, because it was not read. */
async function showAgain(error: unknown, shown: FormOnPage, request: Request, response: Response, site: Site) {
  const { form, page } = shown;
  const { locale } = page;
  const text = response.statusCode === 413 ? "" : await readRejectedText(request, MAX_FORM_BYTES);
  const { values } = readForm(form, locale, text, site);
  const message = errorBody(error, site.getFixedT(locale)).error;
  response.set("Content-Language", locale).send(htmlOf(page, site, { values, error: message }));
}

function readForm(form: FormName, locale: Locale, text: string, site: Site) {
  return readSubmission(fieldsOf(form, locale, site), text);
}
