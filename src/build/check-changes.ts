import { isDeepStrictEqual } from "node:util";
import type { Library } from "../content/library.js";
import type { Problem } from "../content/problems.js";
import type { Event, Occurrence } from "../domain/event.js";

/** Fields of event.json by their name in an Event. */
const times = { starts: "start", ends: "end", zone: "timezone", recurrence: "recurrence", exceptions: "exceptions" };
const facts = [
  "city",
  "status",
  "venue",
  "theme",
  "host",
  "language",
  "audience",
  "attendance",
  "price",
  "signUp",
] as const;

/** Mistakes that can be seen beside the last build: changes that calendars would not take, and dates that nobody would see. */
export function changeProblems(library: Library, built: Library, coming: readonly Occurrence[]): Problem[] {
  const problems: Problem[] = [];
  for (const event of library.events) {
    const before = built.events.find(({ slug }) => slug === event.slug);
    const report = (field: string, message: string) =>
      void problems.push({ file: `content/events/${event.slug}/event.json`, field, message });

    const retimed = Object.entries(times).filter(([name]) => before && differs(name as keyof Event, event, before));
    const isNewlyTimed = !before || retimed.length > 0;
    if (isNewlyTimed && !coming.some((occurrence) => occurrence.event.slug === event.slug)) report("start", NOT_COMING);
    const changed = [...retimed.map(([, field]) => field), ...(before ? changedFacts(event, before) : [])];
    if (before && Object.keys(before.overrides).some((date) => !event.overrides[date])) changed.push("overrides");
    if (changed.length > 0 && event.updated === before?.updated) report("updated", notNewer(changed.join(", ")));

    for (const [date, override] of Object.entries(event.overrides)) {
      const previous = before?.overrides[date];
      if (isDeepStrictEqual(override, previous)) continue;
      if (override.updated === previous?.updated) report(`overrides.${date}.updated`, notNewer("this date"));
      const isComing = coming.some(({ id }) => id === `${event.slug}-${date}`);
      if (override.status === "moved" && !isComing) report(`overrides.${date}.start`, NOT_COMING);
    }
  }
  return problems;
}

const NOT_COMING = "leaves no coming date: it is in the past, or more than 24 months ahead";
const notNewer = (changed: string) => `must be newer: since the last build, ${changed} changed`;

/** Names of what visitors read about a date and `other` has differently. */
export function changedFacts(event: Event, other: Event): string[] {
  return facts.filter((name) => differs(name, event, other));
}

/** A field that the program had not when it built `other` is not compared. */
const differs = (name: keyof Event, event: Event, other: Event) =>
  other[name] !== undefined && !isDeepStrictEqual(event[name], other[name]);
