import { articleName, type PageName, pageNames, viewIds } from "../addresses/pages.js";
import { articlePath } from "../addresses/paths.js";
import type { Article } from "../content/library.js";
import { factLine, type Library } from "../content/library.js";
import { splitAtHeadings } from "../content/markdown.js";
import type { Site } from "../site.js";
import type { Locale, Translate } from "../text/locale.js";

/** A stretch of the site's text that answers a question: a page's opening, a section, a part. */
export interface Place {
  /** `page`, or `page#id`; articles are `guide:<slug>` and `perspective:<slug>`. The same in every language. */
  readonly key: string;
  readonly title: string;
  /** Empty for the opening of a page. */
  readonly heading: string;
  /** The address without the origin. */
  readonly path: string;
  readonly markdown: string;
  /** One line for each part of a section, with its first sentence; empty if it has no parts. */
  readonly parts: string;
}

/** What a site and its build both have. */
type Texts = Pick<Site, "library" | "getFixedT">;

/** All places in a language, by key. A section that has only parts answers nothing, and is none. */
export function placesIn(locale: Locale, articles: readonly Article[], { library, getFixedT }: Texts) {
  const places = [
    ...pageNames.flatMap((name) => placesOfPage(name, locale, library)),
    calendarPlace(library.page("home", locale).title, library.pathTo("home", locale), getFixedT(locale)),
    ...articles.flatMap(placesOfArticle),
  ];
  return new Map(places.filter(({ markdown }) => markdown.trim() !== "").map((place) => [place.key, place]));
}

/** The places of a language with the articles that are published now. */
export function currentPlaces(locale: Locale, site: Site): ReadonlyMap<string, Place> {
  const { articles, memo } = site.snapshot();
  return memo(`places ${locale}`, () => placesIn(locale, articles.articlesIn(locale), site));
}

type Page = Pick<Place, "key" | "title" | "path">;

/** A section, or the opening, which has no id. */
function placeOn({ key, title, path }: Page, id: string, heading: string, markdown: string, parts = ""): Place {
  const fragment = id && `#${id}`;
  return { key: key + fragment, title, heading, path: path + fragment, markdown, parts };
}

/** How to subscribe to the dates, which stands below every list of events. */
function calendarPlace(title: string, path: string, t: Translate): Place {
  const markdown = [
    t("events:subscribe.text"),
    `${t("events:subscribe.apple")}: ${t("events:subscribe.appleInstructions")}`,
    `${t("events:subscribe.google")}: ${t("events:subscribe.googleInstructions")}`,
    `${t("events:subscribe.outlook")}: ${t("events:subscribe.outlookInstructions")}`,
    t("events:subscribe.unsubscribe"),
    t("events:subscribe.downloadNote"),
  ].join("\n\n");
  return placeOn({ key: "home", title, path }, viewIds.subscribe, t("events:subscribe.heading"), markdown);
}

function placesOfPage(name: PageName, locale: Locale, library: Library): Place[] {
  const { title, lead, keyFacts, sections } = library.page(name, locale);
  const page = { key: name, title, path: library.pathTo(name, locale) };
  return [
    placeOn(page, "", "", `${lead}\n\n${keyFacts.map(factLine).join("\n")}`),
    ...sections.flatMap(({ id, title, markdown, parts }) => [
      placeOn(page, id, title, markdown, partLines(parts, page.path)),
      ...parts.map(({ id, time, title, markdown }) =>
        placeOn(page, id, [time, title].filter(Boolean).join(" "), markdown),
      ),
    ]),
  ];
}

function partLines(parts: readonly { id: string; title: string; markdown: string }[], path: string): string {
  const lines = parts.map(({ id, title, markdown }) => {
    const [firstSentence] = markdown.split(/(?<=[.!?])\s/);
    return `- [${title.replace(/[?:]$/, "")}](${path}#${id}): ${firstSentence}`;
  });
  return lines.join("\n");
}

function placesOfArticle(article: Article): Place[] {
  const { title, description, contents, markdown } = article;
  const page = { key: articleName(article), title, path: articlePath(article, article.locale) };
  const [opening = "", ...sections] = articleSections(markdown);
  return [
    placeOn(page, "", "", `${description}\n\n${opening}`),
    ...contents.map(({ id, title }, index) => placeOn(page, id, title, sections[index] ?? "")),
  ];
}

/** The opening of an article, then each section with its parts, which its contents do not list. */
function articleSections(markdown: string): string[] {
  const sections: string[] = [];
  for (const { heading, markdown: text } of splitAtHeadings(markdown)) {
    const [, part] = /^### (.*)/.exec(heading) ?? [];
    if (part === undefined) sections.push(text);
    else sections.push([sections.pop(), `**${part}**`, text].join("\n\n"));
  }
  return sections;
}
