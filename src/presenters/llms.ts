import { articleKinds } from "../domain/article.js";
import { concepts } from "../domain/concept.js";
import type { Expiring } from "../domain/expiring.js";
import { languageNames, defaultLocale as locale, locales } from "../domain/locale.js";
import { sectionOf } from "../domain/page.js";
import type { PublishedArticles } from "../domain/published-articles.js";
import { type LlmsPart, llmsTxt, lowered } from "../formats/llms-txt.js";
import { linkLine, withAbsoluteLinks } from "../formats/markdown-document.js";
import { eventBlocks, type ListedEvents } from "../formats/markdown-events.js";
import { pageBlocks } from "../formats/markdown-page.js";
import type { Services } from "../services.js";
import {
  articleLists,
  calendarPath,
  eventsPath,
  feedPath,
  files,
  type PageName,
  pageNames,
  themeOf,
} from "../site/paths.js";
import { eventBoards } from "./event-board.js";

type Published = ReturnType<PublishedArticles["current"]>;

type LlmsServices = Pick<Services, "agenda" | "articles" | "clock" | "config" | "getFixedT" | "library" | "records">;

/** The site in brief and in full for language models (specification §1, contract §5), in English. */
export function llmsPresenter(services: LlmsServices) {
  const { articles, library, config, getFixedT } = services;
  const { baseUrl } = config;
  const { addresses, organisation, cities } = library;
  const about = { isList: false, t: getFixedT(locale), mail: organisation.mail };
  const boardOf = eventBoards(services);
  const otherLocales = locales.filter((other) => other !== locale);
  const pagesIn = (room: PageName) => pageNames.filter((name) => themeOf(name) === room);
  const page = (name: PageName) => library.page(name, locale);
  const code = (path: string) => `\`${baseUrl}${path}\``;
  const listOf = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join("\n");

  /** Links to pages lead to their Markdown. */
  const absolute = (markdown: string) =>
    markdown.replace(
      /\]\((\/[a-z]{2}(?:\/[^)#?]*)?)(#[^)]*)?\)/g,
      (_, path: string, id = "") => `](${baseUrl}${path}.md${id})`,
    );

  const linksTo = (names: readonly PageName[], language = locale) =>
    names
      .map((name) => {
        const { title, description } = library.page(name, language);
        return linkLine(title, baseUrl + addresses.markdownPathTo(name, language), description);
      })
      .join("\n");

  const articleParts = (published: Published) =>
    articleKinds.map((kind): LlmsPart => {
      const lines = published
        .list(locale, { kind })
        .map((article) =>
          linkLine(article.title, baseUrl + addresses.markdownArticlePath(article, locale), article.description),
        );
      return { heading: page(articleLists[kind]).label, blocks: [lines.join("\n")] };
    });

  /** What pages say, without the events and articles that they list. */
  const textsOf = (names: readonly PageName[]) =>
    names.flatMap((name) => {
      const [heading, ...blocks] = pageBlocks(page(name), about);
      return lowered([`${heading} (${baseUrl}${addresses.pathTo(name, locale)})`, ...blocks.map(absolute)], 2);
    });

  /** What both begin with: how the parts of the site belong together, and where its data is. */
  const paragraphs = () => [
    absolute(sectionOf(page("about"), "rooms").markdown),
    `Every page is written in ${locales.map((language) => `${languageNames[language]} (/${language})`).join(", ")}, at the same path below its language; dates, prices and rules are the same in each. Any page is Markdown at its address with \`.md\` at the end, or when text/markdown is asked for.`,
    "Data, free to use without a key:",
    listOf([
      `All coming dates on a page of Markdown: ${code(addresses.markdownPathTo("home", locale))}`,
      `Events, with filters by concept, city, locale and date, as JSON: ${code(eventsPath({}))}, described at ${code(files.openapi)}`,
      ...cities.map(
        ({ slug, names }) => `Events in ${names[locale]} as a calendar (iCalendar): ${code(calendarPath(slug))}`,
      ),
      `Guides and perspectives as RSS: ${locales.map((language) => code(feedPath(language))).join(", ")}`,
      `Every address: ${code(files.sitemap)}`,
      `All pages at once, but for guides and perspectives: ${code(files.llmsFull)}`,
    ]),
  ];

  const briefParts = (published: Published): LlmsPart[] => [
    ...concepts.map(({ name, slug }) => ({ heading: name, blocks: [linksTo(pagesIn(slug))] })),
    ...articleParts(published),
    { heading: "The site", blocks: [linksTo(pagesIn("home"))] },
    { heading: "Optional", blocks: [otherLocales.map((other) => linksTo(["home"], other)).join("\n")] },
  ];

  const ofArticles = Object.values(articleLists).map((list) => `\`${addresses.pathTo(list, locale)}/{slug}\``);
  const others = otherLocales.map((other) => `\`/${other}\``);

  const fullParts = (published: Published, board: ListedEvents): LlmsPart[] => [
    {
      heading: "Whom it is for",
      blocks: [
        absolute(sectionOf(page("home"), "who").markdown),
        ...concepts.map(({ slug, name }) => `**${name}.** ${page(slug).lead}`),
      ],
    },
    {
      heading: "Coming events",
      blocks: lowered(eventBlocks(board, about.mail, about.t).slice(1), 1).map((block) =>
        withAbsoluteLinks(block, baseUrl),
      ),
    },
    ...concepts.map(({ slug, name }) => ({ heading: name, blocks: textsOf(pagesIn(slug)) })),
    ...articleParts(published),
    { heading: "About the site", blocks: textsOf(pagesIn("home").filter((name) => name !== "developer")) },
    {
      heading: "Addresses",
      blocks: [
        [
          "| address | page |",
          "|---|---|",
          ...pageNames.map((name) => `| ${addresses.pathTo(name, locale)} | ${page(name).label} |`),
        ].join("\n"),
        `An article is at ${ofArticles.join(" or ")}. In the other languages \`/${locale}\` is ${others.join(" or ")}.`,
      ],
    },
    { heading: "Technical information", blocks: textsOf(["developer"]) },
  ];

  const document = (parts: LlmsPart[]) =>
    llmsTxt({ name: organisation.name, summary: page("home").description, paragraphs: paragraphs(), parts });

  return {
    brief(): Expiring<string> {
      const published = articles.current();
      return { value: document(briefParts(published)), validUntil: published.validUntil };
    },

    full(): Expiring<string> {
      const published = articles.current();
      const board = boardOf({}, locale);
      const validUntil = Math.min(published.validUntil, board.validUntil);
      return { value: document(fullParts(published, board.value)), validUntil };
    },
  };
}
