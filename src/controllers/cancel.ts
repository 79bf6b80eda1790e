/** Taking a sign-up off its list, by the link of a mail. Mail scanners open links, so GET changes nothing. */
import type { Request, RequestHandler, Response } from "express";
import { conceptOfCode } from "../addresses/pages.js";
import { cancelPath } from "../addresses/paths.js";
import { type Occurrence, takesPlace } from "../events/agenda.js";
import { eventInWords, recordOf, titleAndDate } from "../events/record.js";
import { rejectWhileDraining } from "../http/checks.js";
import { HttpError } from "../http/errors.js";
import { queryOf } from "../http/query.js";
import type { Site } from "../site.js";
import { errorCode } from "../storage/errors.js";
import { answersIn, type Submission, sameSignUp } from "../storage/submission.js";
import { listInWords, weekdayAndDay } from "../text/in-words.js";
import { type Locale, locales } from "../text/locale.js";

/** Errors have these headers too, because nobody else may learn the key in the address. */
export const setHeaders: RequestHandler = (_request, response, next) => {
  response.set({ "Cache-Control": "no-store", "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer" });
  next();
};

export async function showSignUp(locale: Locale, request: Request, response: Response, site: Site): Promise<void> {
  await site.limits.cancel(request, response);
  await show(locale, request, response, site);
}

async function show(locale: Locale, request: Request, response: Response, site: Site): Promise<void> {
  const signUp = await find(request, site);
  const occurrence = findOccurrence(request, site);
  const record = occurrence && recordOf(occurrence, locale, site);
  const startsAt = record?.startsAt ?? `${request.params.id}`.slice(-"yyyy-mm-dd".length);
  const state = cancelState(signUp, occurrence, site);
  const values = { date: signUp ? weekdayAndDay(startsAt, locale) : "", mail: site.library.organisation.mail };
  const t = site.getFixedT(locale);
  const isOpen = canCancel(state);
  const names = isOpen && signUp ? await namesTogether(signUp, site) : [];
  const html = site.render("pages/cancel/show.njk", locale, {
    theme: record ? conceptOfCode(record.concept).slug : "home",
    menuEntry: "dates",
    heading: t(`forms:cancel.${state}.heading`, values),
    text: t(`forms:cancel.${state}.text`, values),
    summary: signUp && record && (takesPlace(record) ? eventInWords(record) : titleAndDate(record, locale, t)),
    others: names.length > 1 ? t("forms:cancel.together", { names: listInWords(names, locale) }) : "",
    action: isOpen ? pathWithKey(request, locale) : null,
    signUpPath: state === "cancelled" && record?.actionPath,
    page: record?.path,
    alternates: locales.map((other) => ({ locale: other, path: pathWithKey(request, other) })),
  });
  response
    .status(signUp ? 200 : 404)
    .set("Content-Language", locale)
    .send(html);
}

export async function cancel(locale: Locale, request: Request, response: Response, site: Site): Promise<void> {
  await site.limits.forms(request, response);
  rejectWhileDraining(site);
  const signUp = await find(request, site);
  if (!signUp) return show(locale, request, response, site);
  if (canCancel(cancelState(signUp, findOccurrence(request, site), site))) {
    const { forms, logger } = site;
    const cancelling = forms?.submissions.cancel(signUp, forms.deliveries.afterCancellation);
    const cancelled = await orUnavailable(cancelling, site);
    logger.info({ cancelled }, "Sign-ups cancelled"); // to be repeated after a restore
    void forms?.deliveries.wake();
  }
  response.redirect(303, pathWithKey(request, locale));
}

/** All who go off the list, because they have signed up with one address. */
async function namesTogether(signUp: Submission, site: Site): Promise<string[]> {
  const listing = site.forms?.submissions.list(sameSignUp(signUp));
  const signUps = (await orUnavailable(listing, site)) ?? [];
  const address = signUp.fields.email?.toLowerCase();
  // Not for an address that differs after a plus sign: at some hosts it is somebody else's.
  return answersIn(
    signUps.filter(({ fields }) => fields.email?.toLowerCase() === address),
    "name",
  );
}

type CancelState = "unknown" | "cancelled" | "open" | "postponed" | "off" | "begun";

/** A date that content no longer has, or that is postponed, has not begun. */
function cancelState(signUp: Submission | undefined, occurrence: Occurrence | undefined, { clock }: Site): CancelState {
  if (!signUp) return "unknown";
  if (signUp.cancelledAt) return "cancelled";
  if (!occurrence) return "open";
  if (occurrence.status === "postponed") return "postponed";
  if (!takesPlace(occurrence)) return "off";
  return occurrence.starts <= clock() ? "begun" : "open";
}

const canCancel = (state: CancelState) => state === "open" || state === "postponed";

async function find(request: Request, site: Site): Promise<Submission | undefined> {
  const key = readKey(request);
  const signUp = key ? await orUnavailable(site.forms?.submissions.findSignUp(key), site) : undefined;
  return signUp?.dateId === request.params.id ? signUp : undefined;
}

/** What the store answers; 503 if it cannot. */
async function orUnavailable<Result>(answer: Promise<Result> | undefined, { logger }: Site) {
  try {
    return await answer;
  } catch (error) {
    logger.error({ reason: errorCode(error) }, "Could not read or cancel a sign-up");
    throw new HttpError(503, { retryAfterSeconds: 30 });
  }
}

/** Mail programs can append text to a link. */
const readKey = (request: Request) => /^[\da-f]{32}/.exec(new URLSearchParams(queryOf(request)).get("key") ?? "")?.[0];

const findOccurrence = ({ params }: Request, { snapshot }: Site) => snapshot().agenda.occurrence(`${params.id}`);

const pathWithKey = (request: Request, locale: Locale) => cancelPath(`${request.params.id}`, locale, readKey(request));
