import { isDeepStrictEqual } from "node:util";
import type { Env, Token } from "markdown-it";
import footnotes from "markdown-it-footnote";
import * as z from "zod";
import {
  type ArticleId,
  articleKinds,
  articleLists,
  articleName,
  conceptCodes,
  MAX_PHASE,
} from "../addresses/pages.js";
import { escapeMarkdown } from "../text/escaping.js";
import { type Locale, locales } from "../text/locale.js";
import { countWords } from "../text/plain-text.js";
import { instantOf, isLocalDate, isLocalDateTime, isoAt, type LocalDateTime } from "../text/wall-clock.js";
import type { ContentFiles } from "./files.js";
import { textOfLength } from "./json-files.js";
import type { Article } from "./library.js";
import { plainText, safeMarkdown } from "./markdown.js";
import type { ReportProblem } from "./problems.js";
import {
  articleIdOf,
  fillFacts,
  linkedArticles,
  nextStep,
  nextStepFields,
  type References,
  resolveLinks,
} from "./references.js";

const WORDS_A_MINUTE = 200;
const PHASE_STEP = 0.5;

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
  return withPhases(articles);
}

/** The drawing is the same in all languages, and differs from those of the seven articles before in the same concept. */
function withPhases(articles: readonly Article[]): Article[] {
  const oldestFirst = articles.toSorted((a, b) => (a.published + a.slug < b.published + b.slug ? -1 : 1));
  const phases = new Map<string, number>();
  for (const code of conceptCodes) {
    const names = new Set(oldestFirst.filter(({ concept }) => concept === code).map(articleName));
    for (const [index, name] of [...names].entries()) phases.set(name, (index * PHASE_STEP) % MAX_PHASE);
  }
  return articles.map((article) => ({ ...article, phase: phases.get(articleName(article)) ?? 0 }));
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
  const words = countWords(plain);
  const inZone = (local: LocalDateTime) => isoAt(instantOf(local, references.zone), references.zone);
  const article: Article = {
    ...rest,
    published: inZone(rest.published),
    updated: inZone(rest.updated < rest.published ? rest.published : rest.updated), // later on the same day
    locale: references.locale,
    topicIds: topics,
    topics: topics.map((topic) => references.topics.get(topic) ?? topic),
    related: related.flatMap((text) => articleIdOf(text) ?? []),
    markdown: plain,
    words,
    phase: 0,
    minutes: Math.max(1, Math.round(words / WORDS_A_MINUTE)),
    ...renderArticle(markdown, references.footnotes, report),
    next: nextStep(next, references, report),
  };
  return files.hasNoErrors(name) ? { article, links: linkedArticles(body), report } : undefined;
}

function withoutHeadingIds(markdown: string): string {
  return markdown.replace(/^#{2,3} .*$/gm, (heading) => heading.replace(headingId, ""));
}

function renderArticle(markdown: string, labels: References["footnotes"], report: ReportProblem) {
  const environment: Env & References["footnotes"] = { ...labels };
  const tokens = markdownIt.parse(markdown, environment);
  // The keys are ":name"; the value is -1 if the footnote is unused.
  const { refs = {} } = (environment.footnotes ?? {}) as { refs?: Record<string, number> };
  for (const [name, id] of Object.entries(refs))
    if (id === -1) report(`[^${name.slice(1)}]`, "is a note without a reference");

  return {
    contents: contentsOf(tokens, report),
    html: markdownIt.renderer.render(tokens, markdownIt.options, environment),
  };
}

function contentsOf(tokens: readonly Token[], report: ReportProblem): Article["contents"] {
  const contents: { id: string; title: string }[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "heading_open") continue;
    const title = plainText(tokens[index + 1]);
    const id = token.attrGet("id") as string | null;
    if (id === null || !["h2", "h3"].includes(token.tag)) {
      report(title.slice(0, 40), "is not a heading like `## Title {#id}` or `### Title {#id}`");
      continue;
    }
    if (token.tag === "h2") contents.push({ id, title });
  }
  return contents;
}

const markdownIt = safeMarkdown().use(footnotes);
const { rules } = markdownIt.renderer;
const { escapeHtml } = markdownIt.utils;
const headingId = / \{#([a-z][a-z0-9-]*)\}[ \t]*$/;

markdownIt.core.ruler.after("block", "heading-ids", ({ tokens }) => {
  for (const [index, token] of tokens.entries()) {
    const text = tokens[index + 1];
    const [written = "", id] = headingId.exec(text?.content ?? "") ?? [];
    if (token.type !== "heading_open" || !text || !id) continue;
    token.attrSet("id", id);
    text.content = text.content.slice(0, -written.length);
  }
});

const noteOf = (token: Token | undefined) => token?.meta as { id: number; subId: number };
const labelsIn = (environment: unknown) => environment as References["footnotes"];

rules.footnote_block_open = (_tokens, _index, _options, environment) =>
  `<section class="notes" aria-labelledby="notes">\n<h2 id="notes">${escapeHtml(labelsIn(environment).heading)}</h2>\n<ol role="list">\n`;
rules.footnote_caption = (tokens, index) => `${noteOf(tokens[index]).id + 1}`;
rules.footnote_anchor = (tokens, index, _options, environment) => {
  const { id, subId } = noteOf(tokens[index]);
  const reference = subId > 0 ? `${id + 1}:${subId}` : `${id + 1}`;
  const label = `${escapeHtml(labelsIn(environment).back)} ${reference}`;
  return ` <a class="note-back" href="#fnref${reference}" aria-label="${label}">↩\uFE0E</a>`;
};
