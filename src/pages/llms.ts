import { concepts } from "../addresses/concepts.js";
import {
  api,
  articleLists,
  calendarPath,
  eventsPath,
  feedPath,
  localePath,
  machineFiles,
  markdownPathOf,
  type PageName,
  pageNames,
} from "../addresses/paths.js";
import { sections } from "../addresses/sections.js";
import { sectionOf } from "../content/page.js";
import type { Site } from "../site.js";
import { languageNames, defaultLocale as locale, locales } from "../text/locale.js";
import { joinBlocks, linkLine, withAbsoluteLinks } from "./markdown-document.js";
import { pagesIn, siteParts, titled } from "./site-text.js";

export const llmsTxt = (site: Site) => llmsPresenter(site).brief();
export const llmsFullTxt = (site: Site) => llmsPresenter(site).full();

/** Contract §5, llmstxt.org; in English only. */
function llmsPresenter(site: Site) {
  const { getFixedT, library, baseUrl } = site;
  const { addresses, organisation, cities } = library;
  const t = getFixedT(locale);
  const { articleLinks, pageTexts, partsIn } = siteParts(site, baseUrl, false);
  const otherLocales = locales.filter((other) => other !== locale);
  const page = (name: PageName) => library.page(name, locale);
  const urlCode = (path: string) => `\`${baseUrl}${path}\``;
  const eitherOf = (paths: readonly string[]) =>
    new Intl.ListFormat(locale, { type: "disjunction" }).format(paths.map((path) => `\`${path}\``));

  /** Links to pages lead to their Markdown. */
  const withMarkdownLinks = (markdown: string) =>
    withAbsoluteLinks(
      markdown.replace(/\]\((\/[a-z]{2}(?:\/[^)#?]*)?)(?=[)#])/g, (_, path: string) => `](${markdownPathOf(path)}`),
      baseUrl,
    );

  const linksTo = (names: readonly PageName[], language = locale) =>
    names
      .map((name) => {
        const { title, description } = library.page(name, language);
        return linkLine(title, baseUrl + markdownPathOf(addresses.pathTo(name, language)), description);
      })
      .join("\n");

  const sources = [
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

  const document = (parts: readonly string[]) => {
    const languages = locales.map((language) => `${languageNames[language]} (${localePath(language)})`).join(", ");
    const head = [
      `# ${organisation.name}`,
      `> ${page("home").description}`,
      withMarkdownLinks(sectionOf(page(sections.rooms.page), sections.rooms.id).markdown),
      t("llms:languages", { languages }),
      t("llms:data.heading"),
      sources.map((line) => `- ${line}`).join("\n"),
    ];
    return `${joinBlocks([...head, ...parts])}\n`;
  };

  const addressTable = () =>
    [
      t("llms:addresses.table"),
      "|---|---|",
      ...pageNames.map((name) => `| ${addresses.pathTo(name, locale)} | ${page(name).label} |`),
    ].join("\n");

  const articleAddresses = () =>
    t("llms:addresses.articles", {
      paths: eitherOf(Object.values(articleLists).map((list) => `${addresses.pathTo(list, locale)}/{slug}`)),
      locale: `\`${localePath(locale)}\``,
      others: eitherOf(otherLocales.map((other) => localePath(other))),
    });

  return {
    brief: () =>
      document([
        ...concepts.map(({ name, slug }) => titled(name, [linksTo(pagesIn(slug))])),
        withMarkdownLinks(articleLinks(locale)),
        titled(t("llms:site"), [linksTo(pagesIn("home"))]),
        titled(t("llms:optional"), [otherLocales.map((other) => linksTo(["home"], other)).join("\n")]), // comes last
      ]),

    full() {
      const { pages, prices, dates, articles } = partsIn(locale);
      return document([
        titled(t("llms:audience"), [
          withMarkdownLinks(sectionOf(page(sections.audience.page), sections.audience.id).markdown),
          ...concepts.map(({ slug, name }) => `**${name}.** ${page(slug).lead}`),
        ]),
        withAbsoluteLinks(dates, baseUrl),
        withMarkdownLinks(pages),
        withMarkdownLinks(prices),
        withMarkdownLinks(articles),
        withMarkdownLinks(titled(t("llms:legal"), pageTexts(["privacy", "terms"], locale))),
        titled(t("llms:addresses.heading"), [addressTable(), articleAddresses()]),
        withMarkdownLinks(titled(t("llms:technical"), pageTexts(["developer"], locale))),
      ]);
    },
  };
}
