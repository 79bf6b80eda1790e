import type { Config } from "./config.js";
import type { Files } from "./content/open-files.js";
import type { AgendaKeeper } from "./domain/agenda.js";
import type { Locale } from "./domain/locale.js";
import type { Instant } from "./domain/wall-clock.js";
import type { EventRecords } from "./formats/event-record.js";
import { submissionMail, type TeamTexts } from "./formats/submission-mail.js";
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

/** What sends a submission, for each channel that is set up. */
export function createSenders(dependencies: Dependencies): Partial<Record<Channel, Send>> {
  const { clock, config } = dependencies;
  const { baseUrl, smtp, webhook } = config;
  const mailTo = (account: NonNullable<Config["smtp"]>): Send => {
    const [team, send] = [teamTexts(account.locale, dependencies), smtpSender(account)];
    return (submission) => send(submissionMail(submission, baseUrl, team));
  };
  const postTo = (receiver: NonNullable<Config["webhook"]>): Send => {
    const [team, send] = [teamTexts(receiver.locale, dependencies), webhookSender(receiver, clock)];
    return (submission) => send(submissionWebhook(submission, receiver.format, baseUrl, team));
  };
  return { ...(smtp && { mail: mailTo(smtp) }), ...(webhook && { webhook: postTo(webhook) }) };
}

function teamTexts(locale: Locale, { agenda, getFixedT, library, records }: Dependencies): TeamTexts {
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
