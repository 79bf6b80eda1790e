import type { Asked } from "../../content/asked.js";
import type { Subjects } from "../../content/dialogue-words.js";
import { blocksOf } from "../../content/markdown.js";
import { type Article, articleName } from "../../domain/article.js";
import type { City } from "../../domain/city.js";
import type { Concept } from "../../domain/concept.js";
import type { Locale } from "../../domain/locale.js";
import type { Page, Section, Text } from "../../domain/page.js";
import type { Slug } from "../../domain/slug.js";
import { factLine } from "../../formats/markdown-page.js";
import type { Addresses } from "../../site/addresses.js";
import { conceptOf, type PageName, pageNames } from "../../site/paths.js";
import type { Passage } from "../passage.js";
import { addressesIn, blocksOfText, plainText, type TextBlock } from "./sentences.js";

/** A passage with what search and answers need to know of it. */
export interface SitePassage extends Passage {
  /** The same in every language: the page and the id of the heading. */
  readonly key: string;
  /** The name of the page, or `guide:<slug>` and `perspective:<slug>`. */
  readonly page: PageName | `${Article["kind"]}:${Slug}`;
  readonly kind: "opening" | "section" | "part" | "question" | "article";
  readonly concept: Concept["code"] | undefined;
  readonly city: Slug | undefined;
  /** What stands large at the top of its page, or article. */
  readonly headline: string;
  /** What else helps to find it: what its page is about. */
  readonly context: string;
  /** The notions it is about, by the site's subject index. */
  readonly subjects: readonly string[];
  /** How visitors ask for it, in their words. */
  readonly asked: readonly string[];
  readonly blocks: readonly TextBlock[];
  /** Whether it says little itself and names its parts. */
  readonly isOverview: boolean;
}

interface Sources {
  readonly subjects: Subjects;
  readonly asked: Asked;
  readonly page: (name: PageName, locale: Locale) => Page;
  readonly articles: readonly Article[];
  readonly cities: readonly City[];
  readonly addresses: Addresses;
  readonly baseUrl: string;
}

/** Everything that pages and articles say in a language, cut at its headings; a step for each. */
export function* passagesIn(locale: Locale, sources: Sources): Generator<void, SitePassage[]> {
  const passages: Unindexed[] = [];
  for (const name of pageNames) {
    passages.push(...passagesOfPage(name, locale, sources));
    yield;
  }
  for (const article of sources.articles) {
    passages.push(...passagesOfArticle(article, sources));
    yield;
  }
  return passages.map((passage) => ({
    ...passage,
    subjects: sources.subjects[passage.key] ?? [],
    asked: sources.asked[passage.key] ?? [],
  }));
}

type Unindexed = Omit<SitePassage, "subjects" | "asked">;

function passagesOfPage(name: PageName, locale: Locale, { page, cities, addresses, baseUrl }: Sources): Unindexed[] {
  const { title, label, heading, lead, description, keyFacts, sections, ask, next } = page(name, locale);
  const path = addresses.pathTo(name, locale);
  const isQuestions = name.endsWith("-faq");
  const cityNamed = (text: string) => cities.find(({ slug }) => text === slug)?.slug;
  const common = {
    title: plain(title),
    page: name,
    concept: conceptOf(name)?.code,
    city: cities.find(({ slug }) => name.split("-").includes(slug) && name !== "after-commerce-start-format")?.slug,
    headline: plain(heading),
    context: plain([label, title, heading, description, ...ask].join(" \n")),
  };
  const opening = [lead, keyFacts.map(factLine).join("\n")].join("\n\n");

  const textPassage = (text: Text, kind: SitePassage["kind"], markdown = text.markdown): Unindexed => ({
    ...common,
    kind,
    key: `${name}#${text.id}`,
    city: cityNamed(text.id) ?? common.city,
    heading: text.title,
    path: `${path}#${text.id}`,
    ...bodyOf(markdown, baseUrl),
    isOverview: markdown !== text.markdown && "parts" in text && (text as Section).parts.length > 0,
  });
  const partsListed = ({ markdown, parts }: Section) =>
    [markdown, parts.map(({ id, title }) => `- [${title}](${path}#${id})`).join("\n")].join("\n\n");

  return [
    {
      ...common,
      kind: "opening",
      key: name,
      heading: "",
      path,
      ...bodyOf(opening, baseUrl),
      isOverview: false,
      context: `${common.context}\n${plain(`${next.heading} ${next.text}`)}`,
    },
    ...sections.flatMap((section) => [
      ...(section.markdown === "" && isQuestions ? [] : [textPassage(section, "section", partsListed(section))]),
      ...section.parts.map((part) =>
        textPassage(
          { ...part, title: [part.time, part.title].filter(Boolean).join(" ") },
          isQuestions ? "question" : "part",
        ),
      ),
    ]),
  ];
}

function passagesOfArticle(article: Article, { addresses, baseUrl }: Sources): Unindexed[] {
  const { title, description, topics, contents, markdown } = article;
  const path = addresses.articlePath(article, article.locale);
  const page = articleName(article);
  const [opening = "", ...sections] = sectionsOf(markdown);
  const common = {
    title,
    page,
    kind: "article",
    headline: title,
    concept: undefined,
    city: undefined,
    isOverview: false,
  } as const;
  const context = [title, description, ...topics].join(" \n");

  return [
    {
      ...common,
      key: page,
      heading: "",
      path,
      context,
      ...bodyOf(`${description}\n\n${opening}`, baseUrl),
    },
    ...sections.flatMap((section, index): Unindexed[] => {
      const heading = contents[index];
      return heading
        ? [
            {
              ...common,
              key: `${page}#${heading.id}`,
              heading: heading.title,
              path: `${path}#${heading.id}`,
              context,
              ...bodyOf(section, baseUrl),
            },
          ]
        : [];
    }),
  ];
}

/** What stands before an article's first section, then each section with its parts, which its contents do not list. */
function sectionsOf(markdown: string): string[] {
  const sections: string[] = [];
  for (const { heading, markdown: text } of blocksOf(markdown)) {
    const [, part] = /^### (.*)/.exec(heading) ?? [];
    if (part === undefined) sections.push(text);
    else sections.push([sections.pop(), `**${part}**`, text].join("\n\n"));
  }
  return sections;
}

function bodyOf(markdown: string, baseUrl: string) {
  const examples = addressesIn(markdown, baseUrl).map((address) => `- [${address}](${address})`);
  const told = markdown.replace(/[^.\n]*:\n\n(?=```)/g, "\n\n"); // examples stand at the end, without what leads to each
  const blocks = blocksOfText([told, examples.join("\n")].join("\n\n"));
  return { blocks, text: plain(markdown.replace(/^\[\^.*$/gm, "")) };
}

/** Without soft signs of the page's typography. */
const plain = (markdown: string) => plainTextLines(markdown).replaceAll("\u00a0", " ");
const plainTextLines = (markdown: string) =>
  markdown
    .split(/\n{2,}/)
    .map(plainText)
    .join("\n");
