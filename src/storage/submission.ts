import type { Locale } from "../text/locale.js";
import { monthsAfter } from "../text/wall-clock.js";

/** Limits of one process. Those without a client are for all senders together. */
export const formLimits = {
  submissionsPerMinute: 100,
  /** An office can sign up over one address. */
  submissionsPerClientAndDay: 200,
  /** Many small hosts have a disk of one gigabyte. */
  storedBytes: 500_000_000,
  mailsPerHour: 200,
};

export type FormLimits = Readonly<typeof formLimits>;

export interface Submission {
  readonly id: string;
  readonly form: string;
  readonly locale: Locale;
  readonly receivedAt: string;
  /** Perhaps sent by a program: treated like any other and marked, but its sender gets no receipt. */
  readonly suspected: boolean;
  /** Values by the name of the field. Every form has `email`. */
  readonly fields: Readonly<Record<string, string>>;
}

export type NewSubmission = Omit<Submission, "id" | "receivedAt">;

/** Undefined if the form is not about a date. */
export function eventIdOf({ date, event }: Submission["fields"]): string | undefined {
  return date || event || undefined;
}

/** Takes and returns ISO 8601 instants in UTC. */
export function monthsBefore(instant: string, months: number): string {
  return monthsAfter(instant.slice(0, 10), -months) + instant.slice(10);
}
