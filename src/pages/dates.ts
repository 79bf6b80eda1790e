import type { EventFilter } from "../addresses/paths.js";
import { datesQuery } from "../addresses/paths.js";
import { upcoming } from "../events/agenda.js";
import { eventBoard } from "../events/board.js";
import type { Site } from "../site.js";
import { monthAndYear } from "../text/in-words.js";
import { type Locale, locales } from "../text/locale.js";
import { pageModel } from "./page.js";

/** The page of all dates. A filtered one has the canonical address of the whole. */
export function datesModel(filter: EventFilter, locale: Locale, site: Site) {
  const { addresses, cities } = site.library;
  const model = pageModel("dates", locale, site);
  const board = filter.concept || filter.city ? eventBoard(filter, locale, site) : model.board!;
  const citiesAhead = upcoming({ locale }, site).map(({ event }) => event.city);
  const pathIn = (language: Locale, query: EventFilter) => addresses.pathTo("dates", language) + datesQuery(query);
  return {
    ...model,
    board,
    rows: board.ahead.map((row) => ({ ...row, month: monthAndYear(row.record.startsAt, locale) })),
    filter,
    cities: cities.filter(({ slug }) => citiesAhead.includes(slug)),
    pathWith: (name: keyof EventFilter, value?: string) => pathIn(locale, { ...filter, [name]: value }),
    alternates: locales.map((other) => ({ locale: other, path: pathIn(other, filter) })),
  };
}
