import type { Locale } from "../domain/locale.js";
import type { WebhookFormat } from "../domain/webhook-format.js";
import type { Site } from "../presenters/site.js";
import { forms } from "../site/forms.js";
import type { Channel } from "../storage/delivery-queue.js";
import type { FormTexts } from "./form-texts.js";
import type { SenderTexts } from "./letter.js";
import type { Send } from "./outbox.js";
import { type MailAccount, smtpSender } from "./smtp.js";
import { submissionMail } from "./submission-mail.js";
import { submissionWebhook } from "./submission-webhook.js";
import { type Receiver, webhookSender } from "./webhook.js";

/** What the configuration sets up; letters to the team are in `locale`. */
export interface Accounts {
  readonly smtp: (MailAccount & { readonly locale: Locale; readonly receipts: boolean }) | undefined;
  readonly webhook: (Receiver & { readonly locale: Locale; readonly format: WebhookFormat }) | undefined;
}

export function createSenders(site: Site, { smtp, webhook }: Accounts): Partial<Record<Channel, Send>> {
  const { baseUrl, clock } = site;
  const senders: Partial<Record<Channel, Send>> = {};
  if (smtp) {
    const [team, send] = [formTexts(smtp.locale, site), smtpSender(smtp)];
    senders.mail = (submission) => send(submissionMail(submission, baseUrl, team));
    const sendReceipt: Send = async (submission) => {
      const { receiptMail } = await import("./receipt.js"); // not needed at start
      const mail = receiptMail(submission, senderTexts(submission.locale, site));
      if (mail) await send(mail);
    };
    if (smtp.receipts) senders.receipt = sendReceipt;
  }
  if (webhook) {
    const [team, send] = [formTexts(webhook.locale, site), webhookSender(webhook, clock)];
    senders.webhook = (submission) => send(submissionWebhook(submission, webhook.format, team));
  }
  return senders;
}

export function senderTexts(locale: Locale, site: Site): SenderTexts {
  const { baseUrl } = site;
  const { addresses, organisation } = site.library;
  const privacyUrl = `${baseUrl}${addresses.pathTo("privacy", locale)}#forms`;
  return { ...formTexts(locale, site), baseUrl, organisation, privacyUrl };
}

function formTexts(locale: Locale, { agenda, getFixedT, library, recordOf }: Site): FormTexts {
  return {
    locale,
    t: getFixedT(locale),
    timezone: library.organisation.timezone,
    pageOf: (form) => library.page(forms[form].page, locale),
    eventOf: (id) => {
      const occurrence = agenda.current().find(id);
      return occurrence && recordOf(occurrence, locale);
    },
    themeOf: (id) => library.themes(locale).find((theme) => theme.id === id)?.title,
  };
}
