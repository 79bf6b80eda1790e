import type { SiteReader } from "../assistant/dependencies.js";
import { defaultLocale } from "../domain/locale.js";
import {
  api,
  calendarPath,
  EVENT_QUERY,
  embedPath,
  eventFilePath,
  eventIdInQuery,
  eventPath,
  machineFiles,
} from "../site/paths.js";
import { eventRow } from "./event-board.js";
import { rowMarkdown } from "./markdown-events.js";
import type { Site } from "./site.js";
import { sitePages } from "./site-pages.js";
import { siteTexts } from "./site-text.js";

export function siteReader(site: Site): SiteReader {
  const { agenda, assets, baseUrl, getFixedT, library } = site;
  const pages = sitePages(site);
  const texts = siteTexts(site);
  const calendars = [undefined, ...library.cities.map(({ slug }) => slug)];
  const files = new Set<string>([
    ...Object.values(machineFiles),
    api.events,
    ...library.cities.map(({ slug }) => embedPath(slug)),
    ...calendars.flatMap((city) => [calendarPath(city), calendarPath(city, {}, "")]),
  ]);
  const hasDate = (id: string | undefined) => id !== undefined && agenda.current().find(id) !== undefined;
  const isFile = (path: string) => {
    const id = path.split("/").at(-1)!.replace(".ics", "");
    const isOfDate = hasDate(id) && [eventPath(id), eventFilePath(id, defaultLocale).split("?")[0]].includes(path);
    return isOfDate || files.has(path) || assets.find(path) !== undefined;
  };

  return {
    textIn: (locale) => texts.whole(locale).text,
    read: (address) => pages.find(address)?.text(""),
    lineOf: (occurrence, locale) => rowMarkdown(eventRow(occurrence, locale, site), getFixedT(locale)),

    find(address) {
      if (!URL.canParse(address, baseUrl)) return undefined;
      const { origin, pathname, search, hash } = new URL(address, baseUrl);
      if (origin !== baseUrl) return undefined;
      const page = pages.find(address);
      const event = eventIdInQuery(search);
      const query = hasDate(event) ? EVENT_QUERY + event : "";
      const fragment = page?.hasId(hash.slice(1)) ? hash : "";
      if (page) return { path: page.canonicalPath + query + fragment, title: page.title };
      return isFile(pathname) && /^[\w?&=.-]*$/.test(search) ? { path: pathname + search, title: "" } : undefined;
    },

    /** By the part of its title before a colon. */
    pageNamedIn(text, locale) {
      const named = pages
        .list()
        .map((page) => ({ ...page, name: page.title.split(":")[0]! }))
        .filter((page) => page.locale === locale && text.includes(page.name));
      const [longest] = named.sort((a, b) => b.name.length - a.name.length);
      const isUnique = longest && named.every(({ name }) => longest.name.includes(name));
      return isUnique ? { path: longest.canonicalPath, title: longest.title } : undefined;
    },
  };
}
