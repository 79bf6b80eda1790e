import type { EventRecord } from "../events/record.js";
import type { Site } from "../site.js";
import { eventIdOf, type Submission } from "../storage/submission.js";
import { escapeMarkdown } from "../text/escaping.js";
import type { Locale } from "../text/locale.js";
import { eventOf, formAndDate } from "./answers.js";
import type { WebhookFormat } from "./webhook.js";

/** Names the form, the event and a reference; what the sender wrote stays in the database. */
export function submissionWebhook(submission: Submission, format: WebhookFormat, site: Site, locale: Locale) {
  const { id, form, fields, receivedAt, suspected } = submission;
  const event = eventOf(eventIdOf(fields) ?? "", site, locale);
  const t = site.getFixedT(locale);
  const show = t("forms:mail.show", { command: `\`npm run submissions -- show ${id}\`` });
  const mark = suspected ? `${t("forms:mail.suspected")}: ` : "";
  const textWith = (escapeText: (text: string) => string) =>
    `${mark}${escapeText(formAndDate(form, event, site, locale))}\n${show}`;
  const bodies = {
    standard: () => ({
      type: "submission.accepted",
      timestamp: receivedAt,
      data: { reference: id, form, event: event ? named(event) : null, suspected: suspected || undefined },
    }),
    slack: () => ({ text: textWith(escapeMrkdwn) }),
    discord: () => ({ content: textWith(escapeMarkdown), allowed_mentions: { parse: [] } }),
  };
  return { id, body: JSON.stringify(bodies[format]()) };
}

const named = ({ id, uid, title, startsAt, url }: EventRecord) => ({ id, uid, title, startsAt, url });

/** https://docs.slack.dev/messaging/formatting-message-text#escaping */
function escapeMrkdwn(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
