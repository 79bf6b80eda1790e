import type { Locale } from "../domain/locale.js";
import type { Submission } from "../domain/submission.js";
import type { Site } from "../presenters/site.js";
import type { SubmissionStore } from "../storage/submissions.js";
import { readPrivateDetails } from "./private-details.js";
import { type MailAccount, smtpSender } from "./smtp.js";
import { submissionMail } from "./submission-mail.js";
import { submissionWebhook } from "./submission-webhook.js";
import { type Receiver, type WebhookFormat, webhookSender } from "./webhook.js";

/** Half a minute to six hours apart, this is a day and a half. The team's mails are never given up. */
const MAX_ATTEMPTS = 15;

export interface Sender {
  /** Rejects if it has to be sent again. */
  readonly send: (submission: Submission) => Promise<unknown>;
  /** Called before each attempt; false drops the delivery. */
  readonly isWanted?: (submission: Submission, store: SubmissionStore) => Promise<boolean>;
  readonly maxAttempts: number;
}

/** `locale` is the team's language. */
interface Accounts {
  readonly privateDetails: string | undefined;
  readonly smtp: (MailAccount & { readonly locale: Locale; readonly receipts: boolean }) | undefined;
  readonly webhook: (Receiver & { readonly locale: Locale; readonly format: WebhookFormat }) | undefined;
}

export function createSenders(site: Site, { privateDetails, smtp, webhook }: Accounts) {
  const senders: Record<string, Sender> = {};
  if (smtp) {
    const send = smtpSender(smtp);
    const details = privateDetails ? readPrivateDetails(privateDetails, site.library.events) : {};
    senders.mail = { send: (submission) => send(submissionMail(submission, site, smtp.locale)), maxAttempts: Infinity };
    if (smtp.receipts)
      senders.receipt = {
        async send(submission) {
          const { receiptMail } = await import("./receipt.js"); // not needed at start
          await send(receiptMail(submission, site, details));
        },
        isWanted: (submission, store) => store.claimReceipt(submission),
        maxAttempts: MAX_ATTEMPTS,
      };
  }
  if (webhook) {
    const { format, locale } = webhook;
    const post = webhookSender(webhook, site.clock);
    const send = (submission: Submission) => post(submissionWebhook(submission, format, site, locale));
    senders.webhook = { send, maxAttempts: MAX_ATTEMPTS };
  }
  return senders;
}
