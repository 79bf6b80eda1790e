import type { ApiEvent, EventRecord } from "../contracts/event-record.js";
import type { City } from "../domain/city.js";
import { startInWords, whenInWords } from "../domain/dates-in-words.js";
import { localesOf, type Occurrence, takesPlace, type Venue } from "../domain/event.js";
import type { Locale } from "../domain/locale.js";
import { moneyInWords } from "../domain/money-in-words.js";
import type { Page } from "../domain/page.js";
import { recurrenceInWords } from "../domain/recurrence-in-words.js";
import type { Translate } from "../domain/translate.js";
import { isoAt, MINUTE_MS } from "../domain/wall-clock.js";
import type { Addresses } from "../site/addresses.js";
import { pageOfEvent } from "../site/event-pages.js";
import type { Organisation } from "../site/organisation.js";
import { calendarPath, EVENT_QUERY, isPageName, type PageName } from "../site/paths.js";

interface Dependencies {
  readonly baseUrl: string;
  readonly cities: readonly City[];
  readonly organisation: Pick<Organisation, "calendarNamespace">;
  readonly addresses: Addresses;
  readonly page: (name: PageName, locale: Locale) => Pick<Page, "form">;
  readonly getFixedT: (locale: Locale) => Translate;
}

/** SEQUENCE is the minutes since this instant, so that it increases without a stored counter. */
const SEQUENCE_EPOCH = Date.UTC(2026, 0);

export type EventRecords = ReturnType<typeof eventRecords>;

/** Falls back to English, then to the first language that the event has. */
export function eventRecords(dependencies: Dependencies) {
  const cache = new WeakMap<Occurrence, Partial<Record<Locale, EventRecord>>>();

  return {
    of(occurrence: Occurrence, requested: Locale): EventRecord {
      const written = localesOf(occurrence.event);
      const locale = written.includes(requested) ? requested : written[0]!;
      const cached = cache.get(occurrence) ?? {};
      cache.set(occurrence, cached);
      cached[locale] ??= recordOf(occurrence, locale, dependencies);
      return cached[locale];
    },
  };
}

export const apiEventOf = ({ path, actionPath, ...event }: EventRecord): ApiEvent => event;

function recordOf(occurrence: Occurrence, locale: Locale, dependencies: Dependencies): EventRecord {
  const { baseUrl, cities, organisation, addresses, page, getFixedT } = dependencies;
  const { id, event, status, starts, ends, previousStarts, updated } = occurrence;
  const { slug, concept, audience, zone, recurrence, attendance, venue, price, action } = event;
  const t = getFixedT(locale);
  const { title, summary, description } = event.texts[locale]!;
  const cityName = cities.find((city) => city.slug === event.city)!.names[locale];
  const change = changeInWords(occurrence, locale, t);
  const actionPathTo = (name: PageName) =>
    addresses.pathTo(name, locale) + (page(name, locale).form ? `${EVENT_QUERY}${id}#form` : "");
  const path = `${addresses.pathTo(pageOfEvent(concept, event.city), locale)}#${id}`;
  const actionPath = action !== null && isPageName(action) && takesPlace(occurrence) ? actionPathTo(action) : null;

  return {
    id,
    uid: `${id}@${organisation.calendarNamespace}`,
    concept,
    city: event.city,
    cityName,
    locale,
    locales: localesOf(event),
    title,
    summary,
    description: change ? `${change}\n\n${description}` : description,
    status,
    startsAt: isoAt(starts, zone),
    endsAt: isoAt(ends, zone),
    timezone: zone,
    dateText: whenInWords(starts, ends, zone, locale, t),
    recurring: recurrence !== null,
    recurrence: recurrence && {
      seriesId: slug,
      rule: recurrence.text,
      text: recurrenceInWords(recurrence.rule, event.starts.slice(0, 10), locale, t),
    },
    previousStartsAt: previousStarts === null ? null : isoAt(previousStarts, zone),
    audience,
    attendance,
    venue: venue && venueOf(venue, cityName, locale),
    price: price && { ...price, text: moneyInWords(price.amount, price.currency, locale) },
    url: baseUrl + path,
    actionUrl: actionPath && baseUrl + actionPath,
    calendarUrl: baseUrl + calendarPath(event.city, { locale }, ""),
    sequence: Math.floor((updated - SEQUENCE_EPOCH) / MINUTE_MS),
    updatedAt: new Date(updated).toISOString().replace(".000", ""),
    path,
    actionPath,
  };
}

/** Venue names are written for the middle of a sentence. */
function venueOf(venue: Venue, city: string, locale: Locale): EventRecord["venue"] {
  const { address, postalCode, country, latitude, longitude } = venue;
  const name = venue.name[locale]!.replace(/^./u, (first) => first.toUpperCase());
  return { name, address, postalCode, city, country, latitude, longitude };
}

export const audienceInWords = ({ audience, price }: Pick<EventRecord, "audience" | "price">, t: Translate) =>
  t(audience === "open" && price ? "events:audience.openAtPrice" : `events:audience.${audience}`);

export const eventInWords = ({ title, dateText }: EventRecord) => `${title}, ${dateText}`;

export function changeInWords(occurrence: Occurrence, locale: Locale, t: Translate): string {
  const { event, status, previousStarts } = occurrence;
  const reason = occurrence.reason?.[locale] ?? "";
  if (status === "cancelled") return t("events:change.cancelled", { reason });
  if (status === "postponed") return t("events:change.postponed", { reason });
  if (previousStarts === null) return "";
  return t("events:change.moved", { date: startInWords(previousStarts, event.zone, locale, t), reason });
}
