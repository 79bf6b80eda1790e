import type { SendMailOptions } from "nodemailer";
import { type Occurrence, takesPlace } from "../events/event.js";
import { isAddressKnown } from "../events/private-details.js";
import { recordOf } from "../events/record.js";
import type { Site } from "../site.js";
import { errorCode } from "../storage/errors.js";
import type { Delivery } from "../storage/queue.js";
import { answersIn, eventIdOf, type NewSubmission, type Submission, sameSignUp } from "../storage/submission.js";
import type { SubmissionStore } from "../storage/submissions.js";
import type { Locale } from "../text/locale.js";
import { DAY_MS, dateAt, daysAfter, HOUR_MS, type Instant, instantOf, type LocalDate } from "../text/wall-clock.js";
import {
  cancellationMail,
  doorListMail,
  referenceMail,
  submissionWebhook,
  teamMail,
  warningMail,
} from "./team-messages.js";
import { isRejectedMail, postWebhook, smtpSender } from "./transports.js";

/** The others are for a set time before a date, and for sign-ups that are cancelled. */
export const formChannels: readonly string[] = ["mail", "receipt", "webhook"];

/** The channels of the team's mails, which are never given up. */
export const teamChannels: readonly string[] = ["mail", "cancellation", "door list", "warning"];

/** Rejects if it has to be tried again. */
export type Send = (delivery: Delivery) => Promise<Outcome>;

/** What mails are sent with. */
interface Post {
  readonly mail: (message: SendMailOptions) => Promise<void>;
  readonly submissions: SubmissionStore;
  /** Whether senders of forms get mails. */
  readonly receipts: boolean;
  /** The team's. */
  readonly locale: Locale;
}

/** By channel. */
export function createSenders(submissions: SubmissionStore, site: Site): Readonly<Record<string, Send>> {
  const { smtp, webhook } = site.config;
  const senders: Record<string, Send> = {};
  if (smtp) {
    const post = { mail: smtpSender(smtp), submissions, receipts: smtp.receipts, locale: smtp.locale };
    senders.mail = (delivery) => sendTeamMail(delivery, post, site);
    senders.cancellation = (delivery) => sendCancellation(delivery, post, site);
    senders["door list"] = (delivery) => sendDoorList(delivery, post, site);
    if (smtp.receipts) {
      senders.receipt = (delivery) => sendReceipt(delivery, post, site);
      senders.reminder = (delivery) => sendReminder(delivery, post, site);
      senders.warning = (delivery) => sendWarning(delivery, post, site);
    }
  }
  if (webhook)
    senders.webhook = async ({ submission }) => {
      await postWebhook(submissionWebhook(submission, webhook.format, webhook.locale, site), webhook, site.clock);
      return { outcome: "sent" };
    };
  return senders;
}

async function sendTeamMail({ submission }: Delivery, post: Post, site: Site): Promise<Outcome> {
  const expectsReceipt = post.receipts && !submission.suspected;
  const hasReceipt = expectsReceipt && (await post.submissions.claims.receipt(submission));
  return mailTeam(submission, teamMail(submission, hasReceipt, post.locale, site), post, site);
}

async function sendCancellation({ submission }: Delivery, post: Post, site: Site): Promise<Outcome> {
  const ofMailbox = await post.submissions.list({ ...sameSignUp(submission), cancelled: undefined });
  const cancelled = ofMailbox.filter(({ cancelledAt }) => cancelledAt !== undefined); // somebody can have come again
  const names = answersIn(cancelled, "name");
  return mailTeam(submission, cancellationMail(submission, names, post.locale, site), post, site);
}

async function mailTeam(submission: Submission, message: SendMailOptions, post: Post, site: Site): Promise<Outcome> {
  try {
    await post.mail(message);
  } catch (error) {
    if (!isRejectedMail(error)) throw error;
    await post.mail(referenceMail(submission, errorCode(error), post.locale, site));
  }
  return { outcome: "sent" };
}

async function sendReceipt({ submission, key }: Delivery, post: Post, site: Site): Promise<Outcome> {
  if (!(await post.submissions.claims.receipt(submission))) {
    site.logger.info({ submission: submission.id }, "No receipt: its mailbox has had one, or too many today");
    return { outcome: "dropped" };
  }
  const { receiptMail } = await import("./letter.js"); // not needed at start
  await post.mail(receiptMail(submission, key, site));
  return { outcome: "sent" };
}

