import { type Article, articleKinds, articleName, isSame } from "../domain/article.js";
import { defaultLocale, type Locale, locales } from "../domain/locale.js";
import { isSlug } from "../domain/slug.js";
import { articleLists } from "../site/paths.js";
import { type ArticleReferences, type ReadArticle, readArticle } from "./article-text.js";
import type { ContentFiles } from "./files.js";
import type { Refuse } from "./problems.js";

/** Every guide and perspective in every language it is written in, from guides/<slug>/<locale>.md and the like. */
export function readArticles(files: ContentFiles, referencesIn: (locale: Locale) => ArticleReferences): Article[] {
  const references = new Map(locales.map((locale) => [locale, referencesIn(locale)]));
  const all: ReadArticle[] = [];
  for (const kind of articleKinds) {
    const folder = articleLists[kind];
    for (const file of files.below(folder)) {
      const [slug = "", text = "", ...rest] = file.split("/");
      const locale = locales.find((locale) => text === `${locale}.md`);
      if (!isSlug(slug) || !locale || rest.length > 0) {
        files.refuse(`${folder}/${file}`, "", `belongs to no article: it is not ${folder}/<slug>/<locale>.md`);
        continue;
      }
      const name = `${folder}/${file}`;
      const source = files.text(name);
      if (source === undefined) continue;
      const read = readArticle(source, { kind, slug }, locale, references.get(locale)!, files.refuser(name));
      if (read && files.hasNoErrors(name)) all.push(read);
    }
  }

  /** By name, each with its languages. */
  const named = new Map<string, ReadArticle[]>();
  for (const read of all) named.set(articleName(read.article), [...(named.get(articleName(read.article)) ?? []), read]);
  for (const read of all) {
    const { kind, slug, locale } = read.article;
    const refuse = files.refuser(`${articleLists[kind]}/${slug}/${locale}.md`);
    refuseOtherFacts(read, named.get(articleName(read.article))!, refuse);
    refuseUnknownArticles(read, named, refuse);
  }
  return all.map(({ article }) => article);
}

/** What an article is about is one in all its languages. */
function refuseOtherFacts(read: ReadArticle, languages: readonly ReadArticle[], refuse: Refuse): void {
  const first = languages.find(({ article }) => article.locale === defaultLocale) ?? languages[0]!;
  for (const [field, fact] of Object.entries(read.facts)) {
    if (fact !== first.facts[field]) refuse(field, `is not the same as in ${first.article.locale}.md`);
  }
}

/**
 * A text may only send its readers to what they can read when it comes out, or when it was last changed, in its
 * language.
 */
function refuseUnknownArticles(
  { article, links }: ReadArticle,
  named: ReadonlyMap<string, readonly ReadArticle[]>,
  refuse: Refuse,
): void {
  for (const id of article.related) {
    const known = named.has(articleName(id));
    if (!known || isSame(article, id)) refuse("related", known ? "names itself" : `there is no ${articleName(id)}`);
  }
  for (const id of links) {
    const target = named.get(articleName(id))?.find((other) => other.article.locale === article.locale)?.article;
    if (!target) refuse(articleName(id), "is not there to link to in this language");
    else if (target.draft && !article.draft) refuse(articleName(id), "is a draft, which nobody can read");
    else if (target.published > article.updated) refuse(articleName(id), "comes out after this text: link to it then");
  }
}
