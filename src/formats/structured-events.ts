import type { ApiEvent } from "../contracts/event-record.js";
import type { Translate } from "../domain/translate.js";
import { audienceInWords } from "./event-record.js";

const statuses = {
  confirmed: "EventScheduled",
  tentative: "EventScheduled",
  cancelled: "EventCancelled",
  postponed: "EventPostponed",
} as const;

const modes = {
  "in-person": "OfflineEventAttendanceMode",
  online: "OnlineEventAttendanceMode",
  hybrid: "MixedEventAttendanceMode",
} as const;

/** `organizer` is an `@id` in the same graph. */
export function structuredEvent(record: ApiEvent, organizer: string, t: Translate) {
  const { url, audience, price, previousStartsAt, status } = record;
  return {
    "@type": "Event",
    "@id": url,
    url,
    name: record.title,
    description: record.summary,
    inLanguage: record.locale,
    startDate: record.startsAt,
    endDate: record.endsAt,
    eventStatus: `https://schema.org/${previousStartsAt ? "EventRescheduled" : statuses[status]}`,
    ...(previousStartsAt && { previousStartDate: previousStartsAt }),
    eventAttendanceMode: `https://schema.org/${modes[record.attendance]}`,
    location: locationOf(record),
    isAccessibleForFree: price === null && audience !== "members",
    audience: { "@type": "Audience", audienceType: audienceInWords(record, t) },
    organizer: { "@id": organizer },
    ...(price && { offers: { "@type": "Offer", price: price.amount, priceCurrency: price.currency, url } }),
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
