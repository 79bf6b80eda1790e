import type { Submission } from "../domain/submission.js";
import { startInWords } from "../text/dates-in-words.js";
import { openSite } from "./open-site.js";
import { answersIn, byMailbox } from "./sign-ups.js";

/** One printable page, with a box for each name. */
export async function doorList(submissions: readonly Submission[], id: string): Promise<string> {
  const { services, locale, find } = await openSite();
  const { record } = find(id);
  const groups = byMailbox(submissions.filter(({ suspected }) => !suspected));
  const entries = groups.map((group) => ({
    names: answersIn(group, "name"),
    company: answersIn(group, "company").join(", "),
    note: answersIn(group, "note").join("\n"),
  }));
  const time = startInWords(Date.now(), record.timezone, locale, services.getFixedT(locale));
  const count = entries.flatMap(({ names }) => names).length;
  return services.render("documents/door-list.njk", locale, { record, entries, count, time });
}
