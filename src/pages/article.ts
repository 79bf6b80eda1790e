import { articleLists, conceptOfCode } from "../addresses/pages.js";
import { articlePath, shareImagePath } from "../addresses/paths.js";
import { articleRow } from "../articles/published.js";
import type { Article } from "../content/library.js";
import type { Site } from "../site.js";
import { dateInWords } from "../text/in-words.js";
import { defaultLocale, type Locale } from "../text/locale.js";
import { addressesOf, trailTo } from "./page-ref.js";
import { articleGraph } from "./structured-data.js";

/** What the view of an article shows to visitors of `locale`. */
export function articleModel(article: Article, locale: Locale, site: Site) {
  const { assets, getFixedT, library, snapshot } = site;
  const { title, description, kind } = article;
  const list = articleLists[kind];
  const t = getFixedT(article.locale);
  const written = snapshot().articles.localesOf(article);
  const addresses = addressesOf({ kind: "article", article, locale }, site);
  const alternates = addresses.alternates.map((alternate) => {
    // If the article is not in English either, links to other languages lead to the list of its kind.
    if (!alternate.isInAnother || written.includes(defaultLocale)) return alternate;
    return { locale: alternate.locale, path: library.pathTo(list, alternate.locale), isInAnother: false };
  });
  const section = t(`articles:kind.${kind}`);
  const theme = conceptOfCode(article.concept).slug;
  const shareImage = assets.findAddress(shareImagePath(theme, article.locale));
  const { published, updated } = article;
  const writtenTrail = trailOf(article, article.locale, site);
  const publishedOn = published.slice(0, 10);
  const updatedOn = updated.slice(0, 10);
  return {
    ...addresses,
    view: "pages/articles/show.njk",
    translations: written.includes(locale) ? addresses.translations : [],
    alternates,
    name: null,
    menuEntry: list,
    theme,
    page: { title, description, heading: title },
    unpublishedNotice: unpublishedNotice(article, locale, site),
    article,
    kind: section,
    phase: article.phase,
    minutes: t("articles:minutesToRead", { count: article.minutes }),
    suggestions: library.page(list, locale).ask,
    contentsLabel: t("articles:contents"),
    published: { iso: published, text: dateInWords(publishedOn, article.locale) },
    updated: {
      iso: updated,
      text: t("articles:updated", { date: dateInWords(updatedOn, article.locale) }),
      isLater: updatedOn > publishedOn,
    },
    related: relatedRows(article, locale, site),
    trail: trailOf(article, locale, site),
    shareImage,
    structuredData: articleGraph(article, addresses.canonical, writtenTrail, shareImage, site),
  };
}

function trailOf(article: Article, locale: Locale, site: Site) {
  const path = articlePath(article, locale);
  return trailTo(articleLists[article.kind], locale, site, { label: article.title, path });
}

function relatedRows({ related }: Article, locale: Locale, { snapshot }: Site) {
  const { articles } = snapshot();
  const published = related.flatMap((id) => articles.article(id, locale) ?? []);
  return published.map(articleRow);
}

function unpublishedNotice(article: Article, locale: Locale, { getFixedT, snapshot }: Site): string {
  if (!snapshot().articles.unpublished.includes(article)) return "";
  if (article.draft) return getFixedT(locale)("articles:unpublished.draft");
  const date = dateInWords(article.published.slice(0, 10), locale);
  return getFixedT(locale)("articles:unpublished.scheduled", { date, time: article.published.slice(11, 16) });
}
