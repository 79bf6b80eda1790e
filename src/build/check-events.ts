import type { City } from "../addresses/cities.js";
import { formOn } from "../addresses/forms.js";
import { isPageName } from "../addresses/paths.js";
import { eventsOf } from "../addresses/site-map.js";
import type { Event } from "../content/event.js";
import type { ReportProblem } from "../content/problems.js";
import { ruleDates } from "../events/event.js";
import { forms } from "../forms/forms.js";
import type { LocalDate } from "../text/wall-clock.js";

/** Exceptions and overrides name dates of the recurrence, and no two occurrences are on the same date. */
export function checkDates(event: Event, report: ReportProblem): void {
  const { starts, exceptions, overrides, recurrence } = event;
  const isOnRule = (date: LocalDate) => ruleDates(event, date, date).length > 0;

  if (recurrence && !isOnRule(starts.slice(0, 10))) report("start", "is not a date of the recurrence");
  for (const date of exceptions) if (!isOnRule(date)) report("exceptions", `${date} is not a date of the recurrence`);
  for (const [date, { updated, venue, signUp, texts }] of Object.entries(overrides)) {
    if (updated === undefined && (venue || signUp || texts)) report(`overrides.${date}.updated`, "is missing");
    if (!isOnRule(date)) report(`overrides.${date}`, "is not a date of the recurrence");
    if (exceptions.includes(date)) report(`overrides.${date}`, "is also in exceptions");
  }

  const moved = Object.entries(overrides).flatMap(([date, override]) =>
    override.status === "moved" ? [{ date, to: override.start.slice(0, 10) }] : [],
  );
  for (const { date, to } of moved) {
    const isTaken = isOnRule(to) && to !== date && !exceptions.includes(to) && overrides[to]?.status !== "moved";
    const isShared = moved.some((other) => other.date !== date && other.to === to);
    if (isTaken || isShared) report(`overrides.${date}`, `another occurrence is on ${to}`);
  }
}

/** An action is a page without a form, or with one that offers the date. Pages of the membership suit every event. */
export function checkAction({ action, concept, city }: Event, cities: readonly City[], report: ReportProblem): void {
  if (action === null || !isPageName(action)) return;
  const target = eventsOf(action, cities);
  if (target.concept === "COMMONS") return;
  const form = formOn(action);
  if (form && !forms[form].some((field) => field.optionsFrom === "dates"))
    report("action", 'is a page whose form takes no date: use "dates" for the form on the page of each date');
  if (target.concept === undefined) return;
  if (target.concept !== concept || (target.city ?? city) !== city) {
    const events = [target.concept, target.city].filter(Boolean).join(" in ");
    report("action", `leads to ${events}, not to ${concept} in ${city}`);
  }
}
