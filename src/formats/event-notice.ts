import type { EventRecord } from "../contracts/event-record.js";
import { hasCalendarFile, takesPlace } from "../domain/event.js";
import type { Submission } from "../domain/submission.js";
import { isFormName } from "../site/forms.js";
import { dateInWords } from "../text/dates-in-words.js";
import { letterMail, type SenderTexts } from "./letter-mail.js";

/** Notifies the sender that the date was moved, cancelled or postponed; if `change` is empty, that this was taken back. */
export function eventNotice({ id, form, fields }: Submission, event: EventRecord, change: string, texts: SenderTexts) {
  const { t, locale, baseUrl, pageOf } = texts;
  const { dateText, path, sequence, startsAt, status, title, venue } = event;
  const isMoved = change !== "" && takesPlace(event);
  const news = change === "" ? "asAnnounced" : isMoved ? "moved" : status;
  const isHeld = isMoved || change === "";
  const subject = t(`forms:notice.${news}`, { title, date: dateInWords(startsAt.slice(0, 10), locale) });
  const attached = hasCalendarFile(event) ? event : undefined;
  const reason = isFormName(form) ? [t("forms:notice.why", { form: pageOf(form).title })] : [];
  const letter = {
    heading: subject,
    sections: [
      { lines: [change, ...(isHeld ? [dateText, venue?.name ?? ""] : [])].filter(Boolean) },
      {
        lines: [
          ...(attached ? [t("forms:notice.calendar")] : []),
          t(isMoved ? "forms:notice.replyToMove" : "forms:notice.reply"),
        ],
      },
      { lines: [t("forms:notice.dates", { url: baseUrl + path.replace(/#.*/, "") })] },
    ],
    footer: reason,
  };
  return letterMail(
    letter,
    { to: fields.email!, subject, id: `${id}.${sequence}`, autoSubmitted: "auto-generated", attached },
    texts,
  );
}
