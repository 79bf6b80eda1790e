import { type Article, publishedIso, updatedIso } from "../domain/article.js";
import type { Translate } from "../domain/translate.js";
import { linkLine, markdownDocument, nextStepBlocks } from "./markdown-document.js";

export interface ListedArticle {
  readonly title: string;
  readonly description: string;
  readonly path: string;
}

export function markdownArticle(
  article: Article,
  about: {
    readonly url: string;
    readonly baseUrl: string;
    readonly notice: string;
    readonly related: readonly ListedArticle[];
    readonly t: Translate;
  },
): string {
  const { url, baseUrl, notice, related, t } = about;
  const { title, description, locale, author, topics, markdown, next } = article;
  const frontMatter = {
    title,
    description,
    lang: locale,
    url,
    author,
    published: publishedIso(article),
    updated: updatedIso(article),
    topics,
  };
  return markdownDocument(frontMatter, baseUrl, [
    `# ${title}`,
    notice && `> ${notice}`,
    description,
    markdown,
    ...(related.length > 0 ? articleBlocks(t("articles:related"), related, t) : []),
    ...nextStepBlocks(next),
  ]);
}

export function articleBlocks(heading: string, articles: readonly ListedArticle[], t: Translate): string[] {
  const lines = articles.map(({ title, description, path }) => linkLine(title, path, description));
  return [`## ${heading}`, lines.length > 0 ? lines.join("\n") : t("articles:list.empty")];
}
