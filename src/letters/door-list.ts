/** The list for the door: a printable page, and the mail that brings it to the team. */

import type { Occurrence } from "../events/agenda.js";
import { isAddressMailed, placeLines } from "../events/private-details.js";
import { type EventRecord, recordOf, whereInWords } from "../events/record.js";
import type { Site } from "../site.js";
import type { Delivery } from "../storage/queue.js";
import type { SubmissionStore } from "../storage/store.js";
import { answersIn, byMailbox, type Submission } from "../storage/submission.js";
import { startInWords } from "../text/in-words.js";
import { languageNames } from "../text/locale.js";
import { dateAt } from "../text/wall-clock.js";
import { placeAndDate } from "./letter.js";
import { CLAIMED_RETRY_MS, indented } from "./team-messages.js";
import { isRejectedMail, messageIdOf, sendMail } from "./transports.js";

/** The team gets it on the morning of the date, because hosts have no shell. */
export async function sendDoorList({ submission }: Delivery, date: Occurrence, store: SubmissionStore, site: Site) {
  const day = dateAt(date.starts, date.event.zone);
  if (!(await store.queue.claimForTeam("door list", submission, day))) return site.clock() + CLAIMED_RETRY_MS;
  const record = recordOf(date, site.config.teamLocale, site);
  const signUps = await store.list({ dateId: record.id });
  try {
    await sendMail(doorListMail(signUps, record, site), site);
  } catch (error) {
    if (!isRejectedMail(error)) throw error;
    const withoutNotes = signUps.map((signUp) => ({ ...signUp, fields: { ...signUp.fields, note: "" } }));
    await sendMail(doorListMail(withoutNotes, record, site), site);
  }
  await store.queue.keepForTeam("door list", submission);
  return date.starts; // until then it can be moved to another day
}

function doorListMail(submissions: readonly Submission[], record: EventRecord, site: Site) {
  const { id, locale, startsAt } = record;
  const t = site.getFixedT(locale);
  return {
    subject: t("forms:doorList.subject", { place: placeAndDate(record, locale, t) }),
    text: site.renderText("letters/door-list.njk", locale, present(submissions, record, site)),
    html: doorList(submissions, record, site),
    messageId: messageIdOf(`${id}.door-list.${startsAt.slice(0, 10)}`, site),
  };
}

/** One printable page, with a box for each name, in their order. */
export function doorList(submissions: readonly Submission[], record: EventRecord, site: Site): string {
  return site.render("documents/door-list.njk", record.locale, present(submissions, record, site));
}

/** The place has its address, where the site knows it. */
function placeForHost(record: EventRecord, site: Site): (string | undefined)[] {
  const { locale } = record;
  const occurrence = site.snapshot().agenda.occurrence(record.id);
  if (occurrence && isAddressMailed(occurrence, site))
    return placeLines(record, site.clock(), { locale, suspected: false }, site).filter(Boolean);
  return [whereInWords(record, site.getFixedT(locale))];
}

function present(submissions: readonly Submission[], record: EventRecord, site: Site) {
  const { locale } = record;
  const entries = byMailbox(submissions).map((group) => {
    const note = answersIn(group, "note").join("\n");
    const latest = group.at(-1)!;
    return {
      suspected: group.every(({ suspected }) => suspected),
      names: answersIn(group, "name"),
      email: latest.fields.email,
      language: languageNames[latest.locale],
      company: answersIn(group, "company").join(", "),
      note,
      indentedNote: note && indented(note),
    };
  });
  entries.sort((a, b) => `${a.names}`.localeCompare(`${b.names}`, locale));
  const time = startInWords(site.clock(), record.timezone, locale, site.getFixedT(locale));
  return {
    record,
    place: placeForHost(record, site),
    entries,
    count: entries.flatMap(({ names }) => names).length,
    time,
  };
}
