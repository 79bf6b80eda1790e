import { type Article, type ArticleId, articleKinds, articleName, isSameArticle } from "../domain/article.js";
import { defaultLocale, type Locale, locales } from "../domain/locale.js";
import { isSlug } from "../domain/slug.js";
import { articleLists } from "../site/paths.js";
import { type ArticleReferences, type ParsedArticle, parseArticle } from "./article-text.js";
import type { ContentFiles } from "./files.js";
import type { ReportProblem } from "./problems.js";

export function readArticles(files: ContentFiles, referencesIn: (locale: Locale) => ArticleReferences): Article[] {
  const references = new Map(locales.map((locale) => [locale, referencesIn(locale)]));
  const all: ParsedArticle[] = [];
  for (const kind of articleKinds) {
    const folder = articleLists[kind];
    for (const file of files.below(folder)) {
      const [slug = "", text = "", ...rest] = file.split("/");
      const locale = locales.find((locale) => text === `${locale}.md`);
      if (!isSlug(slug) || !locale || rest.length > 0) {
        files.report(`${folder}/${file}`, "", `is not ${folder}/<slug>/<locale>.md`);
        continue;
      }
      const name = `${folder}/${file}`;
      const source = files.text(name);
      if (source === undefined) continue;
      const parsed = parseArticle(
        source,
        { kind, slug },
        locale,
        references.get(locale)!,
        files.reporterFor(name, source),
      );
      if (parsed && files.hasNoErrors(name)) all.push(parsed);
    }
  }

  const byName = new Map<string, ParsedArticle[]>();
  for (const parsed of all) {
    const name = articleName(parsed.article);
    byName.set(name, [...(byName.get(name) ?? []), parsed]);
  }
  for (const parsed of all) {
    const { kind, slug, locale } = parsed.article;
    const name = `${articleLists[kind]}/${slug}/${locale}.md`;
    const report = files.reporterFor(name, files.text(name));
    rejectDifferingFields(parsed, byName.get(articleName(parsed.article))!, report);
    rejectUnavailableArticles(parsed, byName, files, report);
  }
  return all.map(({ article }) => article);
}

function rejectDifferingFields(
  parsed: ParsedArticle,
  languages: readonly ParsedArticle[],
  report: ReportProblem,
): void {
  const first = languages.find(({ article }) => article.locale === defaultLocale) ?? languages[0]!;
  for (const [field, value] of Object.entries(parsed.sharedFields)) {
    if (value !== first.sharedFields[field]) report(field, `is not the same as in ${first.article.locale}.md`);
  }
}

/** A linked article must be published in the same language when the text is published or updated. */
function rejectUnavailableArticles(
  { article, links }: ParsedArticle,
  byName: ReadonlyMap<string, readonly ParsedArticle[]>,
  files: ContentFiles,
  report: ReportProblem,
): void {
  const fileOf = ({ kind, slug }: ArticleId) => `${articleLists[kind]}/${slug}/${article.locale}.md`;
  for (const id of article.related) {
    const exists = byName.has(articleName(id));
    if (!exists || isSameArticle(article, id))
      report("related", exists ? "names itself" : `there is no ${articleName(id)}`);
  }
  for (const id of links) {
    const target = byName.get(articleName(id))?.find((other) => other.article.locale === article.locale)?.article;
    if (!target && !files.hasNoErrors(fileOf(id))) continue; // its own problem is reported
    if (!target)
      report(articleName(id), byName.has(articleName(id)) ? "does not exist in this language" : "does not exist");
    else if (target.draft && !article.draft) report(articleName(id), "is a draft");
    else if (target.published > article.updated) report(articleName(id), "is published after this text was updated");
  }
}
