import { sections as namedSections } from "../addresses/sections.js";
import { dataController } from "../content/organisation.js";
import type { Page } from "../content/page.js";
import { hasCalendarFile } from "../events/event.js";
import type { EventRecord } from "../events/record.js";
import { signedUpInWords } from "../events/words.js";
import { forms, isFormName } from "../forms/forms.js";
import type { Site } from "../site.js";
import type { Submission } from "../storage/submission.js";
import { startInWords } from "../text/in-words.js";
import { answersOf, type FieldAnswer, formInWords, placeAndDate } from "./answers.js";
import { type Letter, letterMail } from "./letter.js";
import { type PrivateDetails, placeWithAddress } from "./private-details.js";

/** Repeats no words of the sender, so that nobody can send text to others by it. */
export function receiptMail(submission: Submission, site: Site, details: PrivateDetails = {}) {
  const { id, form, fields, locale } = submission;
  const { organisation, addresses } = site.library;
  const text = isFormName(form) ? site.library.page(forms[form].page, locale).form : undefined;
  if (!isFormName(form) || !text) throw new Error(`This build has no form ${form}`);

  const t = site.getFixedT(locale);
  const answers = answersOf(submission, site, locale);
  const event = answers.find(({ event }) => event)?.event;
  const { subject, heading, sections, change } =
    form === "date" && event
      ? confirmation(submission, event, site, details)
      : acknowledgement(submission, formInWords(form, site, locale).title, answers, text.thanks, site);
  const controller = dataController(organisation);
  const { page, id: privacySection } = namedSections.forms;
  const privacyPath = `${addresses.pathTo(page, locale)}#${privacySection}`;
  const letter: Letter = {
    to: fields.email!,
    subject,
    id: `${id}.receipt`,
    autoSubmitted: "auto-replied",
    attached: event && hasCalendarFile(event) ? event : undefined,
    heading,
    sections: [
      ...sections,
      {
        heading: change,
        lines: [t("forms:receipt.write", { mail: organisation.mail, reference: id }), t("forms:receipt.someoneElse")],
      },
    ],
    footer: [
      t("forms:retention", { controller, count: organisation.retentionMonths[form], purpose: text.purpose }),
      `${t("forms:privacy")}: ${site.baseUrl}${privacyPath}`,
    ],
  };
  return letterMail(letter, site, locale);
}

/** For open dates, where nobody has to answer. */
function confirmation(submission: Submission, event: EventRecord, site: Site, details: PrivateDetails) {
  const { locale, receivedAt } = submission;
  const t = site.getFixedT(locale);
  const place = placeWithAddress(event, Date.parse(receivedAt), locale, site, details);
  const heading = signedUpInWords(event, locale, t);
  const membersOnly = event.audience === "members" && t("forms:date.membersOnly");
  const next = [membersOnly, t("forms:receipt.ifChanged"), t("forms:receipt.calendar")];
  return {
    subject: heading,
    heading,
    sections: [
      { heading: event.title, lines: [event.dateText, ...place] },
      {
        heading: t("forms:receipt.next"),
        lines: [...next, t("forms:notice.dates", { url: site.baseUrl + event.path })],
      },
    ],
    change: t("forms:receipt.cannotCome"),
  };
}

/** For forms that a person answers. */
function acknowledgement(
  { locale, receivedAt }: Submission,
  form: string,
  answers: FieldAnswer[],
  thanks: NonNullable<Page["form"]>["thanks"],
  site: Site,
) {
  const t = site.getFixedT(locale);
  const time = startInWords(Date.parse(receivedAt), site.library.organisation.timezone, locale, t);
  const choices = answers.flatMap(({ field, text }) =>
    field?.kind === "choice" ? [`${t(field.label).replace(/[^?]$/, "$&:")} ${text}`] : [],
  );
  const event = answers.find(({ event }) => event)?.event;
  const calendar = event && t(hasCalendarFile(event) ? "forms:receipt.calendar" : "forms:receipt.application");
  return {
    subject: event ? `${thanks.heading}: ${placeAndDate(event, locale, t)}` : thanks.heading,
    heading: thanks.heading,
    sections: [
      { heading: t("forms:receipt.sent"), lines: [form, ...choices, t("forms:receipt.ownWords", { time })] },
      { heading: t("forms:receipt.next"), lines: [thanks.text, calendar] },
    ],
    change: t("forms:receipt.change"),
  };
}
