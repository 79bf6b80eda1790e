import { conceptOfCode } from "../addresses/concepts.js";
import type { Translate } from "../text/locale.js";
import { takesPlace } from "./event.js";
import type { ApiEvent, EventRecord } from "./record-schema.js";

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

export interface AboutEvents {
  readonly baseUrl: string;
  /** Returns the address of the share image of the concept. */
  readonly imageOf: (event: EventRecord) => string | undefined;
  /** Visitors must buy it to come to a date for members. */
  readonly membership: { readonly price: number; readonly currency: string; readonly url: string };
  readonly t: Translate;
}

export const publisherIn = (baseUrl: string) => `${baseUrl}/#organization`;

export function structuredEvent(record: EventRecord, { baseUrl, imageOf, membership, t }: AboutEvents) {
  const { url, audience, price, previousStartsAt, status, theme, host } = record;
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
    ...(previousStartsAt && { previousStartDate: previousStartsAt }),
    eventAttendanceMode: `https://schema.org/${SCHEMA_ATTENDANCE_MODES[record.attendance]}`,
    location: locationOf(record),
    isAccessibleForFree: price === null && audience !== "members",
    audience: { "@type": "Audience", audienceType: t(`events:forWhom.${audience}`) },
    about: theme ? { "@type": "Thing", name: theme } : undefined,
    contributor: host ? { "@type": "Person", name: host.name } : undefined,
    organizer: { "@id": publisherIn(baseUrl) },
    image: imageOf(record),
    offers: offerOf(record, membership),
  };
}

function availabilityOf(event: ApiEvent) {
  if (event.signUp === "full") return "SoldOut";
  return takesPlace(event) && event.signUp !== "closed" ? "InStock" : "OutOfStock";
}

function offerOf(event: ApiEvent, membership: AboutEvents["membership"]) {
  const { audience, price, actionUrl, url } = event;
  const isMembership = audience === "members" && price === null;
  return {
    "@type": "Offer",
    ...(isMembership && { name: conceptOfCode("COMMONS").name }),
    price: price?.amount ?? (isMembership ? membership.price : 0),
    priceCurrency: price?.currency ?? membership.currency,
    availability: `https://schema.org/${availabilityOf(event)}`,
    url: isMembership ? membership.url : (actionUrl ?? url),
  };
}

function locationOf({ attendance, venue, url }: ApiEvent) {
  const online = { "@type": "VirtualLocation", url };
  if (!venue) return online;

  const { name, address, postalCode, city, country, latitude, longitude } = venue;
  const place = {
    "@type": "Place",
    name,
    address: {
      "@type": "PostalAddress",
      ...(address && { streetAddress: address }),
      ...(postalCode && { postalCode }),
      addressLocality: city,
      addressCountry: country,
    },
    ...(latitude !== null && { geo: { "@type": "GeoCoordinates", latitude, longitude } }),
  };
  return attendance === "hybrid" ? [place, online] : place;
}
