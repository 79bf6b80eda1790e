import type { Request, Response } from "express";
import type { ArticleKind } from "../domain/article.js";
import { concepts } from "../domain/concept.js";
import { type Locale, languageNames, defaultLocale as locale, locales } from "../domain/locale.js";
import { sectionOf } from "../domain/page.js";
import type { PublishedArticles } from "../domain/published-articles.js";
import { type LlmsLink, linkLine, llmsFullTxt, llmsTxt, lowered } from "../formats/llms-txt.js";
import { eventBlocks } from "../formats/markdown-events.js";
import { pageBlocks } from "../formats/markdown-page.js";
import { sitePages } from "../site/menus.js";
import {
  articleLists,
  calendarPath,
  conceptOf,
  eventsPath,
  feedPath,
  files,
  type PageName,
  pageNames,
} from "../site/paths.js";
import { type BoardUses, eventBoards } from "./event-board.js";

interface Uses extends BoardUses {
  readonly articles: PublishedArticles;
}

/** The site in brief and in full for programs that read (specification §1, contract §5), in English. */
export function llmsController(uses: Uses) {
  const { agenda, articles, library, words, config } = uses;
  const { baseUrl } = config;
  const { addresses, organisation, cities } = library;
  const boardOf = eventBoards(uses);
  const pagesOf = (concept: string) => pageNames.filter((name) => conceptOf(name)?.slug === concept);
  const otherLocales = locales.filter((other) => other !== locale);

  /** Links to pages lead to their Markdown. */
  const absolute = (markdown: string) =>
    markdown.replace(
      /\]\((\/[a-z]{2}(?:\/[^)#?]*)?)(#[^)]*)?\)/g,
      (_, path: string, id = "") => `](${baseUrl}${path}.md${id})`,
    );

  const linkToPage = (name: PageName, language: Locale = locale): LlmsLink => {
    const { title, description } = library.page(name, language);
    return { label: title, url: baseUrl + addresses.markdownPathTo(name, language), description };
  };
  const linksToArticles = (kind: ArticleKind): LlmsLink[] =>
    articles.list(locale, { kind }).map((article) => ({
      label: article.title,
      url: baseUrl + addresses.markdownArticlePath(article, locale),
      description: article.description,
    }));

  /** What pages say, without the events and articles that they list. */
  const textsOf = (names: readonly PageName[]) =>
    names.flatMap((name) => {
      const about = { isList: false, words: words(locale), mail: organisation.mail };
      const [heading, ...blocks] = pageBlocks(library.page(name, locale), about);
      return [`${heading} (${baseUrl}${addresses.pathTo(name, locale)})`, ...blocks.map(absolute)].map(lowered);
    });

  /** What both files begin with: what this is, how its parts belong together, where its data is. */
  const opening = () => {
    const languages = locales.map((locale) => `${languageNames[locale]} (/${locale})`).join(", ");
    const data = [
      `All coming dates on a page of Markdown: \`${baseUrl}${addresses.markdownPathTo("home", locale)}\``,
      `Events, with filters by concept, city, locale and date, as JSON: \`${baseUrl}${eventsPath({})}\`, described at \`${baseUrl}${files.openapi}\``,
      ...cities.map(
        ({ slug, names }) =>
          `Events in ${names[locale]} as a calendar (iCalendar): \`${baseUrl}${calendarPath(slug)}\``,
      ),
      `Guides and perspectives as RSS: ${locales.map((locale) => `\`${baseUrl}${feedPath(locale)}\``).join(", ")}`,
      `Every address: \`${baseUrl}${files.sitemap}\``,
      `All pages at once, but for guides and perspectives: \`${baseUrl}${files.llmsFull}\``,
    ];
    return {
      name: organisation.name,
      summary: library.page("home", locale).description,
      paragraphs: [
        absolute(sectionOf(library.page("about", locale), "rooms").markdown),
        `Every page is written in ${languages}, at the same path below its language; dates, prices and rules are the same in each. Any page is Markdown at its address with \`.md\` at the end, or when text/markdown is asked for.`,
        `Data, free to use without a key:\n\n${data.map((line) => `- ${line}`).join("\n")}`,
      ],
    };
  };

  const addressBlocks = () => {
    const rows = pageNames.map((name) => `| ${addresses.pathTo(name, locale)} | ${library.page(name, locale).label} |`);
    const ofArticles = Object.values(articleLists).map((list) => `\`${addresses.pathTo(list, locale)}/{slug}\``);
    return [
      ["| address | page |", "|---|---|", ...rows].join("\n"),
      `An article is at ${ofArticles.join(" or ")}. In the other languages \`/${locale}\` is ${otherLocales.map((other) => `\`/${other}\``).join(" or ")}.`,
    ];
  };

  const answer = (textNow: () => string) => (_request: Request, response: Response) => {
    response.locals.validUntil = Math.min(agenda.validUntil(), articles.validUntil());
    response.set("Content-Language", locale).type("text/plain").send(textNow());
  };

  return {
    showBrief: answer(() =>
      llmsTxt({
        ...opening(),
        sections: [
          ...concepts.map(({ name, slug }) => ({
            heading: name,
            links: pagesOf(slug).map((page) => linkToPage(page)),
          })),
          { heading: "Guides", links: linksToArticles("guide") },
          { heading: "Perspectives", links: linksToArticles("perspective") },
          { heading: "The site", links: ["home" as const, ...sitePages].map((page) => linkToPage(page)) },
          { heading: "Optional", links: otherLocales.map((other) => linkToPage("home", other)) },
        ],
      }),
    ),

    showFull: answer(() =>
      llmsFullTxt({
        ...opening(),
        parts: [
          {
            heading: "Whom it is for",
            blocks: [
              absolute(sectionOf(library.page("home", locale), "who").markdown),
              ...concepts.map(({ slug, name }) => `**${name}.** ${library.page(slug, locale).lead}`),
            ],
          },
          {
            heading: "Coming events",
            blocks: eventBlocks(boardOf({}, locale), organisation.mail, words(locale)).slice(1),
          },
          ...concepts.map(({ slug, name }) => ({ heading: name, blocks: textsOf(pagesOf(slug)) })),
          { heading: "Guides", blocks: [linksToArticles("guide").map(linkLine).join("\n")] },
          { heading: "Perspectives", blocks: [linksToArticles("perspective").map(linkLine).join("\n")] },
          {
            heading: "About the site",
            blocks: textsOf(pageNames.filter((name) => !conceptOf(name) && name !== "developer")),
          },
          { heading: "Addresses", blocks: addressBlocks() },
          { heading: "Technical information", blocks: textsOf(["developer"]) },
        ],
      }),
    ),
  };
}
