import { conceptOfCode } from "../addresses/pages.js";
import { builtFiles, shareImagePath } from "../addresses/paths.js";
import type { Article } from "../content/library.js";
import { pageUpdatedIso } from "../content/library.js";
import { takesPlace } from "../events/agenda.js";
import type { EventRecord } from "../events/record.js";
import { pricesOf } from "../membership/price.js";
import type { Site } from "../site.js";
import type { Locale } from "../text/locale.js";
import type { TrailLink } from "./page-ref.js";

interface DescribedPage {
  readonly kind: "WebPage" | "CollectionPage";
  readonly url: string;
  /** `updated` is a day, yyyy-mm-dd. */
  readonly page: { readonly title: string; readonly description: string; readonly updated: string };
  readonly locale: Locale;
  readonly trail: readonly TrailLink[];
  readonly events: readonly EventRecord[];
}

/** JSON-LD of a page (schema.org), with the events that it describes. */
export function pageGraph({ kind, url, page, locale, trail, events }: DescribedPage, site: Site) {
  const main = {
    "@type": kind,
    "@id": url,
    url,
    name: page.title,
    description: page.description,
    dateModified: pageUpdatedIso(page, site.library.organisation.timezone),
    inLanguage: locale,
  };
  const nodes = events.map((event) => eventNode(event, locale, site));
  return graphOf(url, trail, main, nodes, site);
}

export function articleGraph(
  article: Article,
  url: string,
  trail: readonly TrailLink[],
  shareImage: string | undefined,
  site: Site,
) {
  const { title, description, author, kind, locale, topics } = article;
  const main = {
    "@type": "Article",
    "@id": url,
    url,
    mainEntityOfPage: url,
    headline: title,
    description,
    inLanguage: locale,
    datePublished: article.published,
    dateModified: article.updated,
    author: { "@type": "Organization", name: author, parentOrganization: { "@id": publisherOf(site) } },
    articleSection: site.getFixedT(locale)(`articles:kind.${kind}`),
    keywords: topics,
    wordCount: article.words,
    timeRequired: `PT${article.minutes}M`,
    isAccessibleForFree: true,
    image: shareImage && site.baseUrl + shareImage,
  };
  return graphOf(url, trail, main, [], site);
}

const publisherOf = ({ baseUrl }: Site) => `${baseUrl}/#organization`;

function graphOf(url: string, trail: readonly TrailLink[], main: object, events: readonly object[], site: Site) {
  const { baseUrl, library } = site;
  const { name, mail } = library.organisation;
  const publisher = { "@id": publisherOf(site) };
  const organisation = {
    "@type": "Organization",
    ...publisher,
    name,
    url: `${baseUrl}/`,
    email: mail,
    logo: baseUrl + builtFiles.icon512,
  };
  const breadcrumb = trail.length > 1 ? { "@id": `${url}#breadcrumb` } : undefined;
  const nodes: object[] = [organisation, { ...main, publisher, breadcrumb }];
  if (breadcrumb) {
    const items = trail.map((link, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: link.label,
      item: link.url,
    }));
    nodes.push({ "@type": "BreadcrumbList", ...breadcrumb, itemListElement: items });
  }
  return { "@context": "https://schema.org", "@graph": [...nodes, ...events] };
}

const SCHEMA_STATUSES = {
  confirmed: "EventScheduled",
  tentative: "EventScheduled",
  cancelled: "EventCancelled",
  postponed: "EventPostponed",
} as const;

const SCHEMA_ATTENDANCE_MODES = {
  "in-person": "OfflineEventAttendanceMode",
  online: "OnlineEventAttendanceMode",
  hybrid: "MixedEventAttendanceMode",
} as const;

function eventNode(record: EventRecord, locale: Locale, site: Site) {
  const { assets, baseUrl, getFixedT } = site;
  const { url, audience, concept, price, previousStartsAt, status, theme, host } = record;
  const image = assets.findAddress(shareImagePath(conceptOfCode(concept).slug, record.locale));
  return {
    "@type": "Event",
    "@id": `${url}#event`,
    url,
    name: record.title,
    description: record.summary,
    inLanguage: record.locale,
    startDate: record.startsAt,
    endDate: record.endsAt,
    eventStatus: `https://schema.org/${previousStartsAt ? "EventRescheduled" : SCHEMA_STATUSES[status]}`,
    previousStartDate: previousStartsAt ?? undefined,
    eventAttendanceMode: `https://schema.org/${SCHEMA_ATTENDANCE_MODES[record.attendance]}`,
    location: locationOf(record),
    isAccessibleForFree: price === null && audience !== "members",
    audience: { "@type": "Audience", audienceType: getFixedT(locale)(`events:forWhom.${audience}`) },
    about: theme ? { "@type": "Thing", name: theme } : undefined,
    contributor: host ? { "@type": "Person", name: host.name, jobTitle: host.role } : undefined,
    organizer: { "@id": publisherOf(site) },
    image: image && baseUrl + image,
    offers: offerOf(record, locale, site),
  };
}

/** Visitors must buy the membership to come to a date for members. */
function offerOf(record: EventRecord, locale: Locale, { baseUrl, library }: Site) {
  const { membership, pathTo } = library;
  const { audience, price, actionUrl, url } = record;
  const needsMembership = audience === "members" && price === null;
  const { amount, currency } = price ?? { amount: 0, currency: membership.currency };
  return {
    "@type": "Offer",
    name: needsMembership ? conceptOfCode("COMMONS").name : undefined,
    price: needsMembership ? pricesOf(membership).withVat : amount,
    priceCurrency: currency,
    availability: `https://schema.org/${availabilityOf(record)}`,
    url: needsMembership ? baseUrl + pathTo("commerce-commons-join", locale) : (actionUrl ?? url),
  };
}

function availabilityOf(record: EventRecord) {
  if (record.signUp === "full") return "SoldOut";
  return takesPlace(record) && record.signUp !== "closed" ? "InStock" : "OutOfStock";
}

function locationOf({ attendance, venue, url }: EventRecord) {
  const online = { "@type": "VirtualLocation", url };
  if (!venue) return online;

  const { name, address, postalCode, city, country, latitude, longitude } = venue;
  const place = {
    "@type": "Place",
    name,
    address: {
      "@type": "PostalAddress",
      streetAddress: address ?? undefined,
      postalCode: postalCode ?? undefined,
      addressLocality: city,
      addressCountry: country,
    },
    geo: latitude === null ? undefined : { "@type": "GeoCoordinates", latitude, longitude },
  };
  return attendance === "hybrid" ? [place, online] : place;
}
