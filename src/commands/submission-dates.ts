import { eventIdOf } from "../domain/submission.js";
import { eventInWords } from "../text/event-in-words.js";
import { openSite } from "./open-site.js";
import { byMailbox } from "./sign-ups.js";
import { withStore } from "./submission-lists.js";

/** The coming dates, each with the number of mailboxes that signed up or applied. */
export const dates = withStore(async (store) => {
  const { services, locale } = await openSite();
  const all = await store.list({ suspected: false });
  const current = services.agenda.current();
  const { occurrences } = current.search({}, current.window(Date.now())!);
  const lines = occurrences.map((occurrence) => {
    const { id, signUp, status, ...record } = services.recordOf(occurrence, locale);
    const count = byMailbox(all.filter(({ fields }) => eventIdOf(fields) === id)).length;
    return `${`${count}`.padStart(3)}  ${id}  ${eventInWords(record)}  ${signUp ?? status}\n`;
  });
  return lines.join("");
});
