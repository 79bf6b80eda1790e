import type { SendMailOptions } from "nodemailer";
import { type Occurrence, takesPlace } from "../events/event.js";
import { isAddressKnown } from "../events/private-details.js";
import { recordOf } from "../events/record.js";
import type { Site } from "../site.js";
import { errorCode } from "../storage/errors.js";
import type { Channel, Delivery } from "../storage/queue.js";
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
  readonly hasReceipts: boolean;
}

type Webhook = NonNullable<Site["config"]["webhook"]>;

/** Queued when a form is stored, or when a sign-up is cancelled. */
interface ImmediateChannel {
  readonly kind: "stored" | "cancelled";
  /** What must be configured; receipts need mail. */
  readonly needs: "mail" | "receipts";
  /** Otherwise given up after `maxAttempts`, or once the server rejects the recipient. */
  readonly isRetriedForever: boolean;
  readonly send: (delivery: Delivery, post: Post, site: Site) => Promise<Result>;
}

interface WebhookChannel {
  readonly kind: "stored";
  readonly needs: "webhook";
  readonly isRetriedForever: boolean;
  readonly send: (delivery: Delivery, webhook: Webhook, site: Site) => Promise<Result>;
}

/** Queued with each sign-up for an open date. */
interface DatedChannel {
  readonly kind: "dated";
  readonly needs: "mail" | "receipts";
  readonly due: (date: Occurrence, site: Site) => Instant;
  readonly isRetriedForever: boolean;
  readonly send: (delivery: Delivery, date: Occurrence, post: Post, site: Site) => Promise<Result>;
}

/** What is sent about submissions. The team gets `mail` about each, and `warning` if the reminder will lack an address. */
// biome-ignore format: a table is read in columns
export const channels: Readonly<Record<Channel, ImmediateChannel | WebhookChannel | DatedChannel>> = {
  mail:         { kind: "stored",    needs: "mail",     isRetriedForever: true,  send: sendTeamMail },
  receipt:      { kind: "stored",    needs: "receipts", isRetriedForever: false, send: sendReceipt },
  webhook:      { kind: "stored",    needs: "webhook",  isRetriedForever: false, send: sendWebhook },
  cancellation: { kind: "cancelled", needs: "mail",     isRetriedForever: true,  send: sendCancellation },
  warning:      { kind: "dated",     needs: "receipts", isRetriedForever: true,  send: sendWarning,  due: warningDue },
  reminder:     { kind: "dated",     needs: "receipts", isRetriedForever: false, send: sendReminder, due: reminderDue },
  "door list":  { kind: "dated",     needs: "mail",     isRetriedForever: true,  send: sendDoorList, due: doorListDue },
};

/** What is sent about a submission by the channels that are configured. Only sign-ups for open dates can be cancelled. */
export function planFor(submission: NewSubmission, available: readonly Channel[], site: Site): Plan {
  const atOnce: Channel[] = [];
  const later = new Map<Channel, Instant>();
  const date = occurrenceOf(submission.fields, site);
  const isCancellable = submission.form === "date" && date?.event.audience === "open";
  // A program can type in anybody's address, so it gets no receipt. The team is told of every submission.
  const unwanted = submission.suspected ? "receipt" : undefined;
  for (const name of available) {
    const channel = channels[name];
    if (channel.kind === "stored" && name !== unwanted) atOnce.push(name);
    if (channel.kind === "dated" && isCancellable) {
      const due = channel.due(date, site);
      // Who signs up after the reminder has all of it in the receipt.
      if (due > site.clock() || name === "warning") later.set(name, due);
    }
  }
  return { atOnce, later, isCancellable };
}

/** How each channel that is configured sends. */
export function createSenders(submissions: SubmissionStore, site: Site): ReadonlyMap<Channel, Send> {
  const { smtp, webhook } = site.config;
  const post = smtp && { mail: smtpSender(smtp), submissions, teamLocale: smtp.locale, hasReceipts: smtp.receipts };
  const senders = new Map<Channel, Send>();
  for (const name of Object.keys(channels) as Channel[]) {
    const channel = channels[name];
    if (channel.needs === "webhook") {
      if (webhook) senders.set(name, (delivery) => channel.send(delivery, webhook, site));
    } else if (post && (channel.needs === "mail" || post.hasReceipts)) {
      const send: Send = (delivery) =>
        channel.kind === "dated" ? sendWhenDue(channel, delivery, post, site) : channel.send(delivery, post, site);
      senders.set(name, send);
    }
  }
  return senders;
}

async function sendTeamMail({ submission }: Delivery, post: Post, site: Site): Promise<Result> {
  const expectsReceipt = post.hasReceipts && !submission.suspected;
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

async function sendWebhook({ submission }: Delivery, webhook: Webhook, site: Site): Promise<Result> {
  await postWebhook(submissionWebhook(submission, webhook.format, webhook.locale, site), webhook, site.clock);
  return { outcome: "sent" };
}

/** Sends what is due by the date as content has it now: it can have been moved since the delivery was queued. */
async function sendWhenDue(channel: DatedChannel, delivery: Delivery, post: Post, site: Site): Promise<Result> {
  const now = site.clock();
  const date = occurrenceOf(delivery.submission.fields, site);
  // Content can have the date again tomorrow, or name the day to which it is postponed.
  if (!date || date.status === "postponed") return { outcome: "later", at: now + DAY_MS };
  const due = channel.due(date, site);
  if (due > now) return { outcome: "later", at: due };
  if (!takesPlace(date) || date.starts <= now) return { outcome: "dropped" };
  return channel.send(delivery, date, post, site);
}

/** The site promises to have mailed the address by then. */
function reminderDue(date: Occurrence, { library }: Site): Instant {
  return timeBefore(date, library.organisation.addressMail.daysBefore, "10:00");
}

function warningDue(date: Occurrence, { library }: Site): Instant {
  return timeBefore(date, library.organisation.addressMail.daysBefore + 1, "10:00");
}

function doorListDue(date: Occurrence): Instant {
  return timeBefore(date, 0, "07:00");
}

/** In the zone of the date. */
function timeBefore(date: Occurrence, days: number, time: string): Instant {
  return instantOf(`${daysAfter(dayOf(date), -days)}T${time}`, date.event.zone);
}

const dayOf = ({ event, starts }: Occurrence): LocalDate => dateAt(starts, event.zone);

async function sendReminder({ submission, key }: Delivery, date: Occurrence, post: Post, site: Site): Promise<Result> {
  if (submission.suspected || !(await post.submissions.claims.claimReminder(submission))) return { outcome: "dropped" };
  const { reminderMail } = await import("./letter.js");
  await post.mail(reminderMail(submission, key, date, site));
  return { outcome: "sent" };
}

async function sendWarning({ submission }: Delivery, date: Occurrence, post: Post, site: Site): Promise<Result> {
  const isTooLate = reminderDue(date, site) <= site.clock();
  if (isTooLate || isAddressKnown(date, site)) return { outcome: "dropped" };
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

/** The sign-up that has claimed the mail can be cancelled before it is sent. */
const waitForOther = ({ clock }: Site): Result => ({ outcome: "later", at: clock() + HOUR_MS });
