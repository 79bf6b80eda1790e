import type { EventRecord } from "../contracts/event-record.js";
import { hasCalendarFile } from "../domain/event.js";
import type { Submission } from "../domain/submission.js";
import { dateAt, daysAfter } from "../domain/wall-clock.js";
import type { Site } from "../presenters/site.js";
import { forms, isFormName } from "../site/forms.js";
import { dataController } from "../site/organisation.js";
import { startInWords, weekdayAndDay } from "../text/dates-in-words.js";
import { placeInWords } from "../text/event-in-words.js";
import { answersOf, formInWords, placeAndDate } from "./answers.js";
import { type Letter, letterMail } from "./letter.js";
import { detailsOf, type PrivateDetails } from "./private-details.js";

/** Repeats no words of the sender, so that nobody can send text to others by it. Throws for a form that only another build knows. */
export function receiptMail(submission: Submission, site: Site, details: PrivateDetails = {}) {
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
  /** The receipt of an open date is the confirmation. */
  const confirmed = form === "date" ? event : undefined;
  const date = confirmed && weekdayAndDay(confirmed.startsAt, locale);
  const heading = date ? t("forms:date.onList", { date }) : thanks.heading;
  const { title } = formInWords(form, site, locale);
  const attached = event && hasCalendarFile(event) ? event : undefined;
  const time = startInWords(Date.parse(receivedAt), organisation.timezone, locale, t);
  const controller = dataController(organisation);
  const letter: Letter = {
    to: fields.email!,
    subject: event && !confirmed ? `${heading}: ${placeAndDate(event, locale, t)}` : heading,
    id: `${id}.receipt`,
    autoSubmitted: "auto-replied",
    attached,
    heading,
    sections: [
      confirmed
        ? { heading: confirmed.title, lines: whenAndWhere(submission, confirmed, site, details) }
        : { heading: t("forms:receipt.sent"), lines: [title, ...choices, t("forms:receipt.ownWords", { time })] },
      {
        heading: t("forms:receipt.next"),
        lines: [
          confirmed ? t("forms:receipt.ifChanged") : thanks.text,
          event && t(attached ? "forms:receipt.calendar" : "forms:receipt.application"),
          confirmed && t("forms:notice.dates", { url: site.baseUrl + confirmed.path }),
        ],
      },
      {
        heading: t(confirmed ? "forms:receipt.cannotCome" : "forms:receipt.change"),
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

/** With the address, or who mails it and when. */
function whenAndWhere({ locale, receivedAt }: Submission, event: EventRecord, site: Site, details: PrivateDetails) {
  const t = site.getFixedT(locale);
  const { agenda, library } = site;
  const { dateText, id, startsAt, timezone, venue } = event;
  const lines = [dateText, venue ? placeInWords(venue) : t("events:board.online")];
  const own = detailsOf(agenda.current().find(id)!, details, library.events);
  if (own) return [...lines, own.address[locale], own.note?.[locale]];
  if (venue?.address) return lines;

  const { daysBefore, from } = library.organisation.addressMail;
  const lastDay = daysAfter(startsAt.slice(0, 10), -daysBefore);
  const isLate = dateAt(Date.parse(receivedAt), timezone) > lastDay;
  const [what, when] = [venue ? "address" : "link", isLate ? "Soon" : "By"];
  return [
    ...lines,
    t(`forms:receipt.later.${what}${when}`, { from: from[locale], date: weekdayAndDay(lastDay, locale) }),
  ];
}
