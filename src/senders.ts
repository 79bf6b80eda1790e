import type { Config } from "./config.js";
import type { Files } from "./content/open-files.js";
import type { AgendaKeeper } from "./domain/agenda.js";
import type { Locale } from "./domain/locale.js";
import type { Instant } from "./domain/wall-clock.js";
import type { EventRecords } from "./formats/event-record.js";
import type { FormTexts } from "./formats/form-texts.js";
import type { SenderTexts } from "./formats/letter-mail.js";
import { submissionMail } from "./formats/submission-mail.js";
import { submissionWebhook } from "./formats/submission-webhook.js";
import { forms } from "./site/forms.js";
import type { Channel } from "./storage/delivery-queue.js";
import type { Send } from "./storage/outbox.js";
import { smtpSender } from "./storage/smtp.js";
import { webhookSender } from "./storage/webhook.js";

interface Dependencies extends Pick<Files, "getFixedT" | "library"> {
  readonly agenda: AgendaKeeper;
  readonly clock: () => Instant;
  readonly config: Config;
  readonly records: EventRecords;
}

export function createSenders(dependencies: Dependencies): Partial<Record<Channel, Send>> {
  const { clock, config } = dependencies;
  const { baseUrl, smtp, webhook } = config;
  const mailTo = (account: NonNullable<Config["smtp"]>): Send => {
    const [team, send] = [formTexts(account.locale, dependencies), smtpSender(account)];
    return (submission) => send(submissionMail(submission, baseUrl, team));
  };
  const receiptBy = (account: NonNullable<Config["smtp"]>): Send => {
    const send = smtpSender(account);
    return async (submission) => {
      const { receiptMail } = await import("./formats/receipt.js"); // not needed at start
      const mail = receiptMail(submission, senderTexts(submission.locale, dependencies));
      if (mail) await send(mail);
    };
  };
  const postTo = (receiver: NonNullable<Config["webhook"]>): Send => {
    const [team, send] = [formTexts(receiver.locale, dependencies), webhookSender(receiver, clock)];
    return (submission) => send(submissionWebhook(submission, receiver.format, baseUrl, team));
  };
  return {
    ...(smtp && { mail: mailTo(smtp) }),
    ...(smtp?.receipts && { receipt: receiptBy(smtp) }),
    ...(webhook && { webhook: postTo(webhook) }),
  };
}

export function senderTexts(locale: Locale, dependencies: Omit<Dependencies, "clock">): SenderTexts {
  const { baseUrl } = dependencies.config;
  const { addresses, organisation } = dependencies.library;
  const privacyUrl = `${baseUrl}${addresses.pathTo("privacy", locale)}#forms`;
  return { ...formTexts(locale, dependencies), baseUrl, organisation, privacyUrl };
}

function formTexts(locale: Locale, { agenda, getFixedT, library, records }: Omit<Dependencies, "clock">): FormTexts {
  return {
    locale,
    t: getFixedT(locale),
    timezone: library.organisation.timezone,
    pageOf: (form) => library.page(forms[form].page, locale),
    eventOf: (id) => {
      const occurrence = agenda.current().find(id);
      return occurrence && records.of(occurrence, locale);
    },
    themeOf: (id) => library.themes(locale).find((theme) => theme.id === id)?.title,
  };
}
