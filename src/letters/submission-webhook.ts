import type { EventRecord } from "../events/record.js";
import type { Site } from "../site.js";
import { eventIdOf, type Submission } from "../storage/submission.js";
import { escapeMarkdown } from "../text/escaping.js";
import type { Locale } from "../text/locale.js";
import { eventById, formAndDate } from "./answers.js";
import type { WebhookFormat } from "./webhook.js";

/** Names the form, the event and a reference; what the sender wrote stays in the database. */
export function submissionWebhook(submission: Submission, format: WebhookFormat, locale: Locale, site: Site) {
  const { id, form, fields, receivedAt, suspected } = submission;
  const record = eventById(eventIdOf(fields) ?? "", locale, site);
  const body = () => {
    if (format === "standard") {
      const event = record ? namesOf(record) : null;
      const data = { reference: id, form, event, suspected: suspected || undefined };
      return { type: "submission.accepted", timestamp: receivedAt, data };
    }
    const t = site.getFixedT(locale);
    const mark = suspected ? `${t("forms:mail.suspected")}: ` : "";
    const about = formAndDate(form, record, locale, site);
    const show = t("forms:mail.show", { command: `\`npm run submissions -- show ${id}\`` });
    if (format === "slack") return { text: `${mark}${escapeMrkdwn(about)}\n${show}` };
    return { content: `${mark}${escapeMarkdown(about)}\n${show}`, allowed_mentions: { parse: [] } };
  };
  return { id, body: JSON.stringify(body()) };
}

function namesOf({ id, uid, title, startsAt, url }: EventRecord) {
  return { id, uid, title, startsAt, url };
}

/** https://docs.slack.dev/messaging/formatting-message-text#escaping */
function escapeMrkdwn(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
