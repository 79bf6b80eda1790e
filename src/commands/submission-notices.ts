import { type Config, readConfig } from "../config.js";
import { mailboxOf } from "../contracts/mail-address.js";
import { type Occurrence, takesPlace } from "../domain/event.js";
import { defaultLocale } from "../domain/locale.js";
import { eventIdOf, type Submission } from "../domain/submission.js";
import { DAY_MS } from "../domain/wall-clock.js";
import { eventNotice } from "../letters/event-notice.js";
import { smtpSender } from "../letters/smtp.js";
import { createServices, filesFor } from "../services.js";
import { errorCode } from "../storage/errors.js";
import type { SubmissionStore } from "../storage/submissions.js";
import { changeInWords, eventInWords } from "../text/event-in-words.js";
import { submissionLine, withStore } from "./submission-lists.js";
import { UsageError } from "./submission-options.js";

/** From the edit of an event to its deploy. After that, the form shows the new date, so the sender knows it. */
const PUBLISHED_WITHIN_MS = DAY_MS;

/** Tells those who signed up for a date that it was moved, cancelled or postponed, each once. */
export const notify = withStore(async (store, _, { event: id, yes }) => {
  if (!id) throw new UsageError("notify needs --event with the id of a date.");
  const config = readConfig();
  if (yes && !config.smtp) throw new Error("Set SMTP_URL, MAIL_FROM and SUBMISSIONS_TO as for the site.");
  const { occurrence, locale, record, services } = await findOccurrence(id, config);
  const change = `${record.status} ${record.startsAt}`;
  const changeText = changeInWords(occurrence, locale, services.getFixedT(locale)).trim();
  const isChanged = changeText !== "";
  const { waiting, informed } = await recipientsOf(store, occurrence, change, isChanged);
  if (!isChanged && waiting.length === 0)
    throw new Error(`${eventInWords(record)}: takes place as announced, so there is nothing to tell.`);
  const heading = `${eventInWords(record)}\n${changeText}\n`;
  if (!yes) {
    const lines = [...waiting.map(submissionLine), `${waiting.length} would be mailed; ${informed} know already.`];
    return `${heading}${lines.join("\n")}${waiting.length > 0 ? " Add --yes to mail them." : ""}\n`;
  }

  const send = smtpSender(config.smtp!);
  const failures: string[] = [];
  for (const submission of waiting) {
    const words = changeInWords(occurrence, submission.locale, services.getFixedT(submission.locale)).trim();
    try {
      await send(eventNotice(submission, services.recordOf(occurrence, submission.locale), words, services));
      await store.markNotified(submission.id, change);
    } catch (error) {
      failures.push(`${submission.fields.email}: ${errorCode(error)}`);
    }
  }
  const summary = `${waiting.length - failures.length} mailed.`;
  if (failures.length === 0) return `${heading}${summary}\n`;
  throw new Error([...failures, `${summary} Repeat the command to mail the other ${failures.length}.`].join("\n"));
});

async function findOccurrence(id: string, config: Config) {
  const services = createServices(config, await filesFor(config));
  const occurrence = services.agenda.current().find(id);
  if (!occurrence) throw new Error(`There is no date ${id}. GET /api/events lists the ids.`);
  const locale = config.smtp?.locale ?? defaultLocale;
  const record = services.recordOf(occurrence, locale);
  if (occurrence.ends < Date.now()) throw new Error(`${eventInWords(record)}: is over.`);
  return { occurrence, locale, record, services };
}

/**
 * The latest submission of each mailbox about the date. Senders who know of the change are left out; if it was taken
 * back, so are those who were never notified of it.
 */
async function recipientsOf(store: SubmissionStore, occurrence: Occurrence, change: string, isChanged: boolean) {
  const { id, updated } = occurrence;
  const notices = await store.eventNotices();
  const about = (await store.list({ suspected: false })).filter(({ fields }) => eventIdOf(fields) === id);
  const mailboxIn = ({ fields }: Submission) => mailboxOf(fields.email!);
  const published = new Date(updated + PUBLISHED_WITHIN_MS).toISOString();
  // The form offers no date that is called off.
  const isKnownLater = isChanged && takesPlace(occurrence);
  const knows = ({ id, receivedAt }: Submission) =>
    notices.get(id) === change || (isKnownLater && receivedAt > published);
  const knowing = new Set(about.filter(knows).map(mailboxIn));
  const notified = new Set(about.filter(({ id }) => notices.has(id)).map(mailboxIn));
  const latest = new Map(about.map((submission) => [mailboxIn(submission), submission]));
  const waiting = [...latest].filter(([mailbox]) => !knowing.has(mailbox) && (isChanged || notified.has(mailbox)));
  return { waiting: waiting.map(([, submission]) => submission), informed: latest.size - waiting.length };
}