async function sendReminder({ submission, key }: Delivery, post: Post, site: Site): Promise<Outcome> {
  const due = checkDue("reminder", submission, site);
  if ("outcome" in due) return due;
  if (submission.suspected || !(await post.submissions.claims.reminder(submission))) return { outcome: "dropped" };
  const { reminderMail } = await import("./letter.js");
  await post.mail(reminderMail(submission, key, due, site));
  return { outcome: "sent" };
}

async function sendWarning({ submission }: Delivery, post: Post, site: Site): Promise<Outcome> {
  const due = checkDue("warning", submission, site);
  if ("outcome" in due) return due;
  if (isAddressKnown(due, site)) return { outcome: "dropped" };
  if (!(await post.submissions.claims.forTeam("warning", submission, dayOf(due)))) return waitForOther(site);
  await post.mail(warningMail(recordOf(due, post.locale, site), post.locale, site));
  return { outcome: "sent" };
}

async function sendDoorList({ submission }: Delivery, post: Post, site: Site): Promise<Outcome> {
  const due = checkDue("door list", submission, site);
  if ("outcome" in due) return due;
  const { claims } = post.submissions;
  if (!(await claims.forTeam("door list", submission, dayOf(due)))) return waitForOther(site);
  const record = recordOf(due, post.locale, site);
  const signUps = await post.submissions.list({ event: record.id });
  try {
    await post.mail(doorListMail(signUps, record, post.locale, site));
  } catch (error) {
    if (!isRejectedMail(error)) throw error;
    const withoutNotes = signUps.map((signUp) => ({ ...signUp, fields: { ...signUp.fields, note: "" } }));
    await post.mail(doorListMail(withoutNotes, record, post.locale, site));
  }
  await claims.keepForTeam("door list", submission);
  return { outcome: "later", at: due.starts }; // until then it can be moved to another day
}

function dayOf({ event, starts }: Occurrence): LocalDate {
  return dateAt(starts, event.zone);
}

/** The sign-up that has claimed the mail of the date can go before it is sent. */
function waitForOther({ clock }: Site): Outcome {
  return { outcome: "later", at: clock() + HOUR_MS };
}

/** What is sent at a time of day in the zone of an open date, by channel. */
const scheduled = { warning: "10:00", reminder: "10:00", "door list": "07:00" };

type Scheduled = keyof typeof scheduled;

/** The reminder keeps the promise to mail the address by a day; the team is warned the day before if it is unknown. */
function dueTime(name: Scheduled, { event, starts }: Occurrence, { library }: Site): Instant {
  const { daysBefore } = library.organisation.addressMail;
  const days = { warning: daysBefore + 1, reminder: daysBefore, "door list": 0 };
  const date = daysAfter(dateAt(starts, event.zone), -days[name]);
  return instantOf(`${date}T${scheduled[name]}`, event.zone);
}

/** Undefined unless the submission puts its sender on the list of an open date. */
export function scheduleOf({ form, fields }: NewSubmission, channels: readonly string[], site: Site) {
  const occurrence = site.snapshot().agenda.occurrence(eventIdOf(fields) ?? "");
  if (form !== "date" || occurrence?.event.audience !== "open") return undefined;
  const schedule = new Map<string, Instant>();
  for (const name of Object.keys(scheduled) as Scheduled[]) {
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

/** The date if a delivery is due by it as content has it now: it can have been moved since it was queued. */
function checkDue(name: Scheduled, { fields }: NewSubmission, site: Site): Occurrence | Outcome {
  const now = site.clock();
  const tomorrow = { outcome: "later", at: now + DAY_MS } as const;
  const occurrence = site.snapshot().agenda.occurrence(eventIdOf(fields) ?? "");
  if (!occurrence) return tomorrow; // perhaps content has it again then
  if (occurrence.status === "postponed") return tomorrow; // its new day is not known yet
  const due = dueTime(name, occurrence, site);
  if (due > now) return { outcome: "later", at: due };
  if (name === "warning" && dueTime("reminder", occurrence, site) <= now) return { outcome: "dropped" };
  if (!takesPlace(occurrence) || occurrence.starts <= now) return { outcome: "dropped" };
  return occurrence;
}
