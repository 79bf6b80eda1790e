import type { SendMailOptions } from "nodemailer";
import { type Occurrence, takesPlace } from "../events/event.js";
import { isAddressKnown } from "../events/private-details.js";
import { recordOf } from "../events/record.js";
import type { Site } from "../site.js";
import { errorCode } from "../storage/errors.js";
import type { Channel, Delivery } from "../storage/queue.js";
import { answersIn, type NewSubmission, type Submission, sameSignUp } from "../storage/submission.js";
import type { Plan, SubmissionStore } from "../storage/submissions.js";
import { defaultLocale, type Locale } from "../text/locale.js";
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

/** What must be configured; receipts need mail. */
type Need = "mail" | "receipts" | "webhook";

interface ImmediateChannel {
  readonly needs: Need;
  readonly queued: "when stored" | "when cancelled";
  /** Otherwise given up after `maxAttempts`, or once the server rejects the recipient. */
  readonly isRetriedForever: boolean;
  readonly send: (delivery: Delivery, post: Post, site: Site) => Promise<Result>;
}

/** Queued with each sign-up for an open date; the time is in the zone of the date. */
interface DatedChannel {
  readonly needs: Need;
  /** `promised` is how many days before a date the site promises to mail the address. */
  readonly daysBefore: (promised: number) => number;
  readonly time: string;
  readonly isRetriedForever: boolean;
  readonly send: (delivery: Delivery, date: Occurrence, post: Post, site: Site) => Promise<Result>;
}

/** What is sent about submissions. The team gets `mail` about each, and `warning` if the reminder will lack an address. */
// biome-ignore format: a table is read in columns
export const channels = {
  mail:         { needs: "mail",     queued: "when stored",    isRetriedForever: true,  send: sendTeamMail },
  receipt:      { needs: "receipts", queued: "when stored",    isRetriedForever: false, send: sendReceipt },
  webhook:      { needs: "webhook",  queued: "when stored",    isRetriedForever: false, send: sendWebhook },
  cancellation: { needs: "mail",     queued: "when cancelled", isRetriedForever: true,  send: sendCancellation },
  warning:      { needs: "receipts", daysBefore: (promised) => promised + 1, time: "10:00", isRetriedForever: true,  send: sendWarning },
  reminder:     { needs: "receipts", daysBefore: (promised) => promised,     time: "10:00", isRetriedForever: false, send: sendReminder },
  "door list":  { needs: "mail",     daysBefore: () => 0,                    time: "07:00", isRetriedForever: true,  send: sendDoorList },
} satisfies Record<Channel, ImmediateChannel | DatedChannel>;

/** What is sent about a submission by the channels that are configured. Only sign-ups for open dates can be cancelled. */
export function planFor(submission: NewSubmission, available: readonly Channel[], site: Site): Plan {
  const atOnce: Channel[] = [];
  const later = new Map<Channel, Instant>();
  const date = occurrenceOf(submission.fields, site);
  const isCancellable = submission.form === "date" && date?.event.audience === "open";
  // A program can type in anybody's address, so it gets no receipt. The team is told of every submission.
  const unwanted = submission.suspected ? "receipt" : undefined;
  for (const name of available) {
    const channel: ImmediateChannel | DatedChannel = channels[name];
    if ("queued" in channel) {
      if (channel.queued === "when stored" && name !== unwanted) atOnce.push(name);
    } else if (isCancellable) {
      const due = whenDue(channel, date, site);
      // Who signs up after the reminder has all of it in the receipt.
      if (due > site.clock() || name === "warning") later.set(name, due);
    }
  }
  return { atOnce, later, isCancellable };
}

/** How each channel that is configured sends. */
export function createSenders(submissions: SubmissionStore, site: Site): ReadonlyMap<Channel, Send> {
  const { smtp, webhook } = site.config;
  const isConfigured = { mail: smtp !== undefined, receipts: Boolean(smtp?.receipts), webhook: webhook !== undefined };
  const mail = smtp ? smtpSender(smtp) : () => Promise.reject(new Error("SMTP_URL is not set"));
  const post = { mail, submissions, teamLocale: smtp?.locale ?? defaultLocale };
  const senders = new Map<Channel, Send>();
  for (const name of Object.keys(channels) as Channel[]) {
    const channel: ImmediateChannel | DatedChannel = channels[name];
    if (!isConfigured[channel.needs]) continue;
    senders.set(name, (delivery) =>
      "queued" in channel ? channel.send(delivery, post, site) : sendWhenDue(channel, delivery, post, site),
    );
  }
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

async function sendWebhook({ submission }: Delivery, _post: Post, site: Site): Promise<Result> {
  const { webhook } = site.config;
  if (!webhook) throw new Error("SUBMISSIONS_WEBHOOK is not set");
  await postWebhook(submissionWebhook(submission, webhook.format, webhook.locale, site), webhook, site.clock);
  return { outcome: "sent" };
}

/** Sends what is due by the date as content has it now: it can have been moved since the delivery was queued. */
async function sendWhenDue(channel: DatedChannel, delivery: Delivery, post: Post, site: Site): Promise<Result> {
  const now = site.clock();
  const date = occurrenceOf(delivery.submission.fields, site);
  // Content can have the date again tomorrow, or name the day to which it is postponed.
  if (!date || date.status === "postponed") return { outcome: "later", at: now + DAY_MS };
  const due = whenDue(channel, date, site);
  if (due > now) return { outcome: "later", at: due };
  if (!takesPlace(date) || date.starts <= now) return { outcome: "dropped" };
  return channel.send(delivery, date, post, site);
}

function whenDue(channel: DatedChannel, date: Occurrence, { library }: Site): Instant {
  const days = channel.daysBefore(library.organisation.addressMail.daysBefore);
  return instantOf(`${daysAfter(dayOf(date), -days)}T${channel.time}`, date.event.zone);
}

const dayOf = ({ event, starts }: Occurrence): LocalDate => dateAt(starts, event.zone);

async function sendReminder({ submission, key }: Delivery, date: Occurrence, post: Post, site: Site): Promise<Result> {
  if (submission.suspected || !(await post.submissions.claims.claimReminder(submission))) return { outcome: "dropped" };
  const { reminderMail } = await import("./letter.js");
  await post.mail(reminderMail(submission, key, date, site));
  return { outcome: "sent" };
}

async function sendWarning({ submission }: Delivery, date: Occurrence, post: Post, site: Site): Promise<Result> {
  const isTooLate = whenDue(channels.reminder, date, site) <= site.clock();
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
