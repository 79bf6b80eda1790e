import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import {
  confirmationQuery,
  EVENT_QUERY,
  eventIdInQuery,
  isConfirmationQuery,
  WITHDRAWAL_QUERY,
  withoutEventId,
} from "../addresses/paths.js";
import type { FormName } from "../addresses/site-map.js";
import { type Occurrence, takesPlace } from "../events/event.js";
import { recordOf } from "../events/record.js";
import { MAX_FORM_BYTES, readSubmission } from "../forms/accept.js";
import { eventField, forms, isAboutWithdrawal } from "../forms/forms.js";
import { openDates, presentConfirmation, type Sent, shownField, whyClosed } from "../forms/present.js";
import { FORM_MEDIA_TYPE, readRejectedText, readText } from "../http/body.js";
import { redirect, rejectCrossSiteForms, rejectWhileDraining, requireHttps } from "../http/checks.js";
import { errorBody, HttpError, handleErrors } from "../http/errors.js";
import { cacheControl, confirmationHeaders, textHeaders } from "../http/headers.js";
import { clientKey, isFlooding } from "../http/limits.js";
import { queryOf } from "../http/query.js";
import { offeredForm, type PageRef, pathOf } from "../pages/find.js";
import { htmlOf } from "../pages/page.js";
import type { Site } from "../site.js";
import type { Locale } from "../text/locale.js";
import * as pages from "./pages.js";

/**
 * Shows a page with a form; the confirmation at `?sent`; the form with a date chosen at `?event=`. Any other query
 * changes nothing.
 */
export async function showWithForm(page: PageRef, request: Request, response: Response, site: Site): Promise<void> {
  const form = offeredForm(page, site); // none on any page if the site stores no forms
  const query = queryOf(request);
  if (form && isConfirmationQuery(query)) return showConfirmation(form, page, request, response, site);
  const date = page.kind === "page" ? findLinkedDate(query, site) : undefined;
  if (date) return showWithDate(date, page, request, response, site);
  return pages.showHtml(page, request, response, site);
}

async function showConfirmation(form: FormName, page: PageRef, request: Request, response: Response, site: Site) {
  // A visitor who opens a shared confirmation has sent nothing.
  if (["none", "cross-site"].includes(request.get("sec-fetch-site") ?? "")) {
    response.set("Cache-Control", "no-store").redirect(303, request.path);
    return;
  }
  const { locale } = page;
  const sent = whatWasSent(form, page, queryOf(request), site);
  if (!sent) return pages.showHtml(page, request, response, site);
  const confirmation = {
    // Not an address, so that it is not found in front of Express, and the check above comes first.
    key: `sent ${form} ${locale} ${sent.occurrence?.id} ${sent.isWithdrawal}`,
    headers: confirmationHeaders(locale),
    body: () => site.render("pages/form/sent.njk", locale, presentConfirmation(sent, locale, site)),
  };
  // A program that prefers Markdown gets that of the page.
  await pages.sendPreferred(confirmation, page, request, response, site);
}

/** Undefined if the page's form cannot have sent it. */
function whatWasSent(form: FormName, page: PageRef, query: string, site: Site): Sent | undefined {
  if (page.kind === "date") {
    const { occurrence } = page;
    const isAhead = takesPlace(occurrence) && occurrence.ends > site.clock();
    return isAhead && occurrence.event.action === "dates" ? { form, occurrence, isWithdrawal: false } : undefined;
  }
  const isWithdrawal = query === WITHDRAWAL_QUERY;
  if (isWithdrawal && form !== "contact") return undefined;
  const date = findLinkedDate(query, site);
  return { form, occurrence: date && canChoose(page, date) ? date : undefined, isWithdrawal };
}

/** A date that the form cannot take has a page of its own. */
async function showWithDate(date: Occurrence, page: PageRef, request: Request, response: Response, site: Site) {
  const { path, signUp } = recordOf(date, page.locale, site);
  if (!canChoose(page, date) || signUp !== "open") {
    redirect(response, path + withoutEventId(queryOf(request)));
    return;
  }
  const html = {
    key: pathOf(page, site) + EVENT_QUERY + date.id,
    headers: textHeaders("text/html", page.locale, cacheControl.pages),
    body: () => htmlOf(page, site, { values: { date: date.id } }),
  };
  await pages.sendPreferred(html, page, request, response, site);
}

