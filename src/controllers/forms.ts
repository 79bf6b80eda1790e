import type { Request, Response } from "express";
import { type FormName, formShownOn } from "../addresses/pages.js";
import {
  confirmationQuery,
  EVENT_QUERY,
  eventIdInQuery,
  isConfirmationQuery,
  WITHDRAWAL_QUERY,
  withoutEventId,
} from "../addresses/paths.js";
import { type Occurrence, takesPlace } from "../events/agenda.js";
import { recordOf } from "../events/record.js";
import { eventField, forms, isAboutWithdrawal, MAX_FORM_BYTES, readSubmission, signUpForm } from "../forms/forms.js";
import { presentConfirmation, type Sent, valuesOf, whyClosed } from "../forms/present.js";
import { FORM_MEDIA_TYPE, readRejectedText, receiveForm } from "../http/body.js";
import { redirectPermanently } from "../http/checks.js";
import { errorBody, HttpError, handleError } from "../http/errors.js";
import { cacheControl, textHeaders } from "../http/headers.js";
import { clientKey, isFlooding } from "../http/limits.js";
import { queryOf } from "../http/query.js";
import { htmlOf } from "../pages/page.js";
import { type PageRef, pathOf } from "../pages/page-ref.js";
import type { Site } from "../site.js";
import type { Locale } from "../text/locale.js";
import * as pages from "./pages.js";

/** The form on a page; undefined if it has none, or the site stores no forms. */
export function offeredForm(ref: PageRef, { forms }: Site): FormName | undefined {
  if (!forms || ref.kind === "article") return undefined;
  return ref.kind === "page" ? formShownOn(ref.name) : signUpForm(ref.occurrence.event.audience);
}

/**
 * Shows a page with a form; the confirmation at `?sent`; the form with a date chosen at `?event=`. Any other query
 * changes nothing.
 */
export async function showWithForm(page: PageRef, request: Request, response: Response, site: Site): Promise<void> {
  const form = offeredForm(page, site);
  const query = queryOf(request);
  if (form && isConfirmationQuery(query)) return showConfirmation(form, page, request, response, site);
  const date = page.kind === "page" ? findLinkedDate(query, site) : undefined;
  if (date) return showWithDate(date, page, request, response, site);
  return pages.showPage(page, request, response, site);
}

async function showConfirmation(form: FormName, page: PageRef, request: Request, response: Response, site: Site) {
  // A visitor who opens a shared confirmation has sent nothing.
  if (["none", "cross-site"].includes(request.get("sec-fetch-site") ?? "")) {
    response.set("Cache-Control", "no-store").redirect(303, request.path);
    return;
  }
  const { locale } = page;
  const sent = whatWasSent(form, page, queryOf(request), site);
  if (!sent) return pages.showPage(page, request, response, site);
  const query = sent.isWithdrawal ? WITHDRAWAL_QUERY : confirmationQuery(sent.occurrence?.id);
  const confirmation = {
    key: `confirmation ${pathOf(page, site)}${query}`, // no address, because the check above comes first
    headers: { ...textHeaders("text/html", locale, "no-store"), "X-Robots-Tag": "noindex" },
    body: () => site.render("pages/form/sent.njk", locale, presentConfirmation(sent, locale, site)),
  };
  // A program that prefers Markdown gets that of the page.
  await pages.sendHtmlOrMarkdown(confirmation, page, request, response, site);
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
    redirectPermanently(response, path + withoutEventId(queryOf(request)));
    return;
  }
  const html = {
    key: pathOf(page, site) + EVENT_QUERY + date.id,
    headers: textHeaders("text/html", page.locale, cacheControl.pages),
    body: () => htmlOf(page, site, { values: { date: date.id } }),
  };
  await pages.sendHtmlOrMarkdown(html, page, request, response, site);
}

function findLinkedDate(query: string, { snapshot }: Site): Occurrence | undefined {
  return snapshot().agenda.occurrence(eventIdInQuery(query) ?? "");
}

function canChoose(page: PageRef, { event }: Occurrence): boolean {
  return page.kind === "page" && event.action === page.name;
}

/** Why a form was rejected, by reason or status. */
const messageKeys = {
  notUtf8: "forms:errors.notUtf8",
  crossSite: "forms:errors.crossSite",
  413: "forms:errors.tooLarge",
  415: "forms:errors.contentType",
  429: "forms:errors.rateLimit",
  503: "forms:errors.restarting",
};

/**
 * Contract §7: what a form sends is stored and confirmed at `?sent`, or its page is shown again with what was typed.
 */
export async function submit(page: PageRef | undefined, request: Request, response: Response, site: Site) {
  const form = page && offeredForm(page, site);
  if (!form || !site.forms) throw new HttpError(404);
  const { locale } = page;
  try {
    const limits = { rate: site.limits.forms, types: [FORM_MEDIA_TYPE], bytes: MAX_FORM_BYTES };
    const text = await receiveForm(request, response, limits, site);
    const { shownAgain, toStore, problems, suspected } = readForm(text, form, locale, site);
    const whyRejected = page.kind === "date" ? whyClosed(page.occurrence, locale, site) : undefined;
    response.set("Cache-Control", "no-store");
    if (problems.length > 0 || whyRejected) {
      response.status(422).send(htmlOf(page, site, { values: shownAgain, problems, whyRejected }));
      return;
    }
    const date = dateOf(page, toStore, site);
    const fields = page.kind === "date" ? { ...toStore, [eventField.name]: page.occurrence.id } : toStore;
    const submission = { form, locale, suspected, dateId: date?.id ?? "", fields };
    await site.forms.intake.accept(submission, clientKey(request.ip));
    response.redirect(303, request.path + sentQuery(page, toStore, date));
  } catch (error) {
    if (isFlooding(request)) throw error;
    await handleError(error, response, site, async () => {
      // A form that is too large is shown empty, because it was not read.
      const text = response.statusCode === 413 ? "" : await readRejectedText(request, MAX_FORM_BYTES);
      const { shownAgain } = readForm(text, form, locale, site);
      const { error: whyRejected } = errorBody(error, site.getFixedT(locale), messageKeys);
      response.send(htmlOf(page, site, { values: shownAgain, whyRejected }));
    });
  }
}

/** The path of a date's page names the date already. */
function sentQuery(page: PageRef, fields: Readonly<Record<string, string>>, date?: Occurrence): string {
  if (isAboutWithdrawal(fields)) return WITHDRAWAL_QUERY;
  return page.kind === "date" ? confirmationQuery() : confirmationQuery(date?.id);
}

/** The date of the page, or the one that was chosen; undefined if any date suits the sender. */
function dateOf(page: PageRef, { date = "" }: Readonly<Record<string, string>>, { snapshot }: Site) {
  return page.kind === "date" ? page.occurrence : snapshot().agenda.occurrence(date);
}

function readForm(text: string, form: FormName, locale: Locale, site: Site) {
  const fields = forms[form].map((field) => ({ ...field, values: valuesOf(field, form, locale, site) }));
  return readSubmission(fields, text);
}
