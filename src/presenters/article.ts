import type { Library } from "../content/library.js";
import { type Article, type ArticleId, minutesToRead, publishedIso, updatedIso } from "../domain/article.js";
import { conceptOfCode } from "../domain/concept.js";
import { defaultLocale, type Locale, locales } from "../domain/locale.js";
import { articleBlocks, markdownDocument, nextStepBlocks } from "../formats/markdown-document.js";
import { articleGraph } from "../formats/structured-data.js";
import { hreflangLinks } from "../site/addresses.js";
import { articleLists, markdownPathOf, shareImagePath } from "../site/paths.js";
import { dateInWords } from "../text/dates-in-words.js";
import type { Site } from "./site.js";
import { trailTo } from "./trail.js";

export function articlePresenter(site: Site) {
  const { articles, assets, baseUrl, getFixedT, library } = site;
  const { articlePath, pathTo } = library.addresses;
  const urlOf = (article: Article) => baseUrl + articlePath(article, article.locale);

  const relatedRows = ({ related }: Article, locale: Locale) =>
    related
      .map((id) => articles.current().find(id, locale))
      .filter((found) => found !== undefined)
      .map((article) => articleRow(article, library));

  const trailOf = (article: Article, locale: Locale) =>
    trailTo(articleLists[article.kind], locale, site, { label: article.title, path: articlePath(article, locale) });

  /** In English if it is not published in the language. */
  const findArticle = (id: ArticleId, locale: Locale) =>
    articles.current().find(id, locale) ?? articles.current().find(id, defaultLocale);

  /** Links to each language, to English if only that is published, otherwise to the list. */
  const alternatesOf = (article: Article) =>
    locales.map((locale) => {
      const shown = findArticle(article, locale);
      const path = shown ? articlePath(article, locale) : pathTo(articleLists[article.kind], locale);
      return { locale, path, isInAnother: shown !== undefined && shown.locale !== locale };
    });

  const datesOf = (article: Article) => {
    const [published, updated] = [article.published.slice(0, 10), article.updated.slice(0, 10)];
    const date = dateInWords(updated, article.locale);
    return {
      published: { iso: publishedIso(article), text: dateInWords(published, article.locale) },
      updated: {
        iso: updatedIso(article),
        text: getFixedT(article.locale)("articles:updated", { date }),
        isLater: updated > published,
      },
    };
  };

  const unpublishedNotice = (article: Article, locale: Locale): string => {
    if (!articles.current().unpublished.includes(article)) return "";
    if (article.draft) return getFixedT(locale)("articles:unpublished.draft");
    const [date = "", time = ""] = article.published.split("T");
    return getFixedT(locale)("articles:unpublished.scheduled", { date: dateInWords(date, locale), time });
  };

  return {
    urlOf,
    findArticle,

    presentArticle(article: Article, locale: Locale) {
      const written = articles.current().localesOf(article);
      const shareImage = assets.find(shareImagePath(`${article.kind}-${article.slug}`, article.locale));
      const t = getFixedT(article.locale);
      return {
        name: null,
        menuEntry: articleLists[article.kind],
        theme: conceptOfCode(article.concept).slug,
        page: { title: article.title, description: article.description, heading: article.title },
        unpublishedNotice: unpublishedNotice(article, locale),
        article,
        kind: t(`articles:kind.${article.kind}`),
        phase: library.illustrationPhase(article),
        minutes: t("articles:minutesToRead", { count: minutesToRead(article) }),
        suggestions: library.page(articleLists[article.kind], locale).ask,
        contentsLabel: t("articles:contents"),
        ...datesOf(article),
        related: relatedRows(article, locale),
        trail: trailOf(article, locale),
        canonical: urlOf(article),
        alternates: alternatesOf(article),
        translations: written.includes(locale)
          ? hreflangLinks(written, (other) => baseUrl + articlePath(article, other))
          : [],
        markdownPath: markdownPathOf(articlePath(article, locale)),
        shareImage,
        structuredData: articleGraph({
          article,
          shareImage,
          section: t(`articles:kind.${article.kind}`),
          trail: trailOf(article, article.locale),
          baseUrl,
          url: urlOf(article),
          organisation: library.organisation,
        }),
      };
    },

    markdown(article: Article, locale: Locale, origin = baseUrl) {
      const { title, description, author, topics, markdown, next } = article;
      const t = getFixedT(article.locale);
      const related = relatedRows(article, article.locale);
      const frontMatter = {
        title,
        description,
        lang: article.locale,
        url: urlOf(article),
        author,
        published: publishedIso(article),
        updated: updatedIso(article),
        topics,
      };
      return markdownDocument(frontMatter, origin, [
        `# ${title}`,
        article.locale === locale ? "" : `> ${getFixedT(locale)("articles:notInLanguage")}`,
        description,
        markdown,
        ...(related.length > 0 ? articleBlocks(t("articles:related"), related, t) : []),
        ...nextStepBlocks(next),
      ]);
    },
  };
}

/** One article in a list. */
export function articleRow(article: Article, { addresses, illustrationPhase }: Library) {
  const { kind, locale, title, description, published, topics } = article;
  return {
    kind: `articles:kind.${kind}`,
    topic: topics[0],
    title,
    description,
    path: addresses.articlePath(article, locale),
    theme: conceptOfCode(article.concept).slug,
    phase: illustrationPhase(article),
    minutes: minutesToRead(article),
    /** ISO date for the time element; `date` is the same, translated. */
    published: published.slice(0, 10),
    date: dateInWords(published.slice(0, 10), locale),
  };
}
