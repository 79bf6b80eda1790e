import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import {
  confirmationQuery,
  EVENT_QUERY,
  eventIdInQuery,
  isConfirmationQuery,
  withoutEventId,
} from "../addresses/paths.js";
import { type Occurrence, takesPlace } from "../events/event.js";
import { eventField, type FormName, formOn, formOnDate } from "../forms/forms.js";
import { fieldsOf, presentConfirmation, whyClosed } from "../forms/present.js";
import { MAX_FORM_BYTES, readSubmission } from "../forms/read.js";
import { FORM_MEDIA_TYPE, readRejectedText, readText } from "../http/body.js";
import type { Resource } from "../http/cache.js";
import { rejectCrossSite, rejectWhileDraining, requireHttps } from "../http/checks.js";
import { errorBody, HttpError, handleErrors } from "../http/errors.js";
import { clientKey, unlessFlooding } from "../http/limits.js";
import { queryOf, redirect } from "../http/paths.js";
import { type PageRef, summaryOf } from "../pages/find.js";
import { htmlOf } from "../pages/render.js";
import type { Site } from "../site.js";
import type { Locale } from "../text/locale.js";
import { confirmationHeaders, htmlHeaders } from "./content-headers.js";

/** The form on a page; undefined if it has none, or the site cannot store forms. */
export function formAt(page: PageRef, { accept }: Site): FormName | undefined {
  if (!accept || page.kind === "article") return undefined;
  return page.kind === "page" ? formOn(page.name) : formOnDate(page.occurrence.event.audience);
}

/** The date whose page it is, or that the link to the page names. */
function dateOf(page: PageRef, query: string, { snapshot }: Site): Occurrence | undefined {
  return page.kind === "date" ? page.occurrence : snapshot().agenda.occurrence(eventIdInQuery(query) ?? "");
}

/** Redirects a link with a date that cannot be chosen here, and one to a confirmation that was shared; returns whether. */
export function redirectLink(page: PageRef, request: Request, response: Response, site: Site): boolean {
  const query = queryOf(request);
  const date = dateOf(page, query, site);
  if (!formAt(page, site) || !date) return false;
  if (page.kind === "date") {
    // Whoever opens a shared link has not signed up.
    const isShared = ["none", "cross-site"].includes(request.get("sec-fetch-site") ?? "");
    if (!isShared || !isConfirmationQuery(query)) return false;
    response.set("Cache-Control", "no-store").redirect(303, request.path);
    return true;
  }
  const { path, signUp } = site.recordOf(date, page.locale);
  if (isConfirmationQuery(query) || (canChoose(page, date) && signUp === "open")) return false;
  redirect(response, path + withoutEventId(query));
  return true;
}

const canChoose = (page: PageRef, { event }: Occurrence) => page.kind === "page" && event.action === page.name;

/** The page with its form, where a date can be chosen; or the confirmation at `?sent`. */
export function show(page: PageRef, request: Request, site: Site): Resource {
  const { locale } = page;
  const query = queryOf(request);
  const date = dateOf(page, query, site);
  const { path } = summaryOf(page, site);
  const headers = htmlHeaders(locale);
  if (page.kind === "date") {
    const isAhead = takesPlace(page.occurrence) && page.occurrence.ends > site.clock();
    const isSent = isAhead && page.occurrence.event.action === "dates" && isConfirmationQuery(query);
    return isSent ? confirmation(page, site, date) : { address: path, headers, body: () => htmlOf(page, site) };
  }
  const chosen = date && canChoose(page, date) ? date : undefined;
  if (isConfirmationQuery(query)) return confirmation(page, site, chosen);
  if (!chosen) return { address: path, headers, body: () => htmlOf(page, site) };
  const body = () => htmlOf(page, site, { values: { date: chosen.id } });
  return { address: path + EVENT_QUERY + chosen.id, headers, body };
}

/** Cached under no address, where it would be found before `redirectLink`. */
function confirmation(page: PageRef, site: Site, date: Occurrence | undefined): Resource {
  const { locale } = page;
  const form = formAt(page, site)!;
  return {
    address: `sent ${form} ${locale} ${date?.id}`,
    headers: confirmationHeaders(locale),
    body: () => site.render("pages/form/sent.njk", locale, presentConfirmation(form, locale, site, date)),
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
  const { baseUrl, health, logger } = site;
  const showError: ErrorRequestHandler = (error, request, response, next) => {
    const page = find(request);
    if (!page) return next(error);
    return handleErrors(logger, () => showAgain(error, page, request, response, site))(error, request, response, next);
  };
  const rejectUnknown: RequestHandler = (request, _response, next) =>
    next(find(request) ? undefined : new HttpError(404));
  // Requests are counted, and rejected once the server drains, before their body is read.
  return [
    rejectUnknown,
    limit,
    rejectWhileDraining(health, "forms:errors.restarting"),
    requireHttps(baseUrl),
    rejectCrossSite("forms:errors.crossSite", baseUrl),
    readText({ types: [FORM_MEDIA_TYPE], maxBytes: MAX_FORM_BYTES, messageKeys }),
    (request: Request, response: Response) => store(find(request)!, request, response, site),
    unlessFlooding(showError),
  ];
}

async function store(page: PageRef, request: Request, response: Response, site: Site): Promise<void> {
  const { locale } = page;
  const form = formAt(page, site)!;
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
  const refusal = await site.accept!(submission, clientKey(request.ip));
  if (refusal) {
    response.set("Retry-After", String(refusal.retryAfterSeconds));
    throw new HttpError(503, { messageKey: refusal.messageKey });
  }
  const chosen = site.snapshot().agenda.occurrence(values.date ?? "");
  response.redirect(303, request.path + confirmationQuery(chosen?.id));
}

/** A form that is too large is not read: it would be shown for as long as it took to send. */
async function showAgain(error: unknown, page: PageRef, request: Request, response: Response, site: Site) {
  const { locale } = page;
  const text = response.statusCode === 413 ? "" : await readRejectedText(request, MAX_FORM_BYTES);
  const { values } = readForm(formAt(page, site)!, locale, text, site);
  const message = errorBody(error, site.getFixedT(locale)).error;
  response.set("Content-Language", locale).send(htmlOf(page, site, { values, error: message }));
}

function readForm(form: FormName, locale: Locale, text: string, site: Site) {
  return readSubmission(fieldsOf(form, locale, site), text);
}
