import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { conceptCodes } from "../addresses/concepts.js";
import { type ArticleId, articleKinds, articleLists, articleName } from "../addresses/paths.js";
import { escapeMarkdown } from "../text/escaping.js";
import { type Locale, locales } from "../text/locale.js";
import { isLocalDate, isLocalDateTime } from "../text/wall-clock.js";
import type { Article } from "./article.js";
import { renderArticle, withoutHeadingIds } from "./article-markdown.js";
import type { ContentFiles } from "./files.js";
import { articleIdOf, linkResolver, type References } from "./links.js";
import { countWords, nextStepFields } from "./page.js";

type ReadArticle = NonNullable<ReturnType<typeof readArticle>>;

export function readArticles(files: ContentFiles, references: Record<Locale, References>): Article[] {
  const ids = articleKinds.flatMap((kind) => files.slugsIn(articleLists[kind]).map((slug) => ({ kind, slug })));
  const allRead = ids.flatMap((id) =>
    locales.flatMap((locale) => {
      const name = articleFile(id, locale);
      const read = files.has(name) && readArticle(files, name, id, references[locale]);
      return read && files.hasNoErrors(name) ? read : [];
    }),
  );
  const languagesOf = (id: ArticleId) => allRead.filter(({ article }) => articleName(article) === articleName(id));
  for (const read of allRead) {
    rejectDifferingFields(read, languagesOf(read.article)[0]!.article);
    rejectUnavailableArticles(read, languagesOf, files);
  }
  return allRead.map(({ article }) => article);
}

export const articleFile = ({ kind, slug }: ArticleId, locale: Locale) => `${articleLists[kind]}/${slug}/${locale}.md`;

function rejectDifferingFields({ article, report }: ReadArticle, first: Article): void {
  const expected = sharedFields(first);
  for (const [field, value] of Object.entries(sharedFields(article)))
    if (!isDeepStrictEqual(value, expected[field])) report(field, `is not the same as in ${first.locale}.md`);
}

const sharedFields = ({ concept, topicIds, related }: Article): Record<string, unknown> => ({
  concept,
  topics: topicIds,
  related,
});

/** A linked article must be published in the same language when the text is published or updated. */
function rejectUnavailableArticles(
  { article, links, report }: ReadArticle,
  languagesOf: (id: ArticleId) => readonly ReadArticle[],
  files: ContentFiles,
): void {
  for (const id of article.related) {
    if (articleName(article) === articleName(id)) report("related", "names itself");
    else if (languagesOf(id).length === 0) report("related", `there is no ${articleName(id)}`);
  }
  for (const id of links) {
    const languages = languagesOf(id);
    const target = languages.find((other) => other.article.locale === article.locale)?.article;
    if (!target && !files.hasNoErrors(articleFile(id, article.locale))) continue; // reported
    if (!target) report(articleName(id), languages.length > 0 ? "does not exist in this language" : "does not exist");
    else if (target.draft && !article.draft) report(articleName(id), "is a draft");
    else if (target.published > article.updated) report(articleName(id), "is published after this text was updated");
  }
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
function readArticle(files: ContentFiles, name: string, id: ArticleId, references: References) {
  const matter = files.frontMatter(name, frontMatter, references.facts);
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