function findLinkedDate(query: string, { snapshot }: Site): Occurrence | undefined {
  return snapshot().agenda.occurrence(eventIdInQuery(query) ?? "");
}

function canChoose(page: PageRef, { event }: Occurrence): boolean {
  return page.kind === "page" && event.action === page.name;
}

/** A page with its form. */
interface FormPage {
  readonly form: FormName;
  readonly page: PageRef;
}

const messageKeys = {
  400: "forms:errors.notUtf8",
  413: "forms:errors.tooLarge",
  415: "forms:errors.contentType",
};

/**
 * Contract §7: what a form sends is stored and confirmed at `?sent`, or its page is shown again with what was typed.
 */
export function submit(
  findPage: (request: Request) => PageRef | undefined,
  limit: RequestHandler,
  site: Site,
): (RequestHandler | ErrorRequestHandler)[] {
  const { baseUrl, health, logger } = site;
  const findForm: RequestHandler = (request, response, next) => {
    const page = findPage(request);
    const form = page && offeredForm(page, site);
    if (!form) throw new HttpError(404);
    response.locals.formPage = { form, page } satisfies FormPage;
    next();
  };
  const showError = handleErrors(logger, (error, request, response) => showAgain(error, request, response, site));
  const showErrorOrPass: ErrorRequestHandler = (error, request, response, next) => {
    const isShown = response.locals.formPage && !isFlooding(request); // else the page of the error
    return isShown ? showError(error, request, response, next) : next(error);
  };
  // Requests are counted, and rejected once the server drains, before their body is read.
  return [
    findForm,
    limit,
    rejectWhileDraining(health, "forms:errors.restarting"),
    requireHttps(baseUrl),
    rejectCrossSiteForms("forms:errors.crossSite", baseUrl),
    readText({ types: [FORM_MEDIA_TYPE], maxBytes: MAX_FORM_BYTES, messageKeys }),
    (request: Request, response: Response) => store(request, response, site),
    showErrorOrPass,
  ];
}

async function store(request: Request, response: Response, site: Site): Promise<void> {
  const { form, page }: FormPage = response.locals.formPage;
  const { locale } = page;
  const { shownAgain, toStore, problems, suspected } = readForm(request.body, form, locale, site);
  const date = page.kind === "date" ? page.occurrence : undefined;
  const whyRejected = date && whyClosed(date, locale, site);
  response.set("Cache-Control", "no-store");
  if (problems.length > 0 || whyRejected) {
    response.status(422).send(htmlOf(page, site, { values: shownAgain, problems, whyRejected }));
    return;
  }
  const about = date ? { [eventField.name]: date.id } : {};
  const submission = { form, locale, suspected, fields: { ...toStore, ...about } };
  const client = clientKey(request.ip); // its IPv4 address, or the /56 of its IPv6 address
  const rejection = await site.storeForm!(submission, client); // without a store, no form is found
  if (rejection) {
    response.set("Retry-After", String(rejection.retryAfterSeconds));
    throw new HttpError(503, { messageKey: rejection.messageKey });
  }
  const chosen = site.snapshot().agenda.occurrence(toStore.date ?? "");
  const isWithdrawal = isAboutWithdrawal(toStore);
  response.redirect(303, request.path + (isWithdrawal ? WITHDRAWAL_QUERY : confirmationQuery(chosen?.id)));
}

/** The response has its status already. A form that is too large is shown empty, because it was not read. */
async function showAgain(error: unknown, request: Request, response: Response, site: Site): Promise<void> {
  const { form, page }: FormPage = response.locals.formPage;
  const text = response.statusCode === 413 ? "" : await readRejectedText(request, MAX_FORM_BYTES);
  const { shownAgain } = readForm(text, form, page.locale, site);
  const { error: whyRejected } = errorBody(error, site.getFixedT(page.locale));
  response.set("Content-Language", page.locale).send(htmlOf(page, site, { values: shownAgain, whyRejected }));
}

function readForm(text: string, form: FormName, locale: Locale, site: Site) {
  const dates = openDates(form, locale, site);
  const fields = forms[form].map((field) => shownField(field, dates, locale, site));
  return readSubmission(fields, text);
}
