import type { Site } from "../site.js";
import { errorCode } from "../storage/errors.js";
import type { Submission } from "../storage/submission.js";
import type { SubmissionStore } from "../storage/submissions.js";
import type { Locale } from "../text/locale.js";
import { isRejectedMail, type MailAccount, smtpSender } from "./smtp.js";
import { referenceMail, submissionMail } from "./submission-mail.js";
import { submissionWebhook } from "./submission-webhook.js";
import { type Receiver, type WebhookFormat, webhookSender } from "./webhook.js";

const MAX_RECEIPTS_OF_MAILBOX_A_DAY = 10;

export interface Sender {
  /** Rejects if it has to be sent again. */
  readonly send: (submission: Submission, store: SubmissionStore) => Promise<unknown>;
  /** Called before each attempt; false drops the delivery. */
  readonly isWanted?: (submission: Submission, store: SubmissionStore) => Promise<boolean>;
  /** The team's mails are never given up. */
  readonly retriesForever?: boolean;
}

/** `locale` is the team's language. */
interface Accounts {
  readonly smtp: (MailAccount & { readonly locale: Locale; readonly receipts: boolean }) | undefined;
  readonly webhook: (Receiver & { readonly locale: Locale; readonly format: WebhookFormat }) | undefined;
}

export function createSenders(site: Site, { smtp, webhook }: Accounts = site.config) {
  const senders: Record<string, Sender> = {};
  if (smtp) {
    const send = smtpSender(smtp);
    const getsReceipt = (submission: Submission, store: SubmissionStore) =>
      store.claimReceipt(submission, MAX_RECEIPTS_OF_MAILBOX_A_DAY);
    senders.mail = {
      async send(submission, store) {
        const expectsReceipt = smtp.receipts && !submission.suspected;
        const lacksReceipt = expectsReceipt && !(await getsReceipt(submission, store));
        try {
          await send(submissionMail(submission, site, smtp.locale, lacksReceipt));
        } catch (error) {
          if (!isRejectedMail(error)) throw error;
          await send(referenceMail(submission, errorCode(error), site, smtp.locale));
        }
      },
      retriesForever: true,
    };
    if (smtp.receipts)
      senders.receipt = {
        async send(submission) {
          const { receiptMail } = await import("./receipt.js"); // not needed at start
          await send(receiptMail(submission, site, site.privateDetails));
        },
        isWanted: getsReceipt,
      };
  }
  if (webhook) {
    const { format, locale } = webhook;
    const post = webhookSender(webhook, site.clock);
    senders.webhook = { send: (submission) => post(submissionWebhook(submission, format, site, locale)) };
  }
  return senders;
}
