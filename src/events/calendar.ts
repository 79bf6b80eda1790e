import type { City } from "../addresses/cities.js";
import { conceptOfCode } from "../addresses/concepts.js";
import type { Site } from "../site.js";
import { defaultLocale } from "../text/locale.js";
import { daysAfter, monthsAfter } from "../text/wall-clock.js";
import type { Filter } from "./agenda.js";
import type { EventRecord } from "./record-schema.js";

const DAYS_BACK = 90;
const MONTHS_AHEAD = 12;

export const calendarName = (city: City | undefined, concept: Filter["concept"]) =>
  [concept ? conceptOfCode(concept).slug : "events", city?.slug].filter(Boolean).join("-");

export async function calendarOf(
  city: City | undefined,
  { concept, locale }: Pick<Filter, "concept" | "locale">,
  site: Site,
): Promise<string> {
  const { icalendar } = await import("./icalendar.js"); // not needed at start
  const { snapshot, clock, getFixedT, library, recordOf } = site;
  const current = snapshot().agenda;
  const from = daysAfter(current.today, -DAYS_BACK);
  const to = monthsAfter(current.today, MONTHS_AHEAD);
  const occurrences = current.search({ city: city?.slug, concept, locale }, current.window(clock(), from, to)!);

  const language = locale ?? defaultLocale;
  const t = getFixedT(language);
  const name = concept ? conceptOfCode(concept).name : library.organisation.name;
  const names = { name, city: city?.names[language] ?? "" };
  return icalendar({
    feed: {
      name: city ? t("events:calendar.name", names) : name,
      description: t(city ? "events:calendar.description" : "events:calendar.allDescription", names),
      zone: city?.zone ?? library.organisation.timezone,
      year: Number(current.today.slice(0, 4)),
    },
    locale: language,
    t,
    events: occurrences.map((occurrence) => recordOf(occurrence, language)),
  });
}

export async function calendarOfEvent(record: EventRecord, { getFixedT }: Site): Promise<string> {
  const { icalendar } = await import("./icalendar.js");
  return icalendar({ locale: record.locale, t: getFixedT(record.locale), events: [record] });
}
