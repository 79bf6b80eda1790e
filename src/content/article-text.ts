import * as z from "zod";
import { type Article, type ArticleId, articleKinds } from "../domain/article.js";
import { conceptCodes } from "../domain/concept.js";
import { escapeMarkdown } from "../domain/escape-markdown.js";
import { countWords } from "../domain/page.js";
import { isLocalDate, isLocalDateTime } from "../domain/wall-clock.js";
import { renderArticle, withoutHeadingIds } from "./article-markdown.js";
import type { ContentFiles } from "./files.js";
import { readFrontMatter } from "./front-matter.js";
import { articleIdOf, linkResolver, nextStepFields, type References } from "./links.js";

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
export function readArticle(files: ContentFiles, name: string, id: ArticleId, references: References) {
  const matter = readFrontMatter(files, name, frontMatter, references.facts);
  if (!matter) return undefined;

  const { data, body, fill, report } = matter;
  const { next, topics, related, ...rest } = data;
  const links = linkResolver(references, report);
  const markdown = links.resolveAll(fill(body.trim(), escapeMarkdown));

  if (markdown === "") report("", "has no text below its front matter");
  for (const field of ["kind", "slug"] as const)
    if (rest[field] !== id[field]) report(field, `must be "${id[field]}", as its folder (found "${rest[field]}")`);
  if (rest.updated.slice(0, 10) < rest.published.slice(0, 10)) report("updated", "must not be before `published`");
  for (const topic of topics)
    if (!references.topics.has(topic)) report("topics", `there is no "${topic}" in topics.json`);

  const text = withoutHeadingIds(markdown);
  const article: Article = {
    ...rest,
    updated: rest.updated < rest.published ? rest.published : rest.updated, // later on the same day
    locale: references.locale,
    zone: references.zone,
    topicIds: topics,
    topics: topics.map((topic) => references.topics.get(topic) ?? topic),
    related: related.map((text) => articleIdOf(text)!),
    markdown: text,
    words: countWords(text),
    ...renderArticle(markdown, references.footnotes, report),
    next: links.nextStep(next),
  };
  return { article, links: links.articles, report };
}
