import { eventIdOf, type Submission } from "../domain/submission.js";
import { startInWords } from "../text/dates-in-words.js";
import { eventInWords } from "../text/event-in-words.js";
import { openSite } from "./open-site.js";
import { answersIn, byMailbox } from "./sign-ups.js";

/** The coming dates, each with the number of mailboxes that signed up or applied. */
export async function datesWithSignUps(submissions: readonly Submission[]): Promise<string> {
  const { services, locale } = await openSite();
  const current = services.agenda.current();
  const { occurrences } = current.search({}, current.window(Date.now())!);
  const lines = occurrences.map((occurrence) => {
    const { id, signUp, status, ...record } = services.recordOf(occurrence, locale);
    const count = byMailbox(submissions.filter(({ fields }) => eventIdOf(fields) === id)).length;
    return `${`${count}`.padStart(3)}  ${id}  ${eventInWords(record)}  ${signUp ?? status}\n`;
  });
  return lines.join("");
}

/** One printable page, with a box for each name. */
export async function doorList(submissions: readonly Submission[], id: string): Promise<string> {
  const { services, locale, findOccurrence } = await openSite();
  const { record } = findOccurrence(id);
  const entries = byMailbox(submissions).map((group) => ({
    suspected: group.every(({ suspected }) => suspected),
    names: answersIn(group, "name"),
    company: answersIn(group, "company").join(", "),
    note: answersIn(group, "note").join("\n"),
  }));
  const time = startInWords(Date.now(), record.timezone, locale, services.getFixedT(locale));
  const count = entries.flatMap(({ names }) => names).length;
  return services.render("documents/door-list.njk", locale, { record, entries, count, time });
}
