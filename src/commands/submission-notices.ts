/** `npm run submissions -- notify` mails those who signed up for a date that has changed. */
import { createHash } from "node:crypto";
import { isApplication, isFormName } from "../addresses/site-map.js";
import { hasUsualVenue, type Occurrence, takesPlace } from "../events/event.js";
import { isAddressKnown, placeLines } from "../events/private-details.js";
import { recordOf } from "../events/record.js";
import { changeInWords, eventInWords, placeInWords, subjectAndHost } from "../events/words.js";
import { formInWords, letterMail } from "../letters/letter.js";
import { sendMail } from "../letters/transports.js";
import type { Site } from "../site.js";
import { errorCode } from "../storage/errors.js";
import type { Notice, SubmissionStore } from "../storage/store.js";
import { answersIn, byMailbox, type Submission } from "../storage/submission.js";
import { dateInWords, shortTimes, startInWords } from "../text/in-words.js";
import type { Locale } from "../text/locale.js";
import { DAY_MS, dateAt, type Instant } from "../text/wall-clock.js";
import { findOccurrence, openSite, submissionLine, UsageError, type Values } from "./submission-lists.js";

/** From the edit of an event to its deploy. After that, the form shows the new date, so the sender knows it. */
const PUBLISHED_WITHIN_MS = DAY_MS;

/** By submission. */
type Notices = ReadonlyMap<string, Notice>;

interface Change {
  /** What is stored once the mail is sent. */
  readonly notice: Notice;
  /** Empty if the occurrence takes place as announced. */
  readonly text: string;
}

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

/** Tells those who signed up for a date that it was moved, cancelled or postponed, or has a new place, each once. */
export async function notify(values: Values, _: string, store: SubmissionStore): Promise<string> {
  if (!values.event) throw new UsageError("notify needs --event with the id of a date.");
  const signUps = await store.list({ event: values.event });
  const notices = await store.notices();
  const site = openSite();
  const { smtp } = site.config;
  if (values.yes && !smtp) throw new Error("Set SMTP_URL, MAIL_FROM and SUBMISSIONS_TO as for the site.");
  const occurrence = findOccurrence(values.event, site);
  const inWords = eventInWords(recordOf(occurrence, site.config.teamLocale, site));
  if (occurrence.ends < Date.now()) throw new Error(`${inWords}: is over.`);

  const change = values["new-address"] ? newAddressOf(occurrence, site) : changeOf(occurrence, site);
  const all = values["new-address"] ? signUps.filter(({ suspected }) => !suspected) : signUps; // who are mailed none
  const groups = byMailbox(all);
  const unaware = groups.filter((group) => isUnaware(group, occurrence, change, notices));
  const recipients = choose(unaware, groups, values);
  if (change.text === "" && unaware.length === 0)
    throw new Error(`${inWords}: takes place as announced, so there is nothing to tell.`);
  if (!values.yes || !smtp) {
    const counts = `${recipients.length} would be mailed; ${groups.length - unaware.length} know already.`;
    const hint = recipients.length > 0 ? " Add --yes to mail them." : "";
    return `${[inWords, change.text, ...recipients.map(recipientLine), counts].join("\n")}${hint}\n`;
  }

  const failures: string[] = [];
  for (const group of recipients) {
    const recipient = latestOf(group);
    const lastNotice = findLastNotice(group, notices);
    const knownStart = startKnownTo(lastNotice, all, occurrence, notices);
    try {
      const news = { occurrence, lastNotice, knownStart, newAddress: change.notice.address };
      await sendMail(await eventNotice(recipient, news, site), site);
      await store.saveNotice(recipient.id, change.notice);
    } catch (error) {
      failures.push(`${recipient.fields.email}: ${errorCode(error)}`);
    }
  }
  const mailed = `${recipients.length - failures.length} mailed.`;
  if (failures.length > 0)
    throw new Error([...failures, `${mailed} Repeat the command to mail the other ${failures.length}.`].join("\n"));
  return `${inWords}\n${change.text}\n${mailed}\n`;
}

function changeOf(occurrence: Occurrence, site: Site): Change {
  const locale = site.config.teamLocale;
  const { status, startsAt, venue } = recordOf(occurrence, locale, site);
  const newVenue = hasUsualVenue(occurrence, site.library.events) ? null : venue;
  const [venueName = ""] = newVenue ? Object.values(occurrence.event.venue?.name ?? {}) : []; // the same in each language
  return {
    notice: { status, startsAt, venue: venueName, address: "" },
    text: changeInWords(occurrence, locale, site.getFixedT(locale)).trim() || (newVenue ? placeInWords(newVenue) : ""),
  };
}

function newAddressOf(occurrence: Occurrence, site: Site): Change {
  if (!takesPlace(occurrence) || !isAddressKnown(occurrence, site))
    throw new Error("PRIVATE_DETAILS has no address of this date that could be mailed.");
  const locale = site.config.teamLocale;
  const lines = placeLines(recordOf(occurrence, locale, site), Date.now(), { locale, suspected: false }, site);
  const address = createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 12);
  return { notice: { ...changeOf(occurrence, site).notice, address }, text: lines.filter(Boolean).join(", ") };
}

/** Whether its last notice is another, and it could not read of the change when signing up. */
function isUnaware(group: readonly Submission[], occurrence: Occurrence, change: Change, notices: Notices): boolean {
  const { notice, text } = change;
  if (isSameNotice(findLastNotice(group, notices), notice)) return false;
  if (notice.address !== "") return true;
  // If a change was taken back, only those who got a notice of it need to know.
  if (text === "") return group.some(({ id }) => notices.has(id));
  if (!takesPlace(occurrence)) return true; // the form offers no date that is called off
  // An edit of the event's texts tells nobody of the change.
  const changedAt = occurrence.event.overrides[occurrence.id.slice(-"yyyy-mm-dd".length)]?.updated ?? 0;
  return !group.some(({ receivedAt }) => Date.parse(receivedAt) > changedAt + PUBLISHED_WITHIN_MS);
}

