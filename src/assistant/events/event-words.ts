import type { Library } from "../../content/library.js";
import type { EventRecord } from "../../contracts/event-record.js";
import { listed } from "../../domain/dates-in-words.js";
import { isOff, type Occurrence } from "../../domain/event.js";
import type { Locale } from "../../domain/locale.js";
import type { Slug } from "../../domain/slug.js";
import type { Words } from "../../domain/words.js";
import { changeInWords, type EventRecords } from "../../formats/event-record.js";
import { pageOfEvent } from "../../site/event-pages.js";
import { calendarPath, isPageName, type PageName } from "../../site/paths.js";
import type { Source } from "../answer.js";

export interface EventWordsUses {
  readonly library: Library;
  readonly records: EventRecords;
  readonly baseUrl: string;
}

export type EventWords = ReturnType<typeof eventWordsIn>;

const MOST_SOURCES = 3;

/** How events and pages are spoken of in answers, in one language; dates and places from their records alone. */
export function eventWordsIn(locale: Locale, words: Words, { library, records, baseUrl }: EventWordsUses) {
  const recordOf = (occurrence: Occurrence) => records.of(occurrence, locale);
  const pathOf = (url: string) => url.slice(baseUrl.length);
  const placeOf = ({ venue, cityName }: EventRecord) =>
    venue === null ? words("events:board.online") : `${venue.name}, ${cityName}`;

  const said = (occurrence: Occurrence) => {
    const record = recordOf(occurrence);
    return {
      title: `[${record.title}](${pathOf(record.url)})`,
      date: record.dateText,
      place: placeOf(record),
      reason: occurrence.reason?.[locale] ?? "",
    };
  };
  const changed = (sentence: string, occurrence: Occurrence) =>
    [sentence, changeInWords(occurrence, locale, words)].filter((part) => part !== "").join(" ");
  const sourceOf = (page: PageName): Source => ({
    path: library.addresses.pathTo(page, locale),
    title: library.page(page, locale).title,
  });
  const pageLink = (page: PageName, path = sourceOf(page).path) => `[${sourceOf(page).title}](${path})`;

  /** Where the calendars of cities are. */
  const calendarsOf = (cities: readonly Slug[]) => {
    const links = cities.map((city) => {
      const name = library.cities.find(({ slug }) => slug === city)!.names[locale];
      return `[${words("events:subscribe.city", { city: name })}](${calendarPath(city, { locale })})`;
    });
    return links.length === 0 ? "" : words("assistant:events.calendars", { calendars: listed(links, locale) });
  };

  return {
    sourceOf,
    pageLink,
    cityName: (occurrence: Occurrence) => recordOf(occurrence).cityName,

    /** A line of a list. */
    item(occurrence: Occurrence): string {
      const { title, date, place } = said(occurrence);
      return changed(`- ${date}: ${title}. ${place}.`, occurrence);
    },

    sentence(occurrence: Occurrence): string {
      if (occurrence.status === "cancelled") return words("assistant:events.cancelled", said(occurrence));
      if (occurrence.status === "postponed") return words("assistant:events.postponed", said(occurrence));
      return changed(words("assistant:events.is", said(occurrence)), occurrence);
    },

    /** The same of one that is the next of its kind. */
    next: (occurrence: Occurrence): string => changed(words("assistant:events.next", said(occurrence)), occurrence),

    /** Of one that does not come back. */
    once: (occurrence: Occurrence): string => words("assistant:events.once", said(occurrence)),

    instead: (occurrence: Occurrence): string => words("assistant:events.instead", said(occurrence)),

    /** When a series takes place. */
    recurrence(occurrence: Occurrence): string {
      const { startsAt, endsAt, recurrence } = recordOf(occurrence);
      const [from, to] = [startsAt.slice(11, 16), endsAt.slice(11, 16)];
      return words("assistant:events.often", {
        title: said(occurrence).title,
        often: recurrence?.text ?? "",
        from,
        to,
      });
    },

    calendarsOf,

    /**
     * Where to go from here: the calendars of the cities that are shown, whom an event of the Commons is for where
     * there is nothing else, and the next step where there is but one, for `meant`.
     */
    steps(shown: readonly Occurrence[], meant = shown.length === 1 ? shown[0] : undefined): string {
      const cities = shown.map(recordOf).flatMap(({ venue, city }) => (venue === null ? [] : [city]));
      const ahead = shown.filter((one) => !isOff(one));
      const actions = new Set(ahead.map(({ event }) => event.action));
      const [action = null] = actions.size === 1 ? actions : [];
      const actionUrl = meant && recordOf(meant).actionUrl;
      const ofMembers = ahead.every(({ event }) => event.concept === "COMMONS") ? ahead[0] : undefined;
      const join =
        ofMembers === undefined
          ? ""
          : words("assistant:events.join", {
              summary: recordOf(ofMembers).summary,
              page: pageLink("commerce-commons-join"),
            });
      const step =
        action !== null && isPageName(action) && action !== "commerce-commons-join"
          ? words(stepTo(action), { page: pageLink(action, actionUrl ? pathOf(actionUrl) : undefined) })
          : "";
      return [calendarsOf([...new Set(cities)]), join, step].filter((part) => part !== "").join(" ");
    },

    /** The pages that events are found on. */
    sourcesOf(occurrences: readonly Occurrence[]): Source[] {
      const pages = new Set(occurrences.map(({ event }) => pageOfEvent(event.concept, event.city)));
      return [...pages].slice(0, MOST_SOURCES).map(sourceOf);
    },
  };
}

/** What a visitor does on the page of the next step. */
function stepTo(page: PageName): string {
  return page.endsWith("-attend") ? "assistant:events.apply" : "assistant:events.write";
}
