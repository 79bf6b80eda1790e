import type { Site } from "../site.js";
import { errorCode } from "../storage/errors.js";
import type { Submission } from "../storage/submission.js";
import type { SubmissionStore } from "../storage/submissions.js";
import { isRejectedMail, smtpSender } from "./smtp.js";
import { submissionWebhook } from "./submission-webhook.js";
import { referenceMail, teamMail } from "./team-mail.js";
import { postWebhook } from "./webhook.js";

const MAX_RECEIPTS_OF_MAILBOX_A_DAY = 10;

export interface Sender {
  /** Resolves with false if nothing is to be sent; rejects if it has to be sent again. */
  readonly send: (submission: Submission) => Promise<unknown>;
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
    const getsReceipt = (submission: Submission) => submissions.claimReceipt(submission, MAX_RECEIPTS_OF_MAILBOX_A_DAY);

    const sendToTeam = async (submission: Submission) => {
      const expectsReceipt = receipts && !submission.suspected;
      const lacksReceipt = expectsReceipt && !(await getsReceipt(submission));
      try {
        await mail(teamMail(submission, lacksReceipt, locale, site));
      } catch (error) {
        if (!isRejectedMail(error)) throw error;
        await mail(referenceMail(submission, errorCode(error), locale, site));
      }
    };

    const sendReceipt = async (submission: Submission) => {
      const isDue = await getsReceipt(submission);
      const { receiptMail } = await import("./letter.js"); // not needed at start
      if (isDue) await mail(receiptMail(submission, site));
      else site.logger.info({ submission: submission.id }, "No receipt: its mailbox has had one, or too many today");
      return isDue;
    };

    senders.mail = { send: sendToTeam, retriesForever: true };
    if (receipts) senders.receipt = { send: sendReceipt };
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
