import type { EventRecord } from "../contracts/event-record.js";
import { eventIdOf, type Submission } from "../domain/submission.js";
import type { WebhookFormat } from "../domain/webhook-format.js";
import { escapeMarkdown } from "../text/escape-markdown.js";
import { type FormTexts, formAndDate } from "./form-texts.js";

/** Names the form, the event and a reference; what the sender wrote stays in the database. */
export function submissionWebhook(submission: Submission, format: WebhookFormat, team: FormTexts) {
  const { id, form, fields, receivedAt } = submission;
  const event = team.eventOf(eventIdOf(fields) ?? "");
  const show = team.t("forms:mail.show", { command: `\`npm run submissions -- show ${id}\`` });
  const textWith = (escapeText: (text: string) => string) => `${escapeText(formAndDate(form, event, team))}\n${show}`;
  const bodies = {
    standard: () => ({
      type: "submission.accepted",
      timestamp: receivedAt,
      data: { reference: id, form, event: event ? eventOf(event) : null },
    }),
    slack: () => ({ text: textWith(escapeMrkdwn) }),
    discord: () => ({ content: textWith(escapeMarkdown), allowed_mentions: { parse: [] } }),
  };
  return { id, body: JSON.stringify(bodies[format]()) };
}

const eventOf = ({ id, uid, title, startsAt, url }: EventRecord) => ({ id, uid, title, startsAt, url });

/** https://docs.slack.dev/messaging/formatting-message-text#escaping */
function escapeMrkdwn(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
