/** `npm run submissions -- notify` mails those who signed up for a date that has changed. */
import { createHash } from "node:crypto";
import { changeInWords, type Occurrence, takesPlace } from "../events/agenda.js";
import { isAddressKnown, placeLines } from "../events/private-details.js";
import { eventInWords, placeInWords, recordOf } from "../events/record.js";
import { eventNotice } from "../letters/notice.js";
import { sendMail } from "../letters/transports.js";
import type { Site } from "../site.js";
import { errorCode } from "../storage/errors.js";
import type { Notice, SubmissionStore } from "../storage/store.js";
import { answersIn, byMailbox, type Submission } from "../storage/submission.js";
import { DAY_MS, type Instant } from "../text/wall-clock.js";
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

/** Tells those who signed up for a date that it was moved, cancelled or postponed, or has a new place, each once. */
export async function notify(values: Values, _: string, store: SubmissionStore): Promise<string> {
  if (!values.event) throw new UsageError("notify needs --event with the id of a date.");
  const signUps = await store.list({ dateId: values.event });
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
  const newVenue = occurrence.hasOwnVenue ? venue : null;
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
