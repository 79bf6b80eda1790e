import { z } from "zod";
import { type Article, type ArticleId, articleKinds } from "../domain/article.js";
import { concepts } from "../domain/concept.js";
import { escapeMarkdown } from "../domain/escape-markdown.js";
import type { Locale } from "../domain/locale.js";
import { isLocalDate, isLocalDateTime } from "../domain/wall-clock.js";
import { type NoteWords, renderArticle, withoutHeadingIds } from "./article-markdown.js";
import { filler } from "./facts.js";
import { readFrontMatter } from "./front-matter.js";
import { articleIdOf, linker } from "./links.js";
import { nextStepFields, nextStepOf } from "./next-step.js";
import type { References } from "./page-text.js";
import type { Refuse } from "./problems.js";

/** What an article's text may refer to. */
export interface ArticleReferences extends References {
  /** By id, in the text's language. */
  readonly topics: ReadonlyMap<string, string>;
  /** The zone of its dates. */
  readonly zone: string;
  readonly notes: NoteWords;
}

/** An article as its file gives it, with what can only be checked when all are read. */
export interface ReadArticle {
  readonly article: Article;
  /** The articles that its text links to. */
  readonly links: readonly ArticleId[];
  /** What every language of the article has to have in common, in writing. */
  readonly facts: Readonly<Record<string, string>>;
}

const moment = z
  .string()
  .refine((text) => isLocalDate(text) || isLocalDateTime(text), "must be a date, or a date and time: 2027-05-06T07:00")
  .transform((text) => (isLocalDate(text) ? `${text}T00:00` : text));
const isEachOnce = (items: readonly string[]) => new Set(items).size === items.length;
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
  topics: z.array(z.string()).min(1).max(4).refine(isEachOnce, "names one twice"),
  concept: z.enum(concepts.map(({ code }) => code)),
  related: z.array(articleId).max(4).refine(isEachOnce, "names one twice").default([]),
  next: nextStepFields,
});

/**
 * An article from its file: front matter, an opening, then `## Title {#id}` for each section. Facts and links are
 * written as in pages; a text may also link to `guide:<slug>` and `perspective:<slug>`, and have footnotes, `[^name]`.
 *
 * Errors  none thrown; `refuse` is told of everything wrong, and then the article is not to be used.
 */
export function readArticle(
  source: string,
  id: ArticleId,
  locale: Locale,
  references: ArticleReferences,
  refuse: Refuse,
): ReadArticle | undefined {
  const fill = filler(references.facts, refuse);
  const links = linker(references, locale, refuse);
  const matter = readFrontMatter(source, frontMatter, fill, refuse);
  if (!matter) return undefined;

  const { next, topics, related, ...same } = matter.data;
  const markdown = links.linked(fill(matter.body.trim(), escapeMarkdown));

  if (markdown === "") refuse("", "has no text below its front matter");
  if (same.kind !== id.kind || same.slug !== id.slug) refuse("slug", `its folder says ${id.kind}:${id.slug}`);
  if (same.updated < same.published) refuse("updated", "must not lie before `published`");
  for (const topic of topics)
    if (!references.topics.has(topic)) refuse("topics", `there is no "${topic}" in topics.json`);

  const article: Article = {
    ...same,
    locale,
    zone: references.zone,
    topics: topics.map((topic) => references.topics.get(topic) ?? topic),
    related: related.map((text) => articleIdOf(text)!),
    markdown: withoutHeadingIds(markdown),
    ...renderArticle(markdown, references.notes, refuse),
    next: nextStepOf(next, links, references.mail, refuse),
  };
  const facts = { concept: same.concept, topics: topics.join(", "), related: related.join(", ") };
  return { article, links: links.articles, facts };
}
