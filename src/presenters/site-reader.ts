import type { SiteReader } from "../assistant/dependencies.js";
import { isLocale } from "../domain/locale.js";
import { calendarPath, eventFilePath, eventIdInQuery, machineFiles } from "../site/paths.js";
import { eventInWords } from "../text/event-in-words.js";
import { type Documents, markdownDocuments } from "./documents.js";
import { eventRow } from "./event-board.js";
import { rowMarkdown } from "./markdown-events.js";
import type { Site } from "./site.js";
import { siteTexts } from "./site-text.js";

export function siteReader(site: Site): SiteReader {
  const { agenda, assets, baseUrl, getFixedT, library, recordOf } = site;
  let read: Documents | undefined;
  const documents = () => (read ??= markdownDocuments(site)); // with the first question, not at start
  const texts = siteTexts(site);
  const calendars = [undefined, ...library.cities.map(({ slug }) => slug)];
  const files = new Set<string>([
    ...Object.values(machineFiles),
    ...calendars.flatMap((city) => [calendarPath(city), calendarPath(city, {}, "")]),
  ]);

  /** Its page, its form or its calendar file. */
  const findDate = ({ pathname, search, hash }: URL) => {
    const id =
      eventIdInQuery(search) ??
      (hash.slice(1) ||
        pathname
          .split("/")
          .at(-1)!
          .replace(/\.ics$/, ""));
    const occurrence = agenda.current().find(id);
    const locale = new URLSearchParams(search).get("locale") ?? pathname.split("/")[1];
    if (!occurrence || !isLocale(locale)) return undefined;
    const record = recordOf(occurrence, locale);
    const path = pathname + search + hash;
    const isOfDate = [record.path, record.actionPath, eventFilePath(id, locale)].includes(path);
    return isOfDate ? { path, title: eventInWords(record) } : undefined;
  };

  return {
    textIn: (locale) => texts.whole(locale).text,
    read: (address) => documents().find(address)?.text(),
    lineOf: (occurrence, locale) => rowMarkdown(eventRow(occurrence, locale, site), getFixedT(locale)),

    find(address) {
      if (!URL.canParse(address, baseUrl)) return undefined;
      const url = new URL(address, baseUrl);
      if (url.origin !== baseUrl) return undefined;
      const date = findDate(url);
      if (date) return date;
      const page = documents().find(address);
      if (page) return { path: page.path + (page.hasId(url.hash.slice(1)) ? url.hash : ""), title: page.title };
      const isFile = files.has(url.pathname) || assets.find(url.pathname) !== undefined;
      return isFile && /^[\w?&=.-]*$/.test(url.search) ? { path: url.pathname + url.search, title: "" } : undefined;
    },

    /** By the part of its title before a colon. */
    pageNamedIn(text, locale) {
      const named = documents()
        .list()
        .filter((page) => page.locale === locale && text.includes(nameOf(page)))
        .sort((a, b) => nameOf(b).length - nameOf(a).length);
      const [longest] = named;
      return named.every((page) => nameOf(longest!).includes(nameOf(page))) ? longest : undefined;
    },
  };
}

const nameOf = ({ title }: { readonly title: string }) => title.split(":")[0]!;
