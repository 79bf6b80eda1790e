import { conceptOfCode } from "../addresses/concepts.js";
import { type FormName, formPages, isOnDates } from "../addresses/forms.js";
import { confirmationQuery, eventFilePath, WITHDRAWAL_QUERY } from "../addresses/paths.js";
import { parentOf, themeOf } from "../addresses/site-map.js";
import { webCalendarLinks } from "../events/board.js";
import type { Occurrence } from "../events/event.js";
import { isAddressMailed } from "../events/private-details.js";
import { addressMailInWords, answerDay, type EventRecord, recordOf } from "../events/record.js";
import { eventInWords, placeInWords, signedUpInWords, subjectAndHost, whenAndZone } from "../events/words.js";
import type { Site } from "../site.js";
import { weekdayAndDay } from "../text/in-words.js";
import { type Locale, locales } from "../text/locale.js";

/** What was sent, and the date or the withdrawal that it is about. */
export interface Sent {
  readonly form: FormName;
  readonly occurrence: Occurrence | undefined;
  readonly isWithdrawal: boolean;
}

/** The page after a form was stored. */
export function presentConfirmation({ form, occurrence, isWithdrawal }: Sent, locale: Locale, site: Site) {
  const { library } = site;
  const { occurrencePath, pathTo } = library.addresses;
  const page = formPages[form];
  const standsOnDates = isOnDates(form);
  const record = occurrence && recordOf(occurrence, locale, site);
  const theme = record ? conceptOfCode(record.concept).slug : themeOf(page);
  const { ask, form: texts } = library.page(page, locale);
  const thanks = (isWithdrawal ? texts?.withdrawal : undefined) ?? texts?.thanks;
  const query = isWithdrawal ? WITHDRAWAL_QUERY : confirmationQuery(occurrence?.id);
  const pathIn = (other: Locale) =>
    occurrence && standsOnDates
      ? occurrencePath(occurrence.id, other) + confirmationQuery()
      : pathTo(page, other) + query;
  const confirmation = {
    ...thanks,
    summary: record && eventInWords(record),
    facts: record && [...subjectAndHost(record, site.getFixedT(locale)), hearingInWords(record, locale, site)],
    suggestions: ask,
    theme,
    menuEntry: standsOnDates ? "dates" : theme,
    above: new Set([standsOnDates ? "dates" : parentOf(page), theme]),
    alternates: locales.map((other) => ({ locale: other, path: pathIn(other) })),
  };
  if (!occurrence || form !== "date") return confirmation;
  return { ...confirmation, ...signedUpTexts(occurrence, thanks?.text, locale, site) };
}

/** When an application that has just been sent is answered; empty for other forms. */
export function hearingInWords(record: EventRecord, locale: Locale, site: Site): string {
  const day = record.audience === "application" && answerDay(record, site);
  return day ? site.getFixedT(locale)("events:date.hearBy", { date: weekdayAndDay(day, locale) }) : "";
}

function signedUpTexts(occurrence: Occurrence, thanksText = "", locale: Locale, site: Site) {
  const t = site.getFixedT(locale);
  const { config, library } = site;
  const record = recordOf(occurrence, locale, site);
  const isForMembers = record.audience === "members";
  let cannotCome = t("forms:date.writeToCancel", { mail: library.organisation.mail });
  if (config.smtp?.receipts) cannotCome = isForMembers ? thanksText : t("forms:date.mailed");
  let address = addressMailInWords(record, site.clock(), locale, site);
  if (isAddressMailed(occurrence, site)) address = t(`forms:date.${record.venue ? "address" : "link"}Mailed`);
  return {
    summary: record.title,
    facts: [
      whenAndZone(record),
      ...subjectAndHost(record, t),
      record.venue ? placeInWords(record.venue) : t("events:board.online"),
      address,
    ],
    heading: signedUpInWords(record, locale, t),
    text: isForMembers ? `${t("forms:date.membersOnly")} ${cannotCome}` : cannotCome,
    file: eventFilePath(record.id, locale),
    record,
    webCalendars: webCalendarLinks(record),
  };
}
