import type { EventFilter } from "../addresses/paths.js";
import { datesQuery } from "../addresses/paths.js";
import { upcoming } from "../events/agenda.js";
import { eventBoard } from "../events/board.js";
import type { Site } from "../site.js";
import { monthAndYear } from "../text/in-words.js";
import { type Locale, locales } from "../text/locale.js";
import { pagePresenter } from "./page.js";

/** The page of all dates. A filtered one has the canonical address of the whole. */
export function datesPagePresenter(site: Site) {
  const { addresses, cities } = site.library;
  const { namedPage } = pagePresenter(site);

  return (filter: EventFilter, locale: Locale) => {
    const model = namedPage("dates", locale).model();
    const board = filter.concept || filter.city ? eventBoard(filter, locale, site) : model.board!;
    const citiesAhead = upcoming({ locale }, site).map(({ event }) => event.city);
    const pathIn = (locale: Locale, filter: EventFilter) => addresses.pathTo("dates", locale) + datesQuery(filter);
    return {
      ...model,
      board,
      rows: board.ahead.map((row) => ({ ...row, month: monthAndYear(row.record.startsAt, locale) })),
      filter,
      cities: cities.filter(({ slug }) => citiesAhead.includes(slug)),
      pathWith: (name: keyof EventFilter, value?: string) => pathIn(locale, { ...filter, [name]: value }),
      alternates: locales.map((other) => ({ locale: other, path: pathIn(other, filter) })),
    };
  };
}
