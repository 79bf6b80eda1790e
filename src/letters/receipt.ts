import { hasCalendarFile } from "../domain/event.js";
import type { Submission } from "../domain/submission.js";
import { isFormName } from "../site/forms.js";
import { dataController } from "../site/organisation.js";
import { startInWords } from "../text/dates-in-words.js";
import { answersOf, placeAndDate } from "./form-texts.js";
import { letterMail, type SenderTexts } from "./letter.js";

/** Repeats no words of the sender, so that nobody can send text to others by it. Undefined if the form is gone. */
export function receiptMail(submission: Submission, texts: SenderTexts) {
  const { id, form, fields, receivedAt } = submission;
  const { t, locale, organisation, timezone, privacyUrl } = texts;
  const page = isFormName(form) ? texts.pageOf(form) : undefined;
  if (!isFormName(form) || !page?.form) return undefined;

  const { purpose, thanks } = page.form;
  const answers = answersOf(submission, texts);
  const event = answers.find(({ event }) => event)?.event;
  const choices = answers.flatMap(({ field, text }) =>
    field?.kind === "choice" ? [`${t(field.label).replace(/[^?]$/, "$&:")} ${text}`] : [],
  );
  const attached = event && hasCalendarFile(event) ? event : undefined;
  const time = startInWords(Date.parse(receivedAt), timezone, locale, t);
  const controller = dataController(organisation);
  const letter = {
    heading: thanks.heading,
    sections: [
      { heading: t("forms:receipt.sent"), lines: [page.title, ...choices, t("forms:receipt.ownWords", { time })] },
      {
        heading: t("forms:receipt.next"),
        lines: [thanks.text, event && t(attached ? "forms:receipt.calendar" : "forms:receipt.application")],
      },
      {
        heading: t("forms:receipt.change"),
        lines: [t("forms:receipt.write", { mail: organisation.mail, reference: id }), t("forms:receipt.someoneElse")],
      },
    ],
    footer: [
      t("forms:retention", { controller, count: organisation.retentionMonths[form], purpose }),
      `${t("forms:privacy")}: ${privacyUrl}`,
    ],
  };
  const subject = event ? `${thanks.heading}: ${placeAndDate(event, texts)}` : thanks.heading;
  return letterMail(
    letter,
    { to: fields.email!, subject, id: `${id}.receipt`, autoSubmitted: "auto-replied", attached },
    texts,
  );
}
