import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { conceptCodes } from "../addresses/concepts.js";
import { type ArticleId, articleKinds, articleLists, articleName } from "../addresses/paths.js";
import { escapeMarkdown } from "../text/escaping.js";
import { type Locale, locales } from "../text/locale.js";
import { isLocalDate, isLocalDateTime } from "../text/wall-clock.js";
import type { Article } from "./article.js";
import { renderArticle, withoutHeadingIds } from "./article-markdown.js";
import { fillFacts } from "./facts.js";
import type { ContentFiles } from "./files.js";
import { textOfLength } from "./json-files.js";
import { articleIdOf, linkedArticles, nextStep, type References, resolveLinks } from "./links.js";
import { countWords, nextStepFields } from "./page.js";
import type { ReportProblem } from "./problems.js";

interface ReadArticle {
  readonly article: Article;
  /** The articles to which its text links. */
  readonly links: readonly ArticleId[];
  readonly report: ReportProblem;
}

export function readArticles(files: ContentFiles, references: Record<Locale, References>): Article[] {
  const read: ReadArticle[] = [];
  for (const kind of articleKinds)
    for (const slug of files.slugsIn(articleLists[kind]))
      for (const locale of locales) {
        const article = readArticle(files, { kind, slug }, references[locale]);
        if (article) read.push(article);
      }
  const articles = read.map(({ article }) => article);
  for (const each of read) {
    rejectDifferingFields(each, articles);
    rejectUnavailableArticles(each, articles, files);
  }
  return articles;
}

export const articleFile = ({ kind, slug }: ArticleId, locale: Locale) => `${articleLists[kind]}/${slug}/${locale}.md`;

/** The languages of one article. */
function languagesOf(id: ArticleId, articles: readonly Article[]): Article[] {
  return articles.filter((article) => articleName(article) === articleName(id));
}

function rejectDifferingFields({ article, report }: ReadArticle, articles: readonly Article[]): void {
  const [first = article] = languagesOf(article, articles);
  const message = `is not the same as in ${first.locale}.md`;
  if (article.concept !== first.concept) report("concept", message);
  if (!isDeepStrictEqual(article.topicIds, first.topicIds)) report("topics", message);
  if (!isDeepStrictEqual(article.related, first.related)) report("related", message);
}

/** A linked article must be published in the same language when the text is published or updated. */
function rejectUnavailableArticles(read: ReadArticle, articles: readonly Article[], files: ContentFiles): void {
  const { article, links, report } = read;
  for (const id of article.related) {
    if (articleName(article) === articleName(id)) report("related", "names itself");
    else if (languagesOf(id, articles).length === 0) report("related", `there is no ${articleName(id)}`);
  }
  for (const id of links) {
    const languages = languagesOf(id, articles);
    const target = languages.find(({ locale }) => locale === article.locale);
    if (!target && !files.hasNoErrors(articleFile(id, article.locale))) continue; // reported
    if (!target) report(articleName(id), languages.length > 0 ? "does not exist in this language" : "does not exist");
    else if (target.draft && !article.draft) report(articleName(id), "is a draft");
    else if (target.published > article.updated) report(articleName(id), "is published after this text was updated");
  }
}

const isMoment = (text: string) => isLocalDate(text) || isLocalDateTime(text);
const moment = z
  .string()
  .refine(isMoment, "must be a date that exists, alone or with a time: 2027-05-06T07:00")
  .transform((text) => (isLocalDate(text) ? `${text}T00:00` : text));
const isUnique = (items: readonly string[]) => new Set(items).size === items.length;
const articleId = z.string().refine((text) => articleIdOf(text), "must be guide:<slug> or perspective:<slug>");

const frontMatter = z.strictObject({
  kind: z.enum(articleKinds),
  slug: z.string(),
  title: textOfLength(3, 60),
  description: textOfLength(80, 160),
  author: textOfLength(2, 60),
  draft: z.boolean().default(false),
  published: moment,
  updated: moment,
  topics: z.array(z.string()).min(1).max(4).refine(isUnique, "must not repeat an item"),
  concept: z.enum(conceptCodes),
  related: z.array(articleId).max(4).refine(isUnique, "must not repeat an item").default([]),
  next: nextStepFields,
});

/** Undefined without a text in the language, or if a problem was reported. */
function readArticle(files: ContentFiles, id: ArticleId, references: References): ReadArticle | undefined {
  const name = articleFile(id, references.locale);
  const matter = files.has(name) ? files.frontMatter(name, frontMatter, references.facts) : undefined;
  if (!matter) return undefined;

  const { next, topics, related, ...rest } = matter.data;
  const report = files.reporterFor(name);
  const body = matter.body.trim();
  const filled = fillFacts(body, references.facts, report, escapeMarkdown);
  const markdown = resolveLinks(filled, references, report);

  if (markdown === "") report("", "has no text below its front matter");
  for (const field of ["kind", "slug"] as const)
    if (rest[field] !== id[field]) report(field, `must be "${id[field]}", as its folder (found "${rest[field]}")`);
  if (rest.updated.slice(0, 10) < rest.published.slice(0, 10)) report("updated", "must not be before `published`");
  for (const topic of topics)
    if (!references.topics.has(topic)) report("topics", `there is no "${topic}" in topics.json`);

  const plain = withoutHeadingIds(markdown);
  const article: Article = {
    ...rest,
    updated: rest.updated < rest.published ? rest.published : rest.updated, // later on the same day
    locale: references.locale,
    zone: references.zone,
    topicIds: topics,
    topics: topics.map((topic) => references.topics.get(topic) ?? topic),
    related: related.flatMap((text) => articleIdOf(text) ?? []),
    markdown: plain,
    words: countWords(plain),
    ...renderArticle(markdown, references.footnotes, report),
    next: nextStep(next, references, report),
  };
  return files.hasNoErrors(name) ? { article, links: linkedArticles(body), report } : undefined;
}
