import { builtFiles } from "../addresses/paths.js";
import { type Article, minutesToRead, publishedIso, updatedIso } from "../articles/article.js";
import type { Organisation } from "../content/organisation.js";
import { type Page, pageUpdatedIso } from "../content/page.js";
import type { EventRecord } from "../events/record-schema.js";
import { type AboutEvents, publisherIn, structuredEvent } from "../events/structured-events.js";
import type { Locale } from "../text/locale.js";

export type PageKind = "WebPage" | "CollectionPage";

type Link = Readonly<Record<"label" | "url", string>>;

interface GraphBase {
  readonly url: string;
  readonly baseUrl: string;
  readonly organisation: Organisation;
  readonly trail: readonly Link[];
}

export function pageGraph(
  about: GraphBase &
    AboutEvents & {
      readonly page: Pick<Page, "title" | "description" | "updated">;
      readonly kind: PageKind;
      readonly locale: Locale;
      readonly events: readonly EventRecord[];
    },
) {
  const { page, kind, locale, url, events } = about;
  const main = {
    "@type": kind,
    "@id": url,
    url,
    name: page.title,
    description: page.description,
    dateModified: pageUpdatedIso(page, about.organisation.timezone),
    inLanguage: locale,
  };
  return graphOf(
    about,
    main,
    events.map((event) => structuredEvent(event, about)),
  );
}

/** `section` is the name of the article's kind; `shareImage` is a path. */
export function articleGraph(
  about: GraphBase & {
    readonly article: Article;
    readonly section: string;
    readonly shareImage: string | undefined;
  },
) {
  const { article, section, shareImage, url, baseUrl } = about;
  const { title, description, author, locale, topics } = article;
  const main = {
    "@type": "Article",
    "@id": url,
    url,
    mainEntityOfPage: url,
    headline: title,
    description,
    inLanguage: locale,
    datePublished: publishedIso(article),
    dateModified: updatedIso(article),
    author: { "@type": "Organization", name: author, parentOrganization: { "@id": publisherIn(baseUrl) } },
    articleSection: section,
    keywords: topics,
    wordCount: article.words,
    timeRequired: `PT${minutesToRead(article)}M`,
    isAccessibleForFree: true,
    ...(shareImage && { image: baseUrl + shareImage }),
  };
  return graphOf(about, main);
}

function graphOf({ url, baseUrl, organisation, trail }: GraphBase, main: object, others: readonly object[] = []) {
  const publisher = publisherIn(baseUrl);
  const breadcrumb = { "@id": `${url}#breadcrumb` };
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "Organization",
        "@id": publisher,
        name: organisation.name,
        url: `${baseUrl}/`,
        email: organisation.mail,
        logo: baseUrl + builtFiles.icon512,
      },
      { ...main, publisher: { "@id": publisher }, ...(trail.length > 1 && { breadcrumb }) },
      ...(trail.length > 1 ? [{ "@type": "BreadcrumbList", ...breadcrumb, itemListElement: trail.map(listItem) }] : []),
      ...others,
    ],
  };
}

const listItem = ({ label, url }: Link, index: number) => ({
  "@type": "ListItem",
  position: index + 1,
  name: label,
  item: url,
});
