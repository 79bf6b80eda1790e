import type { SendMailOptions } from "nodemailer";
import { isAddressKnown } from "../events/private-details.js";
import { recordOf } from "../events/record.js";
import type { Site } from "../site.js";
import { errorCode, rejectNotNoted } from "../storage/errors.js";
import { type Submission, sameSignUp } from "../storage/submission.js";
import type { SubmissionStore } from "../storage/submissions.js";
import { HOUR_MS } from "../text/wall-clock.js";
import { doorListMail } from "./door-list.js";
import { dateWhenDue } from "./schedule.js";
import { answersIn } from "./sign-ups.js";
import { isRejectedMail, smtpSender } from "./smtp.js";
import { submissionWebhook } from "./submission-webhook.js";
import { cancellationMail, referenceMail, teamMail, warningMail } from "./team-mail.js";
import { postWebhook } from "./webhook.js";

const MAX_RECEIPTS_OF_MAILBOX_A_DAY = 10;

/** The others are for a set time before a date, and for sign-ups that are cancelled. */
export const formChannels: readonly string[] = ["mail", "receipt", "webhook"];

export interface Sender {
  /**
   * Resolves with false if nothing is to be sent, or with the time at which it is due instead; rejects if it has to be
   * sent again.
   */
  readonly send: (submission: Submission, key: string | null) => Promise<unknown>;
  /** The team's mails are never given up. */
  readonly retriesForever?: boolean;
}

/** By channel. */
export function createSenders(submissions: SubmissionStore, site: Site): Readonly<Record<string, Sender>> {
  const { smtp, webhook } = site.config;
  const senders: Record<string, Sender> = {};
  if (smtp) {
    const { locale, receipts } = smtp;
    const mail = smtpSender(smtp);
    const getsReceipt = (submission: Submission) =>
      submissions.claimReceipt(submission, MAX_RECEIPTS_OF_MAILBOX_A_DAY).catch(rejectNotNoted);

    const mailTeam = async (submission: Submission, message: SendMailOptions) => {
      try {
        await mail(message);
      } catch (error) {
        if (!isRejectedMail(error)) throw error;
        await mail(referenceMail(submission, errorCode(error), locale, site));
      }
    };

    const sendToTeam = async (submission: Submission) => {
      const expectsReceipt = receipts && !submission.suspected;
      const lacksReceipt = expectsReceipt && !(await getsReceipt(submission));
      await mailTeam(submission, teamMail(submission, lacksReceipt, locale, site));
    };

    const sendCancellation = async (submission: Submission) => {
      const ofMailbox = await submissions.list({ ...sameSignUp(submission), cancelled: undefined });
      const names = answersIn(ofMailbox, "name").join(" / ");
      await mailTeam(submission, cancellationMail(submission, names, locale, site));
    };

    /** Once for each mailbox on the list of the date. */
    const sendReminder = async (submission: Submission, key: string | null) => {
      const occurrence = dateWhenDue("reminder", submission, site);
      if (typeof occurrence !== "object") return occurrence;
      if (submission.suspected || !(await submissions.claimReminder(submission).catch(rejectNotNoted))) return false;
      const { reminderMail } = await import("./letter.js"); // not needed at start
      return mail(reminderMail(submission, key, occurrence, site));
    };

    /** Once for the date: the other sign-ups wait, in case the one that has claimed it goes before it is sent. */
    const sendOnceToTeam = async (name: "warning" | "door list", submission: Submission) => {
      const occurrence = dateWhenDue(name, submission, site);
      if (typeof occurrence !== "object") return occurrence;
      if (name === "warning" && isAddressKnown(occurrence, site)) return false;
      if (!(await submissions.claimForDate(name, submission).catch(rejectNotNoted))) return site.clock() + HOUR_MS;
      const record = recordOf(occurrence, locale, site);
      if (name === "warning") return mail(warningMail(record, locale, site));
      const list = await submissions.list({ event: occurrence.id });
      try {
        return await mail(doorListMail(list, record, locale, site));
      } catch (error) {
        if (!isRejectedMail(error)) throw error;
        const withoutNotes = list.map((signUp) => ({ ...signUp, fields: { ...signUp.fields, note: "" } }));
        return await mail(doorListMail(withoutNotes, record, locale, site));
      }
    };

    const sendReceipt = async (submission: Submission, key: string | null) => {
      const isDue = await getsReceipt(submission);
      const { receiptMail } = await import("./letter.js");
      if (isDue) await mail(receiptMail(submission, key, site));
      else site.logger.info({ submission: submission.id }, "No receipt: its mailbox has had one, or too many today");
      return isDue;
    };

    senders.mail = { send: sendToTeam, retriesForever: true };
    senders.cancellation = { send: sendCancellation, retriesForever: true };
    senders["door list"] = { send: (submission) => sendOnceToTeam("door list", submission), retriesForever: true };
    if (receipts) {
      senders.receipt = { send: sendReceipt };
      senders.reminder = { send: sendReminder };
      senders.warning = { send: (submission) => sendOnceToTeam("warning", submission), retriesForever: true };
    }
  }
  if (webhook) {
    const send = (submission: Submission) => {
      const message = submissionWebhook(submission, webhook.format, webhook.locale, site);
      return postWebhook(message, webhook, site.clock);
    };
    senders.webhook = { send };
  }
  return senders;
}
