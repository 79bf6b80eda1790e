import type { Locale } from "./locale.js";
import { monthsAfter } from "./wall-clock.js";

/** What one process does for all senders of forms together; more counts as a flood. */
export interface FormLimits {
  readonly submissionsPerMinute: number;
  /** Further mails wait. */
  readonly mailsPerHour: number;
}

export const formLimits: FormLimits = { submissionsPerMinute: 100, mailsPerHour: 200 };

/** What somebody has sent by a form. */
export interface Submission {
  readonly id: string;
  readonly form: string;
  /** The language of the page it was sent from, in which its sender expects the answer. */
  readonly locale: Locale;
  /** An instant, ISO 8601 in UTC: `2027-02-09T07:00:00.000Z`. */
  readonly receivedAt: string;
  /** Whether it looks like a machine's: kept like any other, and not mailed. */
  readonly suspected: boolean;
  /** By the name of the field; empty where a field was left empty. Every form has `email`. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The instant so many calendar months earlier, both ISO 8601 in UTC; the month's last day where it lacks that day. */
export function monthsBefore(instant: string, months: number): string {
  return monthsAfter(instant.slice(0, 10), -months) + instant.slice(10);
}
