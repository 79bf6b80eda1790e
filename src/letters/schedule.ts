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

/**
 * The date of a delivery that is due; or when it will be, because the date was moved; or false if nothing is to be sent.
 */
export function dateWhenDue(name: Scheduled, { fields }: NewSubmission, site: Site): Occurrence | Instant | false {
  const now = site.clock();
  const occurrence = site.snapshot().agenda.occurrence(eventIdOf(fields) ?? "");
  if (!occurrence) return now + DAY_MS; // perhaps content has it again tomorrow
  const due = dueTime(name, occurrence, site);
  if (due > now) return due;
  if (name === "warning" && dueTime("reminder", occurrence, site) <= now) return false;
  if (occurrence.status === "postponed") return now + DAY_MS; // its new day is not known yet
  return takesPlace(occurrence) && occurrence.starts > now && occurrence;
}
