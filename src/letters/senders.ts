import type { Site } from "../site.js";
import { errorCode } from "../storage/errors.js";
import type { Submission } from "../storage/submission.js";
import type { SubmissionStore } from "../storage/submissions.js";
import { isRejectedMail, smtpSender } from "./smtp.js";
import { submissionWebhook } from "./submission-webhook.js";
import { referenceMail, teamMail } from "./team-mail.js";
import { webhookSender } from "./webhook.js";

const MAX_RECEIPTS_OF_MAILBOX_A_DAY = 10;

export interface Sender {
  /** Rejects if it has to be sent again. */
  readonly send: (submission: Submission) => Promise<unknown>;
  /** Called before each attempt; false drops the delivery. */
  readonly isWanted?: (submission: Submission) => Promise<boolean>;
  /** The team's mails are never given up. */
  readonly retriesForever?: boolean;
}

/** By channel. */
export function createSenders(submissions: SubmissionStore, site: Site): Readonly<Record<string, Sender>> {
  const { smtp, webhook } = site.config;
  const senders: Record<string, Sender> = {};
  if (smtp) {
    const { locale, receipts } = smtp;
    const send = smtpSender(smtp);
    const getsReceipt = (submission: Submission) => submissions.claimReceipt(submission, MAX_RECEIPTS_OF_MAILBOX_A_DAY);
    senders.mail = {
      async send(submission) {
        const expectsReceipt = receipts && !submission.suspected;
        const lacksReceipt = expectsReceipt && !(await getsReceipt(submission));
        try {
          await send(teamMail(submission, lacksReceipt, locale, site));
        } catch (error) {
          if (!isRejectedMail(error)) throw error;
          await send(referenceMail(submission, errorCode(error), locale, site));
        }
      },
      retriesForever: true,
    };
    const sendReceipt = async (submission: Submission) => {
      const { receiptMail } = await import("./letter.js"); // not needed at start
      await send(receiptMail(submission, site));
    };
    if (receipts) senders.receipt = { send: sendReceipt, isWanted: getsReceipt };
  }
  if (webhook) {
    const post = webhookSender(webhook, site.clock);
    senders.webhook = {
      send: (submission) => post(submissionWebhook(submission, webhook.format, webhook.locale, site)),
    };
  }
  return senders;
}
