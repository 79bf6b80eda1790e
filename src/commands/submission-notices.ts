import { hasUsualVenue, type Occurrence, takesPlace } from "../events/event.js";
import { recordOf } from "../events/record.js";
import { changeInWords, eventInWords, placeInWords } from "../events/words.js";
import { eventNotice } from "../letters/event-notice.js";
import { smtpSender } from "../letters/smtp.js";
import type { Site } from "../site.js";
import { errorCode } from "../storage/errors.js";
import { eventIdOf, type Submission } from "../storage/submission.js";
import type { SubmissionStore } from "../storage/submissions.js";
import type { Locale } from "../text/locale.js";
import { DAY_MS } from "../text/wall-clock.js";
import { openSite } from "./open-site.js";
import { byMailbox } from "./sign-ups.js";
import { submissionLine, withStore } from "./submission-lists.js";
import { UsageError, type Values } from "./submission-options.js";

/** From the edit of an event to its deploy. After that, the form shows the new date, so the sender knows it. */
const PUBLISHED_WITHIN_MS = DAY_MS;

/** Tells those who signed up for a date that it was moved, cancelled or postponed, or has a new place, each once. */
export const notify = withStore(async (store, _, { event: id, yes, ...chosen }) => {
  if (!id) throw new UsageError("notify needs --event with the id of a date.");
  const { config, site, locale, findOccurrence } = await openSite();
  if (yes && !config.smtp) throw new Error("Set SMTP_URL, MAIL_FROM and SUBMISSIONS_TO as for the site.");
  const { occurrence, record } = findOccurrence(id);
  if (occurrence.ends < Date.now()) throw new Error(`${eventInWords(record)}: is over.`);
  const change = changeOf(occurrence, locale, site);
  const { groups, notYetNotified } = await recipientsOf(store, occurrence, change);
  const recipients = selected(groups, notYetNotified, chosen);
  if (change.text === "" && notYetNotified.length === 0)
    throw new Error(`${eventInWords(record)}: takes place as announced, so there is nothing to tell.`);

  const send = config.smtp && smtpSender(config.smtp);
  const mailNotice = async (submission: Submission) => {
    await send!(noticeOf(submission, occurrence, site));
    await store.markNotified(submission.id, change.key);
  };
  const result = yes
    ? await mailEach(recipients, mailNotice)
    : preview(recipients, groups.length - notYetNotified.length);
  return `${eventInWords(record)}\n${change.text}\n${result}\n`;
});

function preview(recipients: readonly Submission[], alreadyNotified: number): string {
  const counts = `${recipients.length} would be mailed; ${alreadyNotified} know already.`;
  const hint = recipients.length > 0 ? " Add --yes to mail them." : "";
  return `${[...recipients.map(submissionLine), counts].join("\n")}${hint}`;
}

/** Throws if one cannot be mailed, after all others were. */
async function mailEach(recipients: readonly Submission[], mail: (recipient: Submission) => Promise<void>) {
  const failures: string[] = [];
  for (const recipient of recipients)
    await mail(recipient).catch((error: unknown) => {
      failures.push(`${recipient.fields.email}: ${errorCode(error)}`);
    });
  const mailed = `${recipients.length - failures.length} mailed.`;
  if (failures.length === 0) return mailed;
  throw new Error([...failures, `${mailed} Repeat the command to mail the other ${failures.length}.`].join("\n"));
}

/** `key` identifies the change in the database. `text` is empty if the occurrence takes place as announced. */
function changeOf(occurrence: Occurrence, locale: Locale, site: Site) {
  const { getFixedT, library } = site;
  const { status, startsAt, venue } = recordOf(occurrence, locale, site);
  const newVenue = hasUsualVenue(occurrence, library.events) ? null : venue;
  const [venueName = ""] = newVenue ? Object.values(occurrence.event.venue!.name) : []; // the same in each language
  return {
    key: `${status} ${startsAt} ${venueName}`.trim(),
    text: changeInWords(occurrence, locale, getFixedT(locale)).trim() || (newVenue ? placeInWords(newVenue) : ""),
  };
}

function noticeOf(submission: Submission, occurrence: Occurrence, site: Site) {
  const { locale } = submission;
  const place = hasUsualVenue(occurrence, site.library.events) ? "asAnnounced" : "newPlace";
  const news = !takesPlace(occurrence) ? occurrence.status : occurrence.previousStarts === null ? place : "moved";
  // The subject says that it is cancelled.
  const reason = occurrence.status === "cancelled" && occurrence.reason?.[locale];
  const change = reason || changeInWords(occurrence, locale, site.getFixedT(locale)).trim();
  return eventNotice(
    submission,
    recordOf(occurrence, locale, site),
    { news, change },
    site,
    submission.suspected ? {} : site.privateDetails,
  );
}

/**
 * Groups submissions about the date by mailbox. `notYetNotified` omits senders who know of the change and, if it was
 * taken back, those who were never notified of it.
 */
async function recipientsOf(store: SubmissionStore, occurrence: Occurrence, change: ReturnType<typeof changeOf>) {
  const { id, event } = occurrence;
  const isChanged = change.text !== "";
  const notices = await store.eventNotices();
  const about = (await store.list({})).filter(({ fields }) => eventIdOf(fields) === id);
  // An edit of the event's texts tells nobody of the change.
  const changedAt = event.overrides[id.slice(-"yyyy-mm-dd".length)]?.updated ?? 0;
  const published = new Date(changedAt + PUBLISHED_WITHIN_MS).toISOString();
  // The form offers no date that is called off.
  const isKnownLater = isChanged && takesPlace(occurrence);
  const knows = ({ id, receivedAt }: Submission) =>
    notices.get(id) === change.key || (isKnownLater && receivedAt > published);
  const groups = byMailbox(about);
  const isConcerned = (group: Submission[]) => isChanged || group.some(({ id }) => notices.has(id));
  const notYetNotified = groups.filter((group) => isConcerned(group) && !group.some(knows));
  return { groups, notYetNotified };
}

/** One of the references of a mailbox is enough. */
function selected(groups: Submission[][], candidates: Submission[][], { only, except }: Partial<Values>) {
  if (only && except) throw new UsageError("notify takes --only or --except, not both.");
  const references = (only ?? except)?.split(",").map((reference) => reference.trim()) ?? [];
  const unknown = references.find((reference) => !groups.flat().some(({ id }) => id === reference));
  if (unknown !== undefined) throw new Error(`"${unknown}" is no reference of a form about this date.`);
  const isNamed = (group: Submission[]) => group.some(({ id }) => references.includes(id));
  // Where a host knows no tags, somebody else can have chosen an address with one.
  const latestOf = (group: Submission[]) =>
    group.findLast(({ fields }) => !fields.email!.includes("+")) ?? group.at(-1)!;
  return candidates.filter((group) => isNamed(group) === (only !== undefined)).map(latestOf);
}
