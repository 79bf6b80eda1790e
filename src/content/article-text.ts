import * as z from "zod";
import { type Article, type ArticleId, articleKinds } from "../domain/article.js";
import { conceptCodes } from "../domain/concept.js";
import { escapeMarkdown } from "../domain/escape-markdown.js";
import type { Locale } from "../domain/locale.js";
import { countWords } from "../domain/page.js";
import { isLocalDate, isLocalDateTime } from "../domain/wall-clock.js";
import { type FootnoteLabels, renderArticle, withoutHeadingIds } from "./article-markdown.js";
import { readFrontMatter } from "./front-matter.js";
import { articleIdOf, createNextStep, linkResolver, nextStepFields } from "./links.js";
import type { References } from "./page-text.js";
import type { ReportProblem } from "./problems.js";

export interface ArticleReferences extends References {
  /** Translated names by id. */
  readonly topics: ReadonlyMap<string, string>;
  readonly zone: string;
  readonly footnotes: FootnoteLabels;
}

export interface ParsedArticle {
  readonly article: Article;
  readonly links: readonly ArticleId[];
}

const moment = z
  .string()
  .refine(
    (text) => isLocalDate(text) || isLocalDateTime(text),
    "must be a date that exists, alone or with a time: 2027-05-06T07:00",
  )
  .transform((text) => (isLocalDate(text) ? `${text}T00:00` : text));
const isUnique = (items: readonly string[]) => new Set(items).size === items.length;
const articleId = z.string().refine((text) => articleIdOf(text), "must be guide:<slug> or perspective:<slug>");

const frontMatter = z.strictObject({
  kind: z.enum(articleKinds),
  slug: z.string(),
  title: z.string().min(3).max(60),
  description: z.string().min(80).max(160),
  author: z.string().min(2).max(60),
  draft: z.boolean().default(false),
  published: moment,
  updated: moment,
  topics: z.array(z.string()).min(1).max(4).refine(isUnique, "must not repeat an item"),
  concept: z.enum(conceptCodes),
  related: z.array(articleId).max(4).refine(isUnique, "must not repeat an item").default([]),
  next: nextStepFields,
});

/** Sections begin with `## Title {#id}`; if any problem is reported, the result must not be used. */
export function parseArticle(
  source: string,
  id: ArticleId,
  locale: Locale,
  references: ArticleReferences,
  report: ReportProblem,
): ParsedArticle | undefined {
  const links = linkResolver(references, locale, report);
  const matter = readFrontMatter(source, frontMatter, references.facts, report);
  if (!matter) return undefined;

  const { next, topics, related, ...rest } = matter.data;
  const markdown = links.resolveAll(matter.fill(matter.body.trim(), escapeMarkdown));

  if (markdown === "") report("", "has no text below its front matter");
  for (const name of ["kind", "slug"] as const)
    if (rest[name] !== id[name]) report(name, `must be "${id[name]}", as its folder (found "${rest[name]}")`);
  if (rest.updated.slice(0, 10) < rest.published.slice(0, 10)) report("updated", "must not be before `published`");
  for (const topic of topics)
    if (!references.topics.has(topic)) report("topics", `there is no "${topic}" in topics.json`);

  const text = withoutHeadingIds(markdown);
  const article: Article = {
    ...rest,
    updated: rest.updated < rest.published ? rest.published : rest.updated, // later on the same day
    locale,
    zone: references.zone,
    topicIds: topics,
    topics: topics.map((topic) => references.topics.get(topic) ?? topic),
    related: related.map((text) => articleIdOf(text)!),
    markdown: text,
    words: countWords(text),
    ...renderArticle(markdown, references.footnotes, report),
    next: createNextStep(next, links, references.mail, report),
  };
  return { article, links: links.articles };
}
