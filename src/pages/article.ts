import { conceptOfCode } from "../addresses/concepts.js";
import { articleLists, shareImagePath } from "../addresses/paths.js";
import { type Article, minutesToRead, publishedIso, updatedIso } from "../articles/article.js";
import type { Library } from "../content/library.js";
import type { Site } from "../site.js";
import { dateInWords } from "../text/in-words.js";
import { defaultLocale, type Locale } from "../text/locale.js";
import { addressesOf, type SitePage, trailTo } from "./links.js";
import { articleBlocks, heading, markdownDocument, nextStepBlocks } from "./markdown-document.js";
import { articleGraph } from "./structured-data.js";

export function articlePresenter(site: Site) {
  const { snapshot, assets, baseUrl, getFixedT, library } = site;
  const { articlePath, pathTo } = library.addresses;

  const relatedRows = ({ related }: Article, locale: Locale) => {
    const published = related.flatMap((id) => snapshot().articles.article(id, locale) ?? []);
    return published.map((article) => articleRow(article, library));
  };

  const trailOf = (article: Article, locale: Locale) =>
    trailTo(articleLists[article.kind], locale, site, { label: article.title, path: articlePath(article, locale) });

  const unpublishedNotice = (article: Article, locale: Locale): string => {
    if (!snapshot().articles.unpublished.includes(article)) return "";
    if (article.draft) return getFixedT(locale)("articles:unpublished.draft");
    const [date = "", time = ""] = article.published.split("T");
    return getFixedT(locale)("articles:unpublished.scheduled", { date: dateInWords(date, locale), time });
  };

  return (article: Article, locale: Locale) => {
    const { title, description, kind } = article;
    const list = articleLists[kind];
    const t = getFixedT(article.locale);
    const ownPaths = { address: articlePath(article, locale), canonicalPath: articlePath(article, article.locale) };
    const url = baseUrl + ownPaths.canonicalPath;
    const [published, updated] = [publishedIso(article), updatedIso(article)];

    return {
      ...ownPaths,
      locale: article.locale,
      title,
      description,
      updated,
      hasId: (id: string) => article.html.includes(` id="${id}"`),
      view: "pages/articles/show.njk",

      model() {
        const written = snapshot().articles.localesOf(article);
        const addresses = addressesOf(ownPaths, (other) => articlePath(article, other), written, baseUrl);
        /** If the article is not in English either, links to other languages lead to the list of its kind. */
        const orList = addresses.alternates.map((alternate) =>
          alternate.isInAnother
            ? { locale: alternate.locale, path: pathTo(list, alternate.locale), isInAnother: false }
            : alternate,
        );
        const section = t(`articles:kind.${kind}`);
        const shareImage = assets.findAddress(shareImagePath(conceptOfCode(article.concept).slug, article.locale));
        const [publishedOn, updatedOn] = [published.slice(0, 10), updated.slice(0, 10)];
        return {
          ...addresses,
          translations: written.includes(locale) ? addresses.translations : [],
          alternates: written.includes(defaultLocale) ? addresses.alternates : orList,
          name: null,
          menuEntry: list,
          theme: conceptOfCode(article.concept).slug,
          page: { title, description, heading: title },
          unpublishedNotice: unpublishedNotice(article, locale),
          article,
          kind: section,
          phase: library.illustrationPhase(article),
          minutes: t("articles:minutesToRead", { count: minutesToRead(article) }),
          suggestions: library.page(list, locale).ask,
          contentsLabel: t("articles:contents"),
          published: { iso: published, text: dateInWords(publishedOn, article.locale) },
          updated: {
            iso: updated,
            text: t("articles:updated", { date: dateInWords(updatedOn, article.locale) }),
            isLater: updatedOn > publishedOn,
          },
          related: relatedRows(article, locale),
          trail: trailOf(article, locale),
          shareImage,
          structuredData: articleGraph({
            article,
            shareImage,
            section,
            trail: trailOf(article, article.locale),
            baseUrl,
            url,
            organisation: library.organisation,
          }),
        };
      },

      text(origin = baseUrl) {
        const { author, topics, markdown, next } = article;
        const related = relatedRows(article, article.locale);
        const frontMatter = { title, description, lang: article.locale, url, author, published, updated, topics };
        return markdownDocument(frontMatter, origin, [
          heading(1, title),
          article.locale === locale ? "" : `> ${getFixedT(locale)("articles:notInLanguage")}`,
          description,
          markdown,
          ...(related.length > 0 ? articleBlocks(t("articles:related"), related, t) : []),
          ...nextStepBlocks(next),
        ]);
      },
    } satisfies SitePage;
  };
}

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
