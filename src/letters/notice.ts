import { isApplication, isFormName } from "../addresses/pages.js";
import { type Occurrence, takesPlace } from "../events/agenda.js";
import { placeLines } from "../events/private-details.js";
import { placeInWords, recordOf, subjectAndHost } from "../events/record.js";
import type { Site } from "../site.js";
import type { Notice } from "../storage/store.js";
import type { Submission } from "../storage/submission.js";
import { dateInWords, shortTimes, startInWords } from "../text/in-words.js";
import type { Locale } from "../text/locale.js";
import { dateAt, type Instant } from "../text/wall-clock.js";
import { formInWords, letterMail } from "./letter.js";

/** What a notice tells its recipient. */
interface News {
  readonly occurrence: Occurrence;
  /** The last that the recipient got about this date. */
  readonly lastNotice: Notice | undefined;
  /** The start that the recipient knows; undefined if nobody can say. */
  readonly knownStart: Instant | undefined;
  /** Identifies an address that alone is new; empty for other news. */
  readonly newAddress: string;
}

/** Says that a date has changed. */
export function eventNotice(submission: Submission, change: News, site: Site) {
  const { form, locale } = submission;
  const { occurrence, knownStart, newAddress } = change;
  const t = site.getFixedT(locale);
  const record = recordOf(occurrence, locale, site);
  const news = newsOf(change);
  // What is off can have been moved before: content then has the day on which it was first announced.
  const start = takesPlace(record) ? occurrence.starts : (knownStart ?? occurrence.starts);
  const date = dateInWords(dateAt(start, record.timezone), locale);
  const times = shortTimes(record.startsAt, record.endsAt, locale);
  const isOnList = form === "date" && record.audience === "open" && record.status !== "cancelled";
  const subject = t(`forms:notice.${news}`, { title: record.title, date, times });
  const model = {
    messageName: `${record.sequence}${newAddress}`,
    hasFile: newAddress === "", // no calendar has the address
    heading: subject,
    subject,
    record,
    isMoved: news === "moved" || news === "newTime",
    change: newsInWords(change, locale, site),
    details: takesPlace(record)
      ? [...subjectAndHost(record, t), ...placeLines(record, site.clock(), submission, site)]
      : [],
    previousPlace: newAddress === "" && takesPlace(record) ? previousPlace(change, locale, site) : "",
    isOnList: isOnList && newAddress === "",
    hasLinkInReceipt: isOnList && !submission.suspected && site.config.smtp?.receipts,
    isApplication: isApplication(form) && takesPlace(record),
    formTitle: isFormName(form) && formInWords(form, locale, site).title,
  };
  return letterMail("notice", model, submission, site);
}

function newsOf({ occurrence, lastNotice, knownStart, newAddress }: News) {
  const { event, status, starts, previousStarts } = occurrence;
  if (newAddress !== "") return event.venue ? "address" : "link";
  if (!takesPlace(occurrence)) return status;
  const isMoved = lastNotice ? knownStart !== starts : previousStarts !== null;
  const isSameDay = knownStart !== undefined && dateAt(knownStart, event.zone) === dateAt(starts, event.zone);
  if (isMoved) return isSameDay ? "newTime" : "moved";
  if (lastNotice?.status === "cancelled" || lastNotice?.status === "postponed") return "asAnnounced";
  return occurrence.hasOwnVenue || lastNotice?.venue ? "newPlace" : "asAnnounced";
}

/** Empty for a new place, and for a date that takes place after all. */
function newsInWords({ occurrence, knownStart, newAddress }: News, locale: Locale, site: Site): string {
  const { event, status, starts } = occurrence;
  const t = site.getFixedT(locale);
  const reason = occurrence.reason?.[locale] ?? "";
  if (newAddress !== "") return t("forms:notice.replaces");
  if (status === "postponed") return t("forms:notice.noDateYet", { reason }).trim();
  if (status === "cancelled" || knownStart === undefined || knownStart === starts) return reason;
  return t("events:change.moved", { date: startInWords(knownStart, event.zone, locale, t), reason }).trim();
}

/** The usual one; empty if the place is no other, or the recipient got a notice of another in between. */
function previousPlace({ occurrence, lastNotice }: News, locale: Locale, site: Site): string {
  const usual = site.library.events.find(({ slug }) => slug === occurrence.event.slug);
  if (!usual || !occurrence.hasOwnVenue || lastNotice?.venue) return "";
  const t = site.getFixedT(locale);
  const { cityName } = recordOf(occurrence, locale, site);
  const { venue } = usual;
  const place = venue
    ? placeInWords({ ...venue, name: venue.name[locale] ?? "", city: cityName })
    : t("events:board.online");
  return t("forms:notice.previousPlace", { place });
}
