import {
  api,
  calendarPath,
  EVENT_QUERY,
  embedPath,
  eventIdInQuery,
  eventPath,
  machineFiles,
} from "../addresses/paths.js";
import type { Occurrence } from "../events/agenda.js";
import { eventRow } from "../events/board.js";
import type { Site } from "../site.js";
import type { Locale } from "../text/locale.js";
import { markdownOf } from "./page.js";
import { hasId, pageAt, summaryOf } from "./page-ref.js";
import { siteText } from "./site-text.js";

/** What an answer was made from: a page, article, date or file of the site. */
export interface Source {
  /** Without the origin, with the id of a heading where there is one. */
  readonly path: string;
  /** Empty for a file. */
  readonly title: string;
}

/** Pages, prices and coming dates in a language, as Markdown. */
export function siteMarkdown(locale: Locale, site: Site): string {
  return site.snapshot().memo(`site ${locale}`, () => siteText(locale, site)).text;
}

/** A page or article as Markdown; undefined if there is none at the address. */
export function pageMarkdown(address: string, site: Site): string | undefined {
  const page = pageAt(address, site);
  return page && markdownOf(page, site, "");
}

export const occurrenceMarkdown = (occurrence: Occurrence, locale: Locale, site: Site): string =>
  site.renderText("markdown/line.md.njk", locale, { row: eventRow(occurrence, locale, site) }).trimEnd();

/** A page, section, date or file; undefined if the site has no such address. */
export function sourceAt(address: string, site: Site): Source | undefined {
  const { baseUrl } = site;
  if (!URL.canParse(address, baseUrl)) return undefined;
  const { origin, pathname, search, hash } = new URL(address, baseUrl);
  if (origin !== baseUrl) return undefined;
  const page = pageAt(address, site);
  if (!page)
    return isFile(pathname, site) && /^[\w?&=.-]*$/.test(search) ? { path: pathname + search, title: "" } : undefined;
  const eventId = eventIdInQuery(search);
  const query = hasOccurrence(eventId, site) ? EVENT_QUERY + eventId : "";
  const fragment = hasId(page, hash.slice(1), site) ? hash : "";
  const { canonicalPath, title } = summaryOf(page, site);
  return { path: canonicalPath + query + fragment, title };
}

const hasOccurrence = (id = "", { snapshot }: Site) => snapshot().agenda.occurrence(id) !== undefined;

function isFile(path: string, site: Site): boolean {
  const { assets, library } = site;
  const calendarCities = [undefined, ...library.cities.map(({ slug }) => slug)];
  const files: string[] = [
    ...Object.values(machineFiles),
    api.events,
    ...library.cities.map(({ slug }) => embedPath(slug)),
    ...calendarCities.flatMap((city) => [calendarPath(city), calendarPath(city, {}, "")]),
  ];
  const id = path.slice(path.lastIndexOf("/") + 1).replace(".ics", "");
  if (hasOccurrence(id, site)) files.push(eventPath(id), `${eventPath(id)}.ics`);
  return files.includes(path) || assets.findAddress(path) !== undefined;
}
