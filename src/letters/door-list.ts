import { isAddressMailed, placeWithAddress } from "../events/private-details.js";
import type { EventRecord } from "../events/record.js";
import { placeInWords } from "../events/words.js";
import type { Site } from "../site.js";
import type { Submission } from "../storage/submission.js";
import { startInWords } from "../text/in-words.js";
import { type Locale, languageNames } from "../text/locale.js";
import { placeAndDate } from "./answers.js";
import { answersIn, byMailbox } from "./sign-ups.js";
import { indented } from "./team-mail.js";

/** One printable page, with a box for each name, in their order. */
export function doorList(submissions: readonly Submission[], record: EventRecord, locale: Locale, site: Site): string {
  return site.render("documents/door-list.njk", locale, present(submissions, record, locale, site));
}

/** To the team on the morning of the date, because hosts have no shell. */
export function doorListMail(submissions: readonly Submission[], record: EventRecord, locale: Locale, site: Site) {
  const place = placeAndDate(record, locale, site.getFixedT(locale));
  const model = present(submissions, record, locale, site);
  return {
    subject: site.getFixedT(locale)("forms:doorList.subject", { place }),
    text: site.renderText("letters/door-list.njk", locale, model),
    html: doorList(submissions, record, locale, site),
    messageId: `<${record.id}.door-list.${record.startsAt.slice(0, 10)}@${new URL(site.baseUrl).hostname}>`,
  };
}

/** With the address, where the site knows it. */
function placeForHost(record: EventRecord, locale: Locale, site: Site): (string | undefined)[] {
  const occurrence = site.snapshot().agenda.occurrence(record.id);
  if (occurrence && isAddressMailed(occurrence, site))
    return placeWithAddress(record, site.clock(), { locale, suspected: false }, site).filter(Boolean);
  return [record.venue ? placeInWords(record.venue) : site.getFixedT(locale)("events:board.online")];
}

function present(submissions: readonly Submission[], record: EventRecord, locale: Locale, site: Site) {
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
    place: placeForHost(record, locale, site),
    entries,
    count: entries.flatMap(({ names }) => names).length,
    time,
  };
}
