import { isDeepStrictEqual } from "node:util";
import { type Article, type ArticleId, articleKinds, articleName } from "../domain/article.js";
import { type Locale, locales } from "../domain/locale.js";
import { articleLists } from "../site/paths.js";
import { readArticle } from "./article-text.js";
import type { ContentFiles } from "./files.js";
import type { References } from "./links.js";

type Parsed = NonNullable<ReturnType<typeof readArticle>>;

export function readArticles(files: ContentFiles, references: Record<Locale, References>): Article[] {
  const all: Parsed[] = [];
  for (const kind of articleKinds) {
    const folder = articleLists[kind];
    for (const slug of files.slugsIn(folder)) {
      for (const locale of locales) {
        const name = `${folder}/${slug}/${locale}.md`;
        const parsed = files.has(name) && readArticle(files, name, { kind, slug }, references[locale]);
        if (parsed && files.hasNoErrors(name)) all.push(parsed);
      }
    }
  }
  for (const parsed of all) {
    rejectDifferingFields(parsed, all);
    rejectUnavailableArticles(parsed, all, files);
  }
  return all.map(({ article }) => article);
}

const languagesOf = (id: ArticleId, all: readonly Parsed[]) =>
  all.filter(({ article }) => articleName(article) === articleName(id));

function rejectDifferingFields({ article, report }: Parsed, all: readonly Parsed[]): void {
  const { article: first } = languagesOf(article, all)[0]!;
  for (const [field, value] of [
    ["concept", "concept"],
    ["topics", "topicIds"],
    ["related", "related"],
  ] as const)
    if (!isDeepStrictEqual(article[value], first[value])) report(field, `is not the same as in ${first.locale}.md`);
}

/** A linked article must be published in the same language when the text is published or updated. */
function rejectUnavailableArticles({ article, links, report }: Parsed, all: readonly Parsed[], files: ContentFiles) {
  for (const id of article.related) {
    if (articleName(article) === articleName(id)) report("related", "names itself");
    else if (languagesOf(id, all).length === 0) report("related", `there is no ${articleName(id)}`);
  }
  for (const id of links) {
    const languages = languagesOf(id, all);
    const target = languages.find((other) => other.article.locale === article.locale)?.article;
    if (!target && !files.hasNoErrors(`${articleLists[id.kind]}/${id.slug}/${article.locale}.md`)) continue; // reported
    if (!target) report(articleName(id), languages.length > 0 ? "does not exist in this language" : "does not exist");
    else if (target.draft && !article.draft) report(articleName(id), "is a draft");
    else if (target.published > article.updated) report(articleName(id), "is published after this text was updated");
  }
}
