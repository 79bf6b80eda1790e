import { conceptOfCode } from "../domain/concept.js";
import { shortDate, shortTimes } from "../domain/dates-in-words.js";
import { type Occurrence, takesPlace } from "../domain/event.js";
import type { Locale } from "../domain/locale.js";
import { audienceInWords, changeInWords } from "../formats/event-record.js";
import type { Services } from "../services.js";
import { pageOfEvent } from "../site/event-pages.js";
import { eventFilePath } from "../site/paths.js";

/** One occurrence as views/macros/event-row.njk shows it. */
export function eventRow(
  occurrence: Occurrence,
  locale: Locale,
  { records, clock, getFixedT }: Pick<Services, "clock" | "getFixedT" | "records">,
) {
  const record = records.of(occurrence, locale);
  const t = getFixedT(locale);
  const isAhead = occurrence.ends > clock() && takesPlace(occurrence);
  const { startsAt, endsAt, previousStartsAt, actionPath } = record;
  return {
    record,
    takesPlace: takesPlace(occurrence),
    audience: audienceInWords(record, t),
    change: changeInWords(occurrence, locale, t),
    date: shortDate(startsAt, locale),
    times: shortTimes(startsAt, endsAt, locale),
    /** Null unless it was moved, possibly within its day. */
    before: previousStartsAt && {
      ...shortDate(previousStartsAt, locale),
      sameDay: previousStartsAt.slice(0, 10) === startsAt.slice(0, 10),
    },
    concept: conceptOfCode(record.concept),
    page: pageOfEvent(record.concept, record.city),
    path: record.path,
    action: isAhead && actionPath ? { label: t(`events:action.${record.audience}`), path: actionPath } : null,
    file: isAhead ? eventFilePath(record.id, locale) : null,
  };
}
