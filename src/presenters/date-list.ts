import { concepts } from "../domain/concept.js";
import { type Locale, locales } from "../domain/locale.js";
import type { EventFilter } from "../site/event-pages.js";
import { datesQuery } from "../site/paths.js";
import { monthAndYear } from "../text/dates-in-words.js";
import { eventBoards } from "./event-board.js";
import { pagePresenter } from "./page.js";
import type { Site } from "./site.js";

/** The page of all dates. A filtered one has the canonical address of the whole. */
export function dateListPresenter(site: Site) {
  const { getFixedT, library } = site;
  const boardOf = eventBoards(site);
  const { presentPage } = pagePresenter(site);

  return (filter: EventFilter, locale: Locale) => {
    const t = getFixedT(locale);
    const board = boardOf(filter, locale);
    const rows = [...board.upcoming, ...board.later];
    const monthOf = ({ record }: (typeof rows)[number]) => monthAndYear(record.startsAt, locale);
    const pathTo = (shown: EventFilter, other = locale) => library.addresses.pathTo("dates", other) + datesQuery(shown);
    const choices = (name: keyof EventFilter, all: string, labels: Readonly<Record<string, string>>) => ({
      label: t(`events:date.${name}`),
      links: [[undefined, all] as const, ...Object.entries(labels)].map(([value, label]) => ({
        label,
        path: pathTo({ ...filter, [name]: value }),
        isCurrent: filter[name] === value,
      })),
    });
    return {
      ...presentPage("dates", locale),
      board,
      months: [...new Set(rows.map(monthOf))].map((name) => ({
        name,
        rows: rows.filter((row) => monthOf(row) === name),
      })),
      filters: [
        choices(
          "city",
          t("events:date.anyCity"),
          Object.fromEntries(library.cities.map(({ slug, names }) => [slug, names[locale]])),
        ),
        choices(
          "concept",
          t("events:date.anyConcept"),
          Object.fromEntries(concepts.map(({ code, name }) => [code, name])),
        ),
      ],
      alternates: locales.map((other) => ({ locale: other, path: pathTo(filter, other) })),
    };
  };
}
