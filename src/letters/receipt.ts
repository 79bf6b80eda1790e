import { hasCalendarFile } from "../domain/event.js";
import type { Submission } from "../domain/submission.js";
import type { Site } from "../presenters/site.js";
import { forms, isFormName } from "../site/forms.js";
import { dataController } from "../site/organisation.js";
import { startInWords } from "../text/dates-in-words.js";
import { answersOf, formInWords, placeAndDate } from "./answers.js";
import { type Letter, letterMail } from "./letter.js";

/** Repeats no words of the sender, so that nobody can send text to others by it. Throws for a form that only another build knows. */
export function receiptMail(submission: Submission, site: Site) {
  const { id, form, fields, locale, receivedAt } = submission;
  const { organisation, addresses } = site.library;
  const page = isFormName(form) ? site.library.page(forms[form].page, locale) : undefined;
  if (!isFormName(form) || !page?.form) throw new Error(`This build has no form ${form}`);

  const t = site.getFixedT(locale);
  const { purpose, thanks } = page.form;
  const answers = answersOf(submission, site, locale);
  const event = answers.find(({ event }) => event)?.event;
  const choices = answers.flatMap(({ field, text }) =>
    field?.kind === "choice" ? [`${t(field.label).replace(/[^?]$/, "$&:")} ${text}`] : [],
  );
  const attached = event && hasCalendarFile(event) ? event : undefined;
  const time = startInWords(Date.parse(receivedAt), organisation.timezone, locale, t);
  const controller = dataController(organisation);
  const letter: Letter = {
    to: fields.email!,
    subject: event ? `${thanks.heading}: ${placeAndDate(event, locale, t)}` : thanks.heading,
    id: `${id}.receipt`,
    autoSubmitted: "auto-replied",
    attached,
    heading: thanks.heading,
    sections: [
      {
        heading: t("forms:receipt.sent"),
        lines: [formInWords(form, site, locale).title, ...choices, t("forms:receipt.ownWords", { time })],
      },
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
      `${t("forms:privacy")}: ${site.baseUrl}${addresses.pathTo("privacy", locale)}#forms`,
    ],
  };
  return letterMail(letter, site, locale);
}
