import { conceptOfCode } from "../addresses/concepts.js";
import { type FormName, formPages, isOnDates, pages, parentOf } from "../addresses/pages.js";
import { confirmationQuery, eventFilePath, occurrencePath, WITHDRAWAL_QUERY } from "../addresses/paths.js";
import type { Occurrence } from "../events/agenda.js";
import { isAddressMailed } from "../events/private-details.js";
import { addressMailInWords, answerDay, recordOf, webCalendarLinks } from "../events/record.js";
import { eventInWords, signedUpInWords, subjectAndHost, whereInWords } from "../events/words.js";
import type { Site } from "../site.js";
import { weekdayAndDay } from "../text/in-words.js";
import { type Locale, locales } from "../text/locale.js";
import { formTexts, retentionInWords } from "./present.js";

/** What was sent, and the date or the withdrawal that it is about. */
export interface Sent {
  readonly form: FormName;
  readonly occurrence: Occurrence | undefined;
  readonly isWithdrawal: boolean;
}

/** The page after a form was stored. */
export function presentConfirmation(sent: Sent, locale: Locale, site: Site) {
  const { form, occurrence, isWithdrawal } = sent;
  const { pathTo } = site.library;
  const page = formPages[form];
  const isOfDate = isOnDates(form);
  const theme = occurrence ? conceptOfCode(occurrence.event.concept).slug : pages[page].theme;
  const query = isWithdrawal ? WITHDRAWAL_QUERY : confirmationQuery(occurrence?.id);
  const isOnList = occurrence && form === "date";
  const pathIn = (other: Locale) =>
    occurrence && isOfDate ? occurrencePath(occurrence.id, other) + confirmationQuery() : pathTo(page, other) + query;
  return {
    ...(isOnList ? signedUpTexts(occurrence, locale, site) : receivedTexts(sent, locale, site)),
    suggestions: site.library.page(page, locale).ask,
    theme,
    menuEntry: isOfDate ? "dates" : theme,
    above: new Set([isOfDate ? "dates" : parentOf(page), theme]),
    alternates: locales.map((other) => ({ locale: other, path: pathIn(other) })),
  };
}

/** What the page after a form and its receipt say. If the day of the answer is known, `hearBy` has it, else `answer` stands. */
export function thanksFor({ form, occurrence, isWithdrawal }: Sent, locale: Locale, site: Site) {
  const texts = formTexts(form, locale, site);
  const { heading, text, answer } = (isWithdrawal && texts.withdrawal) || texts.thanks;
  const isApplication = occurrence?.event.audience === "application";
  const day = isApplication ? answerDay(recordOf(occurrence, locale, site), site) : undefined;
  const hearBy = day ? site.getFixedT(locale)("events:date.hearBy", { date: weekdayAndDay(day, locale) }) : "";
  const retention = retentionInWords(form, texts.purpose, locale, site);
  return { heading, text, hearBy, answer: hearBy ? "" : answer, retention };
}

function receivedTexts(sent: Sent, locale: Locale, site: Site) {
  const { config, getFixedT, library } = site;
  const t = getFixedT(locale);
  const { heading, text, hearBy, answer } = thanksFor(sent, locale, site);
  const record = sent.occurrence && recordOf(sent.occurrence, locale, site);
  const { mail } = library.organisation;
  const confirmed = t(`forms:withdrawal.${config.smtp?.receipts ? "mailed" : "later"}`, { mail });
  return {
    heading,
    text: [sent.isWithdrawal ? confirmed : answer, text].filter(Boolean).join(" "),
    summary: record && eventInWords(record),
    facts: record && [...subjectAndHost(record, t), hearBy],
  };
}

function signedUpTexts(occurrence: Occurrence, locale: Locale, site: Site) {
  const t = site.getFixedT(locale);
  const { config, library } = site;
  const record = recordOf(occurrence, locale, site);
  const isForMembers = record.audience === "members";
  const thanks = thanksFor({ form: "date", occurrence, isWithdrawal: false }, locale, site);
  let cannotCome = t("forms:date.writeToCancel", { mail: library.organisation.mail });
  if (config.smtp?.receipts) cannotCome = isForMembers ? thanks.text : t("forms:date.mailed");
  let address = addressMailInWords(record, site.clock(), locale, site);
  if (isAddressMailed(occurrence, site)) {
    const isHybrid = record.attendance === "hybrid";
    address = t(isHybrid ? "forms:date.sends.hybrid" : `forms:date.${record.venue ? "address" : "link"}Mailed`);
  }
  return {
    heading: signedUpInWords(record, locale, t),
    text: isForMembers ? `${t("forms:date.membersOnly")} ${cannotCome}` : cannotCome,
    summary: record.title,
    facts: [record.dateText, ...subjectAndHost(record, t), whereInWords(record, t), address],
    file: eventFilePath(record.id, record.locale),
    record,
    webCalendars: webCalendarLinks(record),
  };
}