/** Of the same, with or without an address since; of a new address only if it is this one. */
function isSameNotice(last: Notice | undefined, { status, startsAt, venue, address }: Notice): boolean {
  if (last?.status !== status || last.startsAt !== startsAt || last.venue !== venue) return false;
  return address === "" || last.address === address;
}

/** The last that anybody of the mailbox got. */
function findLastNotice(group: readonly Submission[], notices: Notices): Notice | undefined {
  return group.map(({ id }) => notices.get(id)).findLast((notice) => notice !== undefined);
}

/** Undefined if others got a notice of an earlier move, of which this mailbox can have read when it signed up. */
function startKnownTo(
  lastNotice: Notice | undefined,
  all: readonly Submission[],
  { previousStarts, starts }: Occurrence,
  notices: Notices,
): Instant | undefined {
  if (lastNotice) return Date.parse(lastNotice.startsAt) || undefined;
  const announced = previousStarts ?? starts;
  const others = all.flatMap(({ id }) => Date.parse(notices.get(id)?.startsAt ?? "") || []);
  return others.some((start) => start !== announced && start !== starts) ? undefined : announced;
}

/** With the names of all who share the mailbox. */
function recipientLine(group: readonly Submission[]): string {
  const recipient = latestOf(group);
  return submissionLine({ ...recipient, fields: { ...recipient.fields, name: answersIn(group, "name").join(" / ") } });
}

/** One of the references of a mailbox is enough. */
function choose(candidates: Submission[][], groups: Submission[][], { only, except }: Values): Submission[][] {
  if (only && except) throw new UsageError("notify takes --only or --except, not both.");
  const references = (only ?? except)?.split(",").map((reference) => reference.trim()) ?? [];
  const unknown = references.find((reference) => !groups.flat().some(({ id }) => id === reference));
  if (unknown !== undefined) throw new Error(`"${unknown}" is no reference of a form about this date.`);
  const isNamed = (group: Submission[]) => group.some(({ id }) => references.includes(id));
  return candidates.filter((group) => isNamed(group) === (only !== undefined));
}

/** Where a host knows no tags, somebody else can have chosen an address with one. */
function latestOf(group: readonly Submission[]): Submission {
  return group.findLast(({ fields }) => !fields.email?.includes("+")) ?? group.at(-1)!;
}

/** Says that a date has changed. */
function eventNotice(submission: Submission, change: News, site: Site) {
  const { form, locale } = submission;
  const { occurrence, knownStart, newAddress } = change;
  const t = site.getFixedT(locale);
  const event = recordOf(occurrence, locale, site);
  const news = newsOf(change, site);
  // What is off can have been moved before: content then has the day on which it was first announced.
  const start = takesPlace(event) ? occurrence.starts : (knownStart ?? occurrence.starts);
  const date = dateInWords(dateAt(start, event.timezone), locale);
  const times = shortTimes(event.startsAt, event.endsAt, locale);
  const isOnList = form === "date" && event.audience === "open" && event.status !== "cancelled";
  const subject = t(`forms:notice.${news}`, { title: event.title, date, times });
  const model = {
    messageName: `${event.sequence}${newAddress}`,
    hasFile: newAddress === "", // no calendar has the address
    heading: subject,
    subject,
    event,
    isMoved: news === "moved" || news === "newTime",
    change: newsInWords(change, locale, site),
    details: takesPlace(event)
      ? [...subjectAndHost(event, t), ...placeLines(event, site.clock(), submission, site)]
      : [],
    previousPlace: newAddress === "" && takesPlace(event) ? previousPlace(change, locale, site) : "",
    isOnList: isOnList && newAddress === "",
    hasLinkInReceipt: isOnList && !submission.suspected && site.config.smtp?.receipts,
    isApplication: isApplication(form) && takesPlace(event),
    formTitle: isFormName(form) && formInWords(form, locale, site).title,
  };
  return letterMail("notice", model, submission, site);
}

function newsOf({ occurrence, lastNotice, knownStart, newAddress }: News, site: Site) {
  const { event, status, starts, previousStarts } = occurrence;
  if (newAddress !== "") return event.venue ? "address" : "link";
  if (!takesPlace(occurrence)) return status;
  const isMoved = lastNotice ? knownStart !== starts : previousStarts !== null;
  const isSameDay = knownStart !== undefined && dateAt(knownStart, event.zone) === dateAt(starts, event.zone);
  if (isMoved) return isSameDay ? "newTime" : "moved";
  if (lastNotice?.status === "cancelled" || lastNotice?.status === "postponed") return "asAnnounced";
  return hasUsualVenue(occurrence, site.library.events) && !lastNotice?.venue ? "asAnnounced" : "newPlace";
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
  const events = site.library.events;
  const usual = events.find(({ slug }) => slug === occurrence.event.slug);
  if (!usual || hasUsualVenue(occurrence, events) || lastNotice?.venue) return "";
  const t = site.getFixedT(locale);
  const { cityName } = recordOf(occurrence, locale, site);
  const { venue } = usual;
  const place = venue
    ? placeInWords({ ...venue, name: venue.name[locale] ?? "", city: cityName })
    : t("events:board.online");
  return t("forms:notice.previousPlace", { place });
}
