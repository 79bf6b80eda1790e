import { concepts } from "../domain/concept.js";
import { languageNames, defaultLocale as locale, locales } from "../domain/locale.js";
import { linkLine, withAbsoluteLinks } from "../formats/markdown-document.js";
import { sectionOf } from "../site/page.js";
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
} from "../site/paths.js";
import { sections } from "../site/sections.js";
import type { Site } from "./site.js";
import { part, siteTexts } from "./site-text.js";

/** Contract §5, llmstxt.org; in English only. */
export function llmsPresenter(site: Site) {
  const { getFixedT, library, baseUrl } = site;
  const { addresses, organisation, cities } = library;
  const t = getFixedT(locale);
  const { articleParts, pagesIn, partsIn, wholePages } = siteTexts(site);
  const otherLocales = locales.filter((other) => other !== locale);
  const page = (name: PageName) => library.page(name, locale);
  const code = (path: string) => `\`${baseUrl}${path}\``;
  const alternatives = new Intl.ListFormat(locale, { type: "disjunction" });
  /** Headings have the URL of their page. Links to pages lead to their Markdown, which has no ids. */
  const absolute = (markdown: string) =>
    markdown
      .replace(/ \{#[a-z\d-]+\}$/gm, "")
      .replace(/^(#+ .* \()(?=\/)/gm, `$1${baseUrl}`)
      .replace(
        /\]\((\/[a-z]{2}(?:\/[^)#?]*)?)(#[^)]*)?\)/g,
        (_, path: string, id = "") => `](${baseUrl}${path}.md${id})`,
      )
      .replaceAll("](/", `](${baseUrl}/`);

  const linksTo = (names: readonly PageName[], language = locale) =>
    names
      .map((name) => {
        const { title, description } = library.page(name, language);
        return linkLine(title, baseUrl + markdownPathOf(addresses.pathTo(name, language)), description);
      })
      .join("\n");

  const paragraphs = () => [
    absolute(sectionOf(page(sections.rooms.page), sections.rooms.id).markdown),
    t("llms:languages", {
      languages: locales.map((language) => `${languageNames[language]} (/${language})`).join(", "),
    }),
    t("llms:data.heading"),
    [
      t("llms:data.markdown", {
        address: code(markdownPathOf(addresses.pathTo("dates", locale))),
        date: code(markdownPathOf(addresses.datePath("{id}", locale))),
      }),
      t("llms:data.events", { address: code(eventsPath({})), description: code(machineFiles.openapi) }),
      t("llms:data.calendars", { address: code(calendarPath(undefined)) }),
      ...cities.map(({ slug, names }) =>
        t("llms:data.calendar", { city: names[locale], address: code(calendarPath(slug)) }),
      ),
      t("llms:data.mcp", { address: baseUrl + api.mcp }),
      t("llms:data.feeds", { addresses: locales.map((language) => code(feedPath(language))).join(", ") }),
      t("llms:data.sitemap", { address: code(machineFiles.sitemap) }),
      t("llms:data.full", { address: code(machineFiles.llmsFull) }),
    ]
      .map((line) => `- ${line}`)
      .join("\n"),
  ];

  const document = (parts: readonly string[]) => {
    const head = [`# ${organisation.name}`, `> ${page("home").description}`, ...paragraphs()];
    return `${[...head, ...parts].filter(Boolean).join("\n\n")}\n`;
  };

  const addressTable = () =>
    [
      t("llms:addresses.table"),
      "|---|---|",
      ...pageNames.map((name) => `| ${addresses.pathTo(name, locale)} | ${page(name).label} |`),
    ].join("\n");

  const articleAddresses = () =>
    t("llms:addresses.articles", {
      paths: alternatives.format(
        Object.values(articleLists).map((list) => `\`${addresses.pathTo(list, locale)}/{slug}\``),
      ),
      locale: `\`${localePath(locale)}\``,
      others: alternatives.format(otherLocales.map((other) => `\`${localePath(other)}\``)),
    });

  return {
    brief: () =>
      document([
        ...concepts.flatMap(({ name, slug }) => part(name, [linksTo(pagesIn(slug))])),
        ...articleParts(locale).map(absolute),
        ...part(t("llms:site"), [linksTo(pagesIn("home"))]),
        ...part(t("llms:optional"), [otherLocales.map((other) => linksTo(["home"], other)).join("\n")]), // comes last
      ]),

    full() {
      const { pages, prices, dates, articles } = partsIn(locale);
      return document([
        ...part(t("llms:audience"), [
          absolute(sectionOf(page(sections.audience.page), sections.audience.id).markdown),
          ...concepts.map(({ slug, name }) => `**${name}.** ${page(slug).lead}`),
        ]),
        absolute(withAbsoluteLinks(dates, baseUrl)),
        absolute(pages),
        absolute(prices),
        absolute(articles),
        ...part(t("llms:legal"), wholePages(["privacy", "terms"], locale).map(absolute)),
        ...part(t("llms:addresses.heading"), [addressTable(), articleAddresses()]),
        ...part(t("llms:technical"), wholePages(["developer"], locale).map(absolute)),
      ]);
    },
  };
}
