import { hasCalendarFile, takesPlace } from "../events/event.js";
import type { EventRecord } from "../events/record.js";
import { isFormName } from "../forms/forms.js";
import type { Site } from "../site.js";
import type { Submission } from "../storage/submission.js";
import { dateInWords } from "../text/in-words.js";
import { formInWords } from "./answers.js";
import { type Letter, letterMail } from "./letter.js";
import { type PrivateDetails, placeWithAddress } from "./private-details.js";

type News = "moved" | "newPlace" | "asAnnounced" | EventRecord["status"];

/** Notifies a sender that the date has changed. `change` is in words, and empty for a new place. */
export function eventNotice(
  { id, form, fields, locale }: Submission,
  event: EventRecord,
  { news, change }: { readonly news: News; readonly change: string },
  site: Site,
  details: PrivateDetails,
) {
  const t = site.getFixedT(locale);
  const { dateText, path, sequence, startsAt, title } = event;
  const isHeld = takesPlace(event);
  const place = placeWithAddress(event, site.clock(), locale, site, details);
  const subject = t(`forms:notice.${news}`, { title, date: dateInWords(startsAt.slice(0, 10), locale) });
  const attached = hasCalendarFile(event) ? event : undefined;
  const letter: Letter = {
    to: fields.email!,
    subject,
    id: `${id}.${sequence}`,
    autoSubmitted: "auto-generated",
    attached,
    heading: subject,
    sections: [
      { lines: isHeld ? [change, dateText, ...place] : [change] },
      {
        lines: [
          attached && t("forms:notice.calendar"),
          t(`forms:notice.${news === "moved" ? "replyToMove" : "reply"}`),
        ],
      },
      { lines: [t("forms:notice.dates", { url: site.baseUrl + path })] },
    ],
    footer: [isFormName(form) && t("forms:notice.why", { form: formInWords(form, site, locale).title })],
  };
  return letterMail(letter, site, locale);
}
