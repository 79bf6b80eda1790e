/** What is sent about an open date at a set time before it: to those on its list, and to the team. */
import { type Occurrence, takesPlace } from "../events/event.js";
import type { Site } from "../site.js";
import { eventIdOf, type NewSubmission } from "../storage/submission.js";
import { DAY_MS, dateAt, daysAfter, type Instant, instantOf } from "../text/wall-clock.js";

/** The channels of these deliveries. */
export const scheduled = ["warning", "reminder", "door list"] as const;

export type Scheduled = (typeof scheduled)[number];

/** The reminder keeps the promise to mail the address by a day; the team is warned the day before if it is unknown. */
function dueTime(name: Scheduled, { event, starts }: Occurrence, { library }: Site): Instant {
  const { daysBefore } = library.organisation.addressMail;
  const days = { warning: daysBefore + 1, reminder: daysBefore, "door list": 0 };
  const time = { warning: "10:00", reminder: "10:00", "door list": "07:00" };
  const date = daysAfter(dateAt(starts, event.zone), -days[name]);
  return instantOf(`${date}T${time[name]}`, event.zone);
}

/** Undefined unless the submission puts its sender on the list of an open date. */
export function scheduleOf({ form, fields }: NewSubmission, channels: readonly string[], site: Site) {
  const occurrence = site.snapshot().agenda.occurrence(eventIdOf(fields) ?? "");
  if (form !== "date" || occurrence?.event.audience !== "open") return undefined;
  const schedule = new Map<string, Instant>();
  for (const name of scheduled) {
    const due = dueTime(name, occurrence, site);
    // Who signs up after the reminders has all of it in the receipt.
    if (channels.includes(name) && (due > site.clock() || name === "warning")) schedule.set(name, due);
  }
  return schedule;
}

/** What becomes of a delivery. */
export type Outcome =
  | { readonly outcome: "sent" | "dropped" }
  | { readonly outcome: "later"; readonly at: Instant; readonly failedAttempts?: number };

type Due = { readonly outcome: "due"; readonly occurrence: Occurrence };

/** Whether a delivery is due by the date as content has it now, which can have been moved since it was queued. */
export function checkDue(name: Scheduled, { fields }: NewSubmission, site: Site): Due | Outcome {
  const now = site.clock();
  const tomorrow = { outcome: "later", at: now + DAY_MS } as const;
  const occurrence = site.snapshot().agenda.occurrence(eventIdOf(fields) ?? "");
  if (!occurrence) return tomorrow; // perhaps content has it again then
  if (occurrence.status === "postponed") return tomorrow; // its new day is not known yet
  const due = dueTime(name, occurrence, site);
  if (due > now) return { outcome: "later", at: due };
  if (name === "warning" && dueTime("reminder", occurrence, site) <= now) return { outcome: "dropped" };
  if (!takesPlace(occurrence) || occurrence.starts <= now) return { outcome: "dropped" };
  return { outcome: "due", occurrence };
}
