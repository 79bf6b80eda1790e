import type { Library } from "../content/library.js";
import type { Article } from "../domain/article.js";
import { locales } from "../domain/locale.js";
import { countPageWords, countWords, textsOf } from "../domain/page.js";
import { articleLists, pageNames } from "../site/paths.js";

const MIN_PAGE_WORDS = 150;
const MIN_ARTICLE_WORDS = 700;

export interface SiteText {
  readonly file: string;
  readonly path: string;
  readonly ids: readonly string[];
  readonly words: number;
  readonly minWords: number;
  readonly paragraphs: readonly string[];
}

export function siteTexts({ addresses, articles, page: pageOf }: Library): SiteText[] {
  const pages = pageNames.flatMap((name) =>
    locales.map((locale) => {
      const page = pageOf(name, locale);
      const texts = textsOf(page);
      return {
        file: `content/pages/${name}/${locale}.md`,
        path: addresses.pathTo(name, locale),
        ids: texts.map(({ id }) => id),
        words: countPageWords(page),
        minWords: MIN_PAGE_WORDS,
        paragraphs: [page.lead, page.next.text, ...texts.flatMap(({ markdown }) => paragraphsIn(markdown))],
      };
    }),
  );
  const articleTexts = articles.map((article) => ({
    file: fileOf(article),
    path: addresses.articlePath(article, article.locale),
    ids: article.contents.map(({ id }) => id),
    words: countWords(article.markdown),
    minWords: article.draft ? 0 : MIN_ARTICLE_WORDS,
    paragraphs: [article.description, article.next.text, ...paragraphsIn(article.markdown)],
  }));
  return [...pages, ...articleTexts];
}

export const fileOf = ({ kind, slug, locale }: Article) => `content/${articleLists[kind]}/${slug}/${locale}.md`;

function paragraphsIn(markdown: string): string[] {
  return markdown.split(/\n\s*\n|\n(?=- )/).map((text) => text.trim());
}
