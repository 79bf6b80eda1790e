import type { SendMailOptions } from "nodemailer";
import { type Occurrence, takesPlace } from "../events/event.js";
import { isAddressKnown } from "../events/private-details.js";
import { recordOf } from "../events/record.js";
import type { Site } from "../site.js";
import { errorCode } from "../storage/errors.js";
import { type Channel, channels, type Delivery } from "../storage/queue.js";
import { answersIn, type NewSubmission, type Submission, sameSignUp } from "../storage/submission.js";
import type { Plan, SubmissionStore } from "../storage/submissions.js";
import type { Locale } from "../text/locale.js";
import { DAY_MS, dateAt, daysAfter, HOUR_MS, type Instant, instantOf, type LocalDate } from "../text/wall-clock.js";
import { occurrenceOf } from "./answers.js";
import {
  cancellationMail,
  doorListMail,
  referenceMail,
  submissionWebhook,
  teamMail,
  warningMail,
} from "./team-messages.js";
import { isRejectedMail, postWebhook, smtpSender } from "./transports.js";

/** What becomes of a delivery. */
export type Result =
  | { readonly outcome: "sent" | "dropped" }
  | { readonly outcome: "later"; readonly at: Instant; readonly failedAttempts?: number };

/** Rejects if it has to be tried again. */
export type Send = (delivery: Delivery) => Promise<Result>;

/** What mails are sent with. */
interface Post {
  readonly mail: (message: SendMailOptions) => Promise<void>;
  readonly submissions: SubmissionStore;
  readonly teamLocale: Locale;
}

/** How each channel that is configured sends. */
export function createSenders(submissions: SubmissionStore, site: Site): ReadonlyMap<Channel, Send> {
  const { smtp, webhook } = site.config;
  const senders = new Map<Channel, Send>();
  if (smtp) {
    const post = { mail: smtpSender(smtp), submissions, teamLocale: smtp.locale };
    senders.set("mail", (delivery) => sendTeamMail(delivery, post, site));
    senders.set("cancellation", (delivery) => sendCancellation(delivery, post, site));
    senders.set("door list", (delivery) => sendWhenDue("door list", delivery, post, site));
    if (smtp.receipts) {
      senders.set("receipt", (delivery) => sendReceipt(delivery, post, site));
      senders.set("reminder", (delivery) => sendWhenDue("reminder", delivery, post, site));
      senders.set("warning", (delivery) => sendWhenDue("warning", delivery, post, site));
    }
  }
  if (webhook)
    senders.set("webhook", async ({ submission }) => {
      await postWebhook(submissionWebhook(submission, webhook.format, webhook.locale, site), webhook, site.clock);
      return { outcome: "sent" };
    });
  return senders;
}

async function sendTeamMail({ submission }: Delivery, post: Post, site: Site): Promise<Result> {
  const expectsReceipt = Boolean(site.config.smtp?.receipts) && !submission.suspected;
  // Claims the receipt here already, so that this mail does not promise one that another submission gets.
  const hasReceipt = expectsReceipt && (await post.submissions.claims.claimReceipt(submission));
  return mailTeam(submission, teamMail(submission, hasReceipt, post.teamLocale, site), post, site);
}

async function sendCancellation({ submission }: Delivery, post: Post, site: Site): Promise<Result> {
  const ofMailbox = await post.submissions.list({ ...sameSignUp(submission), cancelled: undefined });
  const cancelled = ofMailbox.filter(({ cancelledAt }) => cancelledAt !== undefined); // somebody can have come again
  const names = answersIn(cancelled, "name");
  return mailTeam(submission, cancellationMail(submission, names, post.teamLocale, site), post, site);
}

async function mailTeam(submission: Submission, message: SendMailOptions, post: Post, site: Site): Promise<Result> {
  try {
    await post.mail(message);
  } catch (error) {
    if (!isRejectedMail(error)) throw error;
    await post.mail(referenceMail(submission, errorCode(error), post.teamLocale, site));
  }
  return { outcome: "sent" };
}

async function sendReceipt({ submission, key }: Delivery, post: Post, site: Site): Promise<Result> {
  if (!(await post.submissions.claims.claimReceipt(submission))) {
    site.logger.info({ submission: submission.id }, "No receipt: its mailbox has had one, or too many today");
    return { outcome: "dropped" };
  }
  const { receiptMail } = await import("./letter.js"); // not needed at start
  await post.mail(receiptMail(submission, key, site));
  return { outcome: "sent" };
}

