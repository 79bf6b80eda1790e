import { expect, it } from "@jest/globals";
import type { Article } from "../../src/domain/article.js";
import { articleGraph, pageGraph } from "../../src/formats/structured-data.js";
import { structuredEvent } from "../../src/formats/structured-events.js";
import type { Organisation } from "../../src/site/organisation.js";
import type { Page } from "../../src/site/page.js";
import { evening, keysOf as t } from "../support/event-record.js";

const baseUrl = "https://www.example.com";
const frame = {
  url: `${baseUrl}/en/questions`,
  baseUrl,
  organisation: { name: "For Commerce", mail: "hello@example.com", timezone: "Europe/Stockholm" } as Organisation,
  trail: [
    { label: "Home", url: `${baseUrl}/en` },
    { label: "Questions", url: `${baseUrl}/en/questions` },
  ],
};
const page = {
  title: "Questions",
  description: "What people ask.",
  updated: "2026-11-20",
  sections: [
    { parts: [{ title: "Why?", html: '<p>See <a href="/en">home</a> and <a href="/en/join">join</a>.</p>\n' }] },
    { parts: [{ title: "When?", html: "<p>Now.</p>" }] },
  ],
} as unknown as Page;

const organization = {
  "@type": "Organization",
  "@id": `${baseUrl}/#organization`,
  name: "For Commerce",
  url: `${baseUrl}/`,
  email: "hello@example.com",
  logo: `${baseUrl}/icons/icon-512.png`,
};
const publisher = { "@id": `${baseUrl}/#organization` };
const breadcrumb = { "@id": `${frame.url}#breadcrumb` };
const breadcrumbList = {
  "@type": "BreadcrumbList",
  ...breadcrumb,
  itemListElement: [
    { "@type": "ListItem", position: 1, name: "Home", item: `${baseUrl}/en` },
    { "@type": "ListItem", position: 2, name: "Questions", item: frame.url },
  ],
};
const ofPage = {
  "@id": frame.url,
  url: frame.url,
  name: "Questions",
  description: "What people ask.",
  dateModified: "2026-11-20T00:00:00+01:00",
  inLanguage: "en",
  publisher,
};

it("the JSON-LD of a page has its type, publisher, breadcrumbs and listed items", () => {
  const membership = { price: 1250, currency: "SEK", url: `${baseUrl}/en/join` };
  const ofEvents = { imageOf: () => undefined, membership, t };
  const rest = { ...frame, ...ofEvents, page, locale: "en", events: [], listed: [] } as const;
  const articles = [{ label: "Lamps", url: `${baseUrl}/en/guides/lamps` }];

  expect(pageGraph({ ...rest, kind: "WebPage", trail: frame.trail.slice(0, 1), listed: articles })).toEqual({
    "@context": "https://schema.org",
    "@graph": [organization, { "@type": "WebPage", ...ofPage }],
  });
  expect(pageGraph({ ...rest, kind: "CollectionPage", listed: articles })["@graph"]).toEqual([
    organization,
    {
      "@type": "CollectionPage",
      ...ofPage,
      breadcrumb,
      mainEntity: {
        "@type": "ItemList",
        itemListElement: [{ "@type": "ListItem", position: 1, name: "Lamps", url: articles[0]!.url }],
      },
    },
    breadcrumbList,
  ]);
  const answer = (name: string, text: string) => ({
    "@type": "Question",
    name,
    acceptedAnswer: { "@type": "Answer", text },
  });
  expect(pageGraph({ ...rest, kind: "FAQPage", events: [evening] })["@graph"]).toEqual([
    organization,
    {
      "@type": "FAQPage",
      ...ofPage,
      breadcrumb,
      mainEntity: [
        answer("Why?", `<p>See <a href="${baseUrl}/en">home</a> and <a href="${baseUrl}/en/join">join</a>.</p>`),
        answer("When?", "<p>Now.</p>"),
      ],
    },
    breadcrumbList,
    structuredEvent(evening, { ...ofEvents, baseUrl }),
  ]);
});

it("the JSON-LD of an article has its author, dates, topics and reading time", () => {
  const article = {
    title: "Lamps",
    description: "About lamps.",
    author: "The editors",
    locale: "sv",
    topics: ["pricing"],
    published: "2026-07-01T00:00",
    updated: "2026-11-20T12:00",
    zone: "Europe/Stockholm",
    words: 600,
  } as unknown as Article;
  const main = {
    "@type": "Article",
    "@id": frame.url,
    url: frame.url,
    mainEntityOfPage: frame.url,
    headline: "Lamps",
    description: "About lamps.",
    inLanguage: "sv",
    datePublished: "2026-07-01T00:00:00+02:00",
    dateModified: "2026-11-20T12:00:00+01:00",
    author: { "@type": "Organization", name: "The editors", parentOrganization: publisher },
    articleSection: "Guides",
    keywords: ["pricing"],
    wordCount: 600,
    timeRequired: "PT3M",
    isAccessibleForFree: true,
    publisher,
    breadcrumb,
  };
  const graph = (shareImage: string | undefined) =>
    articleGraph({ ...frame, article, section: "Guides", shareImage })["@graph"];
  expect(graph(undefined)).toEqual([organization, main, breadcrumbList]);
  expect(graph("/images/lamps.png")[1]).toEqual({ ...main, image: `${baseUrl}/images/lamps.png` });
});
