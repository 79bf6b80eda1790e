import {
  api,
  articleLists,
  calendarPath,
  eventsPath,
  feedPath,
  localePath,
  machineFiles,
  markdownPathOf,
  pageNames,
} from "../addresses/paths.js";
import type { Site } from "../site.js";
import { withAbsoluteLinks } from "../text/escaping.js";
import { languageNames, defaultLocale as locale, locales } from "../text/locale.js";
import { siteModel } from "./site-text.js";

/** llms.txt, or llms-full.txt: contract §5, llmstxt.org; in English only. */
export function llmsText(isFull: boolean, site: Site): string {
  const { addresses } = site.library;
  const otherLocales = locales.filter((other) => other !== locale);
  const articlePaths = Object.values(articleLists).map((list) => `${addresses.pathTo(list, locale)}/{slug}`);
  const text = site.renderText("markdown/llms.md.njk", locale, {
    ...siteModel(locale, site),
    isFull,
    origin: site.baseUrl,
    pageNames,
    otherLocales,
    languages: locales.map((language) => `${languageNames[language]} (${localePath(language)})`).join(", "),
    sources: dataSources(site),
    articleAddresses: site.getFixedT(locale)("llms:addresses.articles", {
      paths: eitherOf(articlePaths),
      locale: `\`${localePath(locale)}\``,
      others: eitherOf(otherLocales.map((other) => localePath(other))),
    }),
  });
  return withAbsoluteLinks(withMarkdownLinks(text), site.baseUrl);
}

/** Where programs get data, a sentence each. */
function dataSources({ baseUrl, getFixedT, library }: Site): string[] {
  const { addresses, cities } = library;
  const t = getFixedT(locale);
  const urlCode = (path: string) => `\`${baseUrl}${path}\``;
  return [
    t("llms:data.markdown", {
      address: urlCode(markdownPathOf(addresses.pathTo("dates", locale))),
      date: urlCode(markdownPathOf(addresses.occurrencePath("{id}", locale))),
    }),
    t("llms:data.events", { address: urlCode(eventsPath({})), description: urlCode(machineFiles.openapi) }),
    t("llms:data.calendars", { address: urlCode(calendarPath(undefined)) }),
    ...cities.map(({ slug, names }) =>
      t("llms:data.calendar", { city: names[locale], address: urlCode(calendarPath(slug)) }),
    ),
    t("llms:data.mcp", { address: baseUrl + api.mcp }),
    t("llms:data.feeds", { addresses: locales.map((language) => urlCode(feedPath(language))).join(", ") }),
    t("llms:data.sitemap", { address: urlCode(machineFiles.sitemap) }),
    t("llms:data.full", { address: urlCode(machineFiles.llmsFull) }),
  ];
}

/** Links to pages lead to their Markdown. */
const withMarkdownLinks = (markdown: string) =>
  markdown.replace(/\]\((\/[a-z]{2}(?:\/[^)#?]*)?)(?=[)#])/g, (_, path: string) => `](${markdownPathOf(path)}`);

const eitherOf = (paths: readonly string[]) =>
  new Intl.ListFormat(locale, { type: "disjunction" }).format(paths.map((path) => `\`${path}\``));
