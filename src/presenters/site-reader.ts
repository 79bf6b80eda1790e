import {
  api,
  calendarPath,
  EVENT_QUERY,
  embedPath,
  eventFilePath,
  eventIdInQuery,
  eventPath,
  machineFiles,
} from "../addresses/paths.js";
import type { SiteReader } from "../assistant/dependencies.js";
import { defaultLocale } from "../text/locale.js";
import { eventRow } from "./event-board.js";
import { rowMarkdown } from "./markdown-events.js";
import { pageFinder } from "./page-finder.js";
import type { Site } from "./site.js";
import type { SitePage } from "./site-page.js";
import { siteTexts } from "./site-text.js";

export function siteReader(site: Site): SiteReader {
  const { agenda, assets, baseUrl, getFixedT, library } = site;
  const pages = pageFinder(site);
  const texts = siteTexts(site);
  const calendarCities = [undefined, ...library.cities.map(({ slug }) => slug)];
  const files = new Set<string>([
    ...Object.values(machineFiles),
    api.events,
    ...library.cities.map(({ slug }) => embedPath(slug)),
    ...calendarCities.flatMap((city) => [calendarPath(city), calendarPath(city, {}, "")]),
  ]);
  const hasOccurrence = (id = "") => agenda.current().occurrence(id) !== undefined;
  const isFileOfOccurrence = (path: string) => {
    const id = path.split("/").at(-1)!.replace(".ics", "");
    return hasOccurrence(id) && [eventPath(id), eventFilePath(id, defaultLocale).split("?")[0]].includes(path);
  };
  const isFile = (path: string) =>
    files.has(path) || isFileOfOccurrence(path) || assets.findAddress(path) !== undefined;

  return {
    siteMarkdown: (locale) => texts.whole(locale).text,
    pageMarkdown: (address) => pages.pageAt(address)?.text(""),
    occurrenceMarkdown: (occurrence, locale) => rowMarkdown(eventRow(occurrence, locale, site), getFixedT(locale)),

    sourceAt(address) {
      if (!URL.canParse(address, baseUrl)) return undefined;
      const { origin, pathname, search, hash } = new URL(address, baseUrl);
      if (origin !== baseUrl) return undefined;
      const page = pages.pageAt(address);
      if (!page)
        return isFile(pathname) && /^[\w?&=.-]*$/.test(search) ? { path: pathname + search, title: "" } : undefined;
      const eventId = eventIdInQuery(search);
      const query = hasOccurrence(eventId) ? EVENT_QUERY + eventId : "";
      const fragment = page.hasId(hash.slice(1)) ? hash : "";
      return { path: page.canonicalPath + query + fragment, title: page.title };
    },

    /** A page is named by the part of its title before a colon. */
    pageNamedIn(text, locale) {
      const nameOf = ({ title }: SitePage) => title.split(":")[0]!;
      const named = pages.pagesAndArticles().filter((page) => page.locale === locale && text.includes(nameOf(page)));
      const [longest] = named.toSorted((a, b) => nameOf(b).length - nameOf(a).length);
      const isUnique = longest && named.every((page) => nameOf(longest).includes(nameOf(page)));
      return isUnique ? { path: longest.canonicalPath, title: longest.title } : undefined;
    },
  };
}
