/**
 * What pages tell search engines about themselves: JSON-LD 1.1 in the vocabulary of schema.org.
 * Data in, data out; all addresses are absolute.
 */
import type { EventRecord } from "../contracts/event-record.js";
import type { Locale } from "../domain/locale.js";
import type { Page } from "../domain/page.js";
import type { Organisation } from "../site/organisation.js";
import { structuredEvent } from "./structured-events.js";

export type PageKind = "WebPage" | "FAQPage";

export interface Place {
  readonly label: string;
  readonly url: string;
}

/** The graph of one page: who publishes it, what it is, and the way down to it. `logo` is an image's address. */
export function pageGraph(about: {
  readonly page: Page;
  readonly kind: PageKind;
  readonly locale: Locale;
  readonly url: string;
  readonly baseUrl: string;
  readonly logo: string;
  readonly organisation: Organisation;
  readonly trail: readonly Place[];
  readonly events: readonly EventRecord[];
}) {
  const { page, kind, locale, url, baseUrl, logo, organisation, trail, events } = about;
  const publisher = `${baseUrl}/#organization`;
  const breadcrumb = `${url}#breadcrumb`;

  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "Organization",
        "@id": publisher,
        name: organisation.name,
        url: `${baseUrl}/`,
        email: organisation.mail,
        logo,
      },
      {
        "@type": kind,
        "@id": url,
        url,
        name: page.title,
        description: page.description,
        inLanguage: locale,
        publisher: { "@id": publisher },
        ...(trail.length > 1 && { breadcrumb: { "@id": breadcrumb } }),
        ...(kind === "FAQPage" && { mainEntity: questionsOf(page, baseUrl) }),
      },
      ...(trail.length > 1
        ? [{ "@type": "BreadcrumbList", "@id": breadcrumb, itemListElement: trail.map(listItem) }]
        : []),
      ...events.map((event) => structuredEvent(event, publisher)),
    ],
  };
}

function questionsOf(page: Page, baseUrl: string) {
  return page.sections.flatMap(({ parts }) =>
    parts.map(({ title, html }) => ({
      "@type": "Question",
      name: title,
      acceptedAnswer: { "@type": "Answer", text: html.trim().replaceAll('href="/', `href="${baseUrl}/`) },
    })),
  );
}

const listItem = ({ label, url }: Place, index: number) => ({
  "@type": "ListItem",
  position: index + 1,
  name: label,
  item: url,
});