/** Sends what is due by the date as content has it now: it can have been moved since the delivery was queued. */
async function sendWhenDue(channel: Scheduled, delivery: Delivery, post: Post, site: Site): Promise<Result> {
  const now = site.clock();
  const date = occurrenceOf(delivery.submission.fields, site);
  // Content can have the date again tomorrow, or name the day to which it is postponed.
  if (!date || date.status === "postponed") return { outcome: "later", at: now + DAY_MS };
  const due = whenDue(channel, date, site);
  if (due > now) return { outcome: "later", at: due };
  if (channel === "warning" && whenDue("reminder", date, site) <= now) return { outcome: "dropped" };
  if (!takesPlace(date) || date.starts <= now) return { outcome: "dropped" };
  return scheduled[channel].send(delivery, date, post, site);
}

async function sendReminder({ submission, key }: Delivery, date: Occurrence, post: Post, site: Site): Promise<Result> {
  if (submission.suspected || !(await post.submissions.claims.claimReminder(submission))) return { outcome: "dropped" };
  const { reminderMail } = await import("./letter.js");
  await post.mail(reminderMail(submission, key, date, site));
  return { outcome: "sent" };
}

async function sendWarning({ submission }: Delivery, date: Occurrence, post: Post, site: Site): Promise<Result> {
  if (isAddressKnown(date, site)) return { outcome: "dropped" };
  if (!(await post.submissions.claims.claimForTeam("warning", submission, dayOf(date)))) return waitForOther(site);
  await post.mail(warningMail(recordOf(date, post.teamLocale, site), post.teamLocale, site));
  return { outcome: "sent" };
}

async function sendDoorList({ submission }: Delivery, date: Occurrence, post: Post, site: Site): Promise<Result> {
  const { claims } = post.submissions;
  if (!(await claims.claimForTeam("door list", submission, dayOf(date)))) return waitForOther(site);
  const record = recordOf(date, post.teamLocale, site);
  const signUps = await post.submissions.list({ event: record.id });
  try {
    await post.mail(doorListMail(signUps, record, post.teamLocale, site));
  } catch (error) {
    if (!isRejectedMail(error)) throw error;
    const withoutNotes = signUps.map((signUp) => ({ ...signUp, fields: { ...signUp.fields, note: "" } }));
    await post.mail(doorListMail(withoutNotes, record, post.teamLocale, site));
  }
  await claims.keepForTeam("door list", submission);
  return { outcome: "later", at: date.starts }; // until then it can be moved to another day
}

const dayOf = ({ event, starts }: Occurrence): LocalDate => dateAt(starts, event.zone);

/** The sign-up that has claimed the mail can be cancelled before it is sent. */
const waitForOther = ({ clock }: Site): Result => ({ outcome: "later", at: clock() + HOUR_MS });

/** These channels send at a time of day in the zone of the date. */
const scheduled = {
  warning: { time: "10:00", send: sendWarning },
  reminder: { time: "10:00", send: sendReminder },
  "door list": { time: "07:00", send: sendDoorList },
};

type Scheduled = keyof typeof scheduled;

/** The reminder keeps the promise to mail the address by a day; the team is warned the day before if it is unknown. */
function whenDue(channel: Scheduled, date: Occurrence, { library }: Site): Instant {
  const { daysBefore } = library.organisation.addressMail;
  const days = { warning: daysBefore + 1, reminder: daysBefore, "door list": 0 };
  return instantOf(`${daysAfter(dayOf(date), -days[channel])}T${scheduled[channel].time}`, date.event.zone);
}

export function planFor(submission: NewSubmission, available: readonly Channel[], site: Site): Plan {
  // A program can type in anybody's address, so it gets no receipt. The team is told of every submission.
  const unwanted = submission.suspected ? "receipt" : undefined;
  const atOnce = available.filter((channel) => channels[channel].isAtOnce && channel !== unwanted);
  const later = new Map<Channel, Instant>();
  const date = occurrenceOf(submission.fields, site);
  const isCancellable = submission.form === "date" && date?.event.audience === "open";
  if (!isCancellable) return { atOnce, later, isCancellable };
  for (const channel of Object.keys(scheduled) as Scheduled[]) {
    const due = whenDue(channel, date, site);
    // Who signs up after the reminders has all of it in the receipt.
    if (available.includes(channel) && (due > site.clock() || channel === "warning")) later.set(channel, due);
  }
  return { atOnce, later, isCancellable };
}
