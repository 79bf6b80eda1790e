import { isDeepStrictEqual } from "node:util";
import type { City } from "../addresses/cities.js";
import { eventFilter, formShownOn, isPageName } from "../addresses/pages.js";
import { type Event, eventFile } from "../content/events.js";
import type { Library } from "../content/library.js";
import type { ContentProblem, ReportProblem } from "../content/problems.js";
import { type Occurrence, plannedDates } from "../events/agenda.js";
import { forms } from "../forms/forms.js";
import type { LocalDate } from "../text/wall-clock.js";

/** Exceptions and overrides name dates of the recurrence, and no two occurrences are on the same date. */
export function checkDates(event: Event, report: ReportProblem): void {
  const { starts, exceptions, overrides, recurrence } = event;
  const isOnRule = (date: LocalDate) => plannedDates(event, date, date).length > 0;

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

/** Its city, zone and hosts are those of cities.json and hosts.json. */
export function checkPlace(event: Event, cities: readonly City[], hosts: Library["hosts"], report: ReportProblem) {
  const city = cities.find(({ slug }) => slug === event.city);
  if (!city) report("city", `there is no "${event.city}" in content/cities.json`);
  else if (city.zone !== event.zone)
    report("timezone", `must be ${city.zone}, as in content/cities.json (found ${event.zone})`);
  const named = Object.entries(event.overrides).map(([date, { host }]) => ({ field: `overrides.${date}.host`, host }));
  for (const { field, host } of [{ field: "host", host: event.host }, ...named])
    if (host && !hosts[host]) report(field, `there is no "${host}" in content/hosts.json`);
}

/** An action is a page without a form, or with one that offers the date. Pages of the membership suit every event. */
export function checkAction({ action, concept, city }: Event, cities: readonly City[], report: ReportProblem): void {
  if (action === null || !isPageName(action)) return;
  const target = eventFilter(action, cities);
  if (target.concept === "COMMONS") return;
  const form = formShownOn(action);
  if (form && !forms[form].some((field) => field.optionsFrom === "dates"))
    report("action", 'is a page whose form takes no date: use "dates" for the form on the page of each date');
  if (target.concept === undefined) return;
  if (target.concept !== concept || (target.city ?? city) !== city) {
    const events = [target.concept, target.city].filter(Boolean).join(" in ");
    report("action", `leads to ${events}, not to ${concept} in ${city}`);
  }
}

const NOT_COMING = "leaves no coming date: it is in the past, or more than 24 months ahead";

/** Mistakes that only a comparison with the last build shows. */
export function changeProblems(library: Library, built: Library, coming: readonly Occurrence[]): ContentProblem[] {
  const problems: ContentProblem[] = [];
  for (const event of library.events) {
    const before = built.events.find(({ slug }) => slug === event.slug);
    const report = (field: string, message: string) =>
      void problems.push({ file: `content/${eventFile(event.slug)}`, field, message });

    const changed = before ? changedFields(event, before) : ["start"];
    const hasDate = coming.some((occurrence) => occurrence.event.slug === event.slug);
    const isRetimed = ["start", "end", "recurrence"].some((name) => changed.includes(name));
    if (isRetimed && !hasDate) report("start", NOT_COMING);
    if (before && changed.length > 0 && event.updated <= before.updated)
      report("updated", `${laterThan(before.updated)}. Since the last build there is another ${changed.join(", ")}`);

    for (const [date, override] of Object.entries(event.overrides)) {
      const previous = before?.overrides[date];
      if (isDeepStrictEqual(override, previous)) continue;
      // A date has been changed by its own override, or with the event.
      const lastChange = Math.max(before?.updated ?? 0, previous?.updated ?? 0);
      if (before && Math.max(event.updated, override.updated ?? 0) <= lastChange)
        report(`overrides.${date}.updated`, laterThan(lastChange));
      const isComing = coming.some(({ id }) => id === `${event.slug}-${date}`);
      const field = override.status === "moved" ? ".start" : "";
      if (override.status && !isComing) report(`overrides.${date}${field}`, NOT_COMING);
    }
  }
  return problems;
}

/** Calendars keep the old date otherwise. */
const laterThan = (instant: number) =>
  `must be later than ${new Date(instant).toISOString().slice(0, 19)}Z, the last change that calendars know`;

/** A field that `before` does not have is new in the program. */
function changedFields(event: Event, before: Event): string[] {
  const { overrides, texts, updated, ...facts } = before;
  const changed = Object.entries(facts).filter(
    ([name, value]) => !isDeepStrictEqual(event[name as keyof Event], value),
  );
  const isUndone = Object.keys(overrides).some((date) => !event.overrides[date]);
  return [...changed.map(([name]) => name.replace(/^(start|end)s$/, "$1")), ...(isUndone ? ["overrides"] : [])];
}
