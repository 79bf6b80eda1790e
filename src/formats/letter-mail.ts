import type { EventRecord } from "../contracts/event-record.js";
import type { Organisation } from "../site/organisation.js";
import { eventCalendar } from "./event-calendar.js";
import type { FormTexts } from "./form-texts.js";
import { icalendar } from "./icalendar.js";
import { type Letter, letterHtml, letterText } from "./letter.js";

/** What the sender of a form reads, in the language of the form. */
export interface SenderTexts extends FormTexts {
  readonly baseUrl: string;
  readonly organisation: Organisation;
  readonly privacyUrl: string;
}

interface Envelope {
  readonly to: string;
  readonly subject: string;
  /** Different for each mail about a submission. */
  readonly id: string;
  /** RFC 3834 §5 */
  readonly autoSubmitted: "auto-replied" | "auto-generated";
  readonly event: EventRecord | undefined;
}

/** A mail that no program answers; a person's answer goes to the site's address. */
export function letterMail(letter: Letter, { to, subject, id, autoSubmitted, event }: Envelope, texts: SenderTexts) {
  const { baseUrl, organisation, t } = texts;
  const { mail, name } = organisation;
  const calendarOf = (event: EventRecord) =>
    icalendar({ ...eventCalendar(event, baseUrl, t), organizer: { name: name.replaceAll('"', "'"), email: mail } });
  return {
    to: { name: "", address: to },
    replyTo: { name, address: mail },
    subject,
    text: letterText(letter),
    html: letterHtml(letter),
    headers: { "Auto-Submitted": autoSubmitted, "X-Auto-Response-Suppress": "All" },
    attachments: event
      ? [
          {
            filename: `${event.id}.ics`,
            content: calendarOf(event),
            contentType: "text/calendar; charset=utf-8; method=PUBLISH",
          },
        ]
      : [],
    messageId: `<${id}@${new URL(baseUrl).hostname}>`,
  };
}

/** "For Commerce · https://www.example.com/en" */
export function signature({ baseUrl, locale, organisation }: SenderTexts): string {
  return `${organisation.name} · ${baseUrl}/${locale}`;
}
