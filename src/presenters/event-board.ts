import { monthAndYear } from "../domain/dates-in-words.js";
import type { Occurrence } from "../domain/event.js";
import type { Locale } from "../domain/locale.js";
import { daysAfter, type LocalDate } from "../domain/wall-clock.js";
import type { Services } from "../services.js";
import type { EventFilter } from "../site/event-pages.js";
import { calendarPath } from "../site/paths.js";
import { eventRow } from "./event-row.js";

const DAYS_BACK = 90;
const MAX_OPEN = 6;

export function eventBoards(
  services: Pick<Services, "agenda" | "clock" | "config" | "getFixedT" | "library" | "records">,
) {
  const { agenda, records, clock, getFixedT, library } = services;
  const { baseUrl } = services.config;

  return (listed: EventFilter, locale: Locale) => {
    const current = agenda.current();
    const now = clock();
    const filter = { ...listed, locale };
    const search = (from: LocalDate, limit?: number) =>
      current.search(filter, current.window(now, from)!, limit).occurrences;

    const rowOf = (occurrence: Occurrence) => eventRow(occurrence, locale, services);

    const found = search(daysAfter(current.today, -DAYS_BACK));
    const upcoming = found.filter(({ ends }) => ends > now).map(rowOf);
    const past = found.filter(({ ends }) => ends <= now).map(rowOf);
    const shown = new Set([listed.city, ...found.map(({ event }) => event.city)]);
    const cities = library.cities.filter(({ slug }) => shown.has(slug));
    const [next] = upcoming.length > 0 ? [] : search(current.window(now)!.to, 1);

    const folded = upcoming.slice(MAX_OPEN);
    const board = {
      upcoming: upcoming.slice(0, MAX_OPEN),
      folded,
      foldedUntil: folded.length > 0 ? monthAndYear(folded.at(-1)!.record.startsAt, locale) : null,
      foldedChanges: folded.filter(({ change }) => change !== "").length,
      past: past.reverse(),
      /** The first event beyond twelve months if there is none before. */
      next: next ? records.of(next, locale) : null,
      calendars: [...(listed.city ? [] : [undefined]), ...(cities.length > 0 ? cities : library.cities)].map((city) => {
        const address = baseUrl + calendarPath(city?.slug, { locale, concept: listed.concept });
        const name = city?.names[locale] ?? getFixedT(locale)("events:subscribe.allCities");
        return { city: name, address, webcal: address.replace(/^https?:/, "webcal:") };
      }),
    };
    return { value: board, validUntil: current.validUntil(now) };
  };
}
