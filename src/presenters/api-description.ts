import { cursorAfter } from "../contracts/event-query.js";
import { defaultLocale } from "../domain/locale.js";
import { monthsAfter } from "../domain/wall-clock.js";
import { apiEventOf } from "../formats/event-record.js";
import { openapi } from "../formats/openapi.js";
import type { Services } from "../services.js";
import { calendarOf, calendarOfOccurrence } from "./calendar.js";
import { presentEventList } from "./event-list.js";

/** Its examples name coming dates. */
export async function presentApiDescription(
  services: Pick<Services, "agenda" | "clock" | "config" | "getFixedT" | "library" | "records">,
): Promise<object> {
  const { agenda, records, library, clock, getFixedT, config } = services;
  const { organisation, addresses, cities, page } = library;
  const urlOf = (name: "terms" | "developer") => config.baseUrl + addresses.pathTo(name, defaultLocale);
  const current = agenda.current();
  const { today } = current;
  const [next] = current.search({}, { endsAfter: clock(), startsBefore: Infinity }, 1).occurrences;
  const event = next && apiEventOf(records.of(next, defaultLocale));
  const [calendar, allCalendar] = [
    await calendarOf(cities[0], {}, services, 1),
    await calendarOf(undefined, {}, services, 1),
  ];
  return openapi({
    name: organisation.name,
    baseUrl: config.baseUrl,
    mail: organisation.mail,
    terms: { name: page("terms", defaultLocale).title, url: urlOf("terms") },
    documentationUrl: urlOf("developer"),
    cities: cities.map(({ slug }) => slug),
    event,
    list: { events: event ? [event] : [], ...presentEventList({ limit: 1 }, services)!.list },
    eventFile: next && (await calendarOfOccurrence(next, defaultLocale, services)).text,
    calendar: calendar.text,
    allCalendar: allCalendar.text,
    queryExamples: {
      concept: "AFTER",
      city: cities[0]?.slug ?? "",
      audience: "open",
      recurring: "true",
      locale: "en",
      from: today,
      to: monthsAfter(today, 6),
      limit: 10,
      ...(next && { cursor: cursorAfter(next) }),
    },
    t: getFixedT(defaultLocale),
  });
}
