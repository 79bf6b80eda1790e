import { createHash } from "node:crypto";
import { hasUsualVenue, type Occurrence, takesPlace } from "../events/event.js";
import { isAddressKnown, placeWithAddress } from "../events/private-details.js";
import { recordOf } from "../events/record.js";
import { changeInWords, eventInWords, placeInWords } from "../events/words.js";
import { eventNotice } from "../letters/letter.js";
import { byMailbox } from "../letters/sign-ups.js";
import { smtpSender } from "../letters/smtp.js";
import type { Site } from "../site.js";
import { errorCode } from "../storage/errors.js";
import type { Submission } from "../storage/submission.js";
import type { SubmissionStore } from "../storage/submissions.js";
import { DAY_MS } from "../text/wall-clock.js";
import { findOccurrence, findRecord, openSite, teamLocale } from "./dates.js";
import { submissionLine } from "./submission-lists.js";
import { UsageError, type Values } from "./submission-options.js";

/** From the edit of an event to its deploy. After that, the form shows the new date, so the sender knows it. */
const PUBLISHED_WITHIN_MS = DAY_MS;

/** By submission: the key of the change that its sender was last notified of. */
type Notices = ReadonlyMap<string, string>;

/** Between the key of a change and the address that was mailed since. */
const ADDRESS = " @";

interface Change {
  /** Identifies the change in the database. */
  readonly key: string;
  /** Empty if the occurrence takes place as announced. */
  readonly text: string;
  /** Identifies an address that all on the list are to be told; otherwise empty. */
  readonly newAddress: string;
}

/** Tells those who signed up for a date that it was moved, cancelled or postponed, or has a new place, each once. */
export async function notify(values: Values, _: string, store: SubmissionStore): Promise<string> {
  if (!values.event) throw new UsageError("notify needs --event with the id of a date.");
  const all = await store.list({ event: values.event });
  const notices = await store.eventNotices();
  const site = await openSite();
  const { smtp } = site.config;
  if (values.yes && !smtp) throw new Error("Set SMTP_URL, MAIL_FROM and SUBMISSIONS_TO as for the site.");
  const occurrence = findOccurrence(values.event, site);
  const inWords = eventInWords(findRecord(values.event, site));
  if (occurrence.ends < Date.now()) throw new Error(`${inWords}: is over.`);

  const change = values["new-address"] ? newAddressOf(occurrence, site) : changeOf(occurrence, site);
  const groups = byMailbox(all);
  const unaware = groups.filter((group) => isUnaware(group, occurrence, change, notices));
  const recipients = selected(groups, unaware, values);
  if (change.text === "" && unaware.length === 0)
    throw new Error(`${inWords}: takes place as announced, so there is nothing to tell.`);
  if (!values.yes || !smtp) {
    const counts = `${recipients.length} would be mailed; ${groups.length - unaware.length} know already.`;
    const hint = recipients.length > 0 ? " Add --yes to mail them." : "";
    return `${[inWords, change.text, ...recipients.map(submissionLine), counts].join("\n")}${hint}\n`;
  }

  const send = smtpSender(smtp);
  const failures: string[] = [];
  for (const recipient of recipients) {
    try {
      await send(eventNotice(recipient, occurrence, change.newAddress, site));
      await store.markNotified(recipient.id, change.key);
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
  const locale = teamLocale(site);
  const { status, startsAt, venue } = recordOf(occurrence, locale, site);
  const newVenue = hasUsualVenue(occurrence, site.library.events) ? null : venue;
  const [venueName = ""] = newVenue ? Object.values(occurrence.event.venue!.name) : []; // the same in each language
  return {
    key: `${status} ${startsAt} ${venueName}`.trim(),
    text: changeInWords(occurrence, locale, site.getFixedT(locale)).trim() || (newVenue ? placeInWords(newVenue) : ""),
    newAddress: "",
  };
}

function newAddressOf(occurrence: Occurrence, site: Site): Change {
  if (!takesPlace(occurrence) || !isAddressKnown(occurrence, site))
    throw new Error("PRIVATE_DETAILS has no address of this date that could be mailed.");
  const locale = teamLocale(site);
  const lines = placeWithAddress(recordOf(occurrence, locale, site), Date.now(), { locale, suspected: false }, site);
  const newAddress = createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 12);
  return { key: changeOf(occurrence, site).key + ADDRESS + newAddress, text: lines.join(", "), newAddress };
}

/** If the change was taken back, only those who were notified of it need to know. */
function isUnaware(group: readonly Submission[], occurrence: Occurrence, change: Change, notices: Notices): boolean {
  const isConcerned = change.text !== "" || group.some(({ id }) => notices.has(id));
  return isConcerned && !group.some((submission) => knows(submission, occurrence, change, notices));
}

function knows({ id, receivedAt }: Submission, occurrence: Occurrence, change: Change, notices: Notices): boolean {
  const notice = notices.get(id);
  if (change.newAddress !== "") return notice === change.key;
  if (notice?.split(ADDRESS)[0] === change.key) return true;
  // The form offers no date that is called off.
  if (change.text === "" || !takesPlace(occurrence)) return false;
  // An edit of the event's texts tells nobody of the change.
  const changedAt = occurrence.event.overrides[occurrence.id.slice(-"yyyy-mm-dd".length)]?.updated ?? 0;
  return Date.parse(receivedAt) > changedAt + PUBLISHED_WITHIN_MS;
}

/** One of the references of a mailbox is enough. */
function selected(groups: Submission[][], candidates: Submission[][], { only, except }: Values): Submission[] {
  if (only && except) throw new UsageError("notify takes --only or --except, not both.");
  const references = (only ?? except)?.split(",").map((reference) => reference.trim()) ?? [];
  const unknown = references.find((reference) => !groups.flat().some(({ id }) => id === reference));
  if (unknown !== undefined) throw new Error(`"${unknown}" is no reference of a form about this date.`);
  const isNamed = (group: Submission[]) => group.some(({ id }) => references.includes(id));
  return candidates.filter((group) => isNamed(group) === (only !== undefined)).map(latestOf);
}

/** Where a host knows no tags, somebody else can have chosen an address with one. */
function latestOf(group: readonly Submission[]): Submission {
  return group.findLast(({ fields }) => !fields.email!.includes("+")) ?? group.at(-1)!;
}
