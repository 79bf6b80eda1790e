import type { EventRecord } from "../contracts/event-record.js";
import type { City } from "../domain/city.js";
import { startInWords, whenInWords } from "../domain/dates-in-words.js";
import { isOff, localesOf, type Occurrence, type Venue } from "../domain/event.js";
import type { Locale } from "../domain/locale.js";
import { moneyInWords } from "../domain/money-in-words.js";
import type { Page } from "../domain/page.js";
import { recurrenceInWords } from "../domain/recurrence-in-words.js";
import type { Translate } from "../domain/translate.js";
import { isoAt } from "../domain/wall-clock.js";
import type { Addresses } from "../site/addresses.js";
import { pageOfEvent } from "../site/event-pages.js";
import { EVENT_QUERY } from "../site/form-queries.js";
import { calendarPath, isPageName, type PageName } from "../site/paths.js";

interface Dependencies {
  readonly baseUrl: string;
  readonly cities: readonly City[];
  readonly addresses: Addresses;
  readonly page: (name: PageName, locale: Locale) => Pick<Page, "form">;
  readonly getFixedT: (locale: Locale) => Translate;
}

/** Since when SEQUENCE counts minutes: so it grows with every change, and nobody has to remember a counter. */
const SEQUENCE_EPOCH = Date.UTC(2026, 0);

export type EventRecords = ReturnType<typeof eventRecords>;

/**
 * The record of each occurrence, which every page, feed and answer is made from (contract §3): in the language asked
 * for, else in English, else in the first it has. Made once, and as the bytes of its JSON once.
 */
export function eventRecords(uses: Dependencies) {
  const made = new WeakMap<Occurrence, Partial<Record<Locale, { record: EventRecord; json: Buffer }>>>();

  const find = (occurrence: Occurrence, wanted: Locale) => {
    const spoken = localesOf(occurrence.event);
    const locale = spoken.includes(wanted) ? wanted : spoken[0]!;
    const known = made.get(occurrence) ?? {};
    made.set(occurrence, known);
    if (!known[locale]) {
      const record = recordOf(occurrence, locale, uses);
      known[locale] = { record, json: Buffer.from(JSON.stringify(record)) };
    }
    return known[locale];
  };

  return {
    of: (occurrence: Occurrence, locale: Locale): EventRecord => find(occurrence, locale).record,
    json: (occurrence: Occurrence, locale: Locale): Buffer => find(occurrence, locale).json,
  };
}

function recordOf(occurrence: Occurrence, locale: Locale, uses: Dependencies): EventRecord {
  const { baseUrl, cities, addresses, page, getFixedT } = uses;
  const { id, event, status, starts, ends, previousStarts, updated } = occurrence;
  const { slug, concept, zone, recurrence, attendance, venue, price, action } = event;
  const text = event.texts[locale]!;
  const cityName = cities.find((city) => city.slug === event.city)!.names[locale];
  const change = changeInWords(occurrence, locale, getFixedT(locale));
  const addressOfStep = (step: PageName) =>
    baseUrl + addresses.pathTo(step, locale) + (page(step, locale).form ? `${EVENT_QUERY}${id}#form` : "");

  return {
    id,
    uid: `${id}@${new URL(baseUrl).hostname}`,
    concept,
    city: event.city,
    cityName,
    locale,
    locales: localesOf(event),
    title: text.title,
    summary: text.summary,
    description: change ? `${change}\n\n${text.description}` : text.description,
    status,
    startsAt: isoAt(starts, zone),
    endsAt: isoAt(ends, zone),
    timezone: zone,
    dateText: whenInWords(starts, ends, zone, locale, getFixedT(locale)),
    recurring: recurrence !== null,
    recurrence: recurrence && {
      seriesId: slug,
      rule: recurrence.text,
      text: recurrenceInWords(recurrence.rule, event.starts.slice(0, 10), locale, getFixedT(locale)),
    },
    previousStartsAt: previousStarts === null ? null : isoAt(previousStarts, zone),
    attendance,
    venue: venue && venueOf(venue, cityName, locale),
    price: price && { ...price, text: moneyInWords(price.amount, price.currency, locale) },
    url: `${baseUrl}${addresses.pathTo(pageOfEvent(concept, event.city), locale)}#${id}`,
    actionUrl: action !== null && isPageName(action) && !isOff(occurrence) ? addressOfStep(action) : null,
    calendarUrl: `${baseUrl}${calendarPath(event.city, { locale })}`,
    sequence: Math.floor((updated - SEQUENCE_EPOCH) / 60_000),
    updatedAt: new Date(updated).toISOString().replace(".000", ""),
  };
}

function venueOf(venue: Venue, city: string, locale: Locale): EventRecord["venue"] {
  const { address, postalCode, country, latitude, longitude } = venue;
  return { name: capitalised(venue.name[locale]!), address, postalCode, city, country, latitude, longitude };
}

/** An event and when it is, as a line of text names them. */
export const eventInWords = ({ title, dateText }: EventRecord) => `${title}, ${dateText}`;

/** What has become of the date that was announced, and why; empty when nothing has. */
export function changeInWords(occurrence: Occurrence, locale: Locale, t: Translate): string {
  const { event, status, previousStarts } = occurrence;
  const reason = occurrence.reason?.[locale] ?? "";
  if (status === "cancelled") return t("events:changed.cancelled", { reason });
  if (status === "postponed") return t("events:changed.postponed", { reason });
  if (previousStarts === null) return "";
  return t("events:changed.moved", { date: startInWords(previousStarts, event.zone, locale, t), reason });
}

/** A venue's name stands within sentences of pages, and here on its own. */
function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
