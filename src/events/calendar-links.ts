import { calendarPath, type EventFilter } from "../addresses/paths.js";
import type { Site } from "../site.js";
import type { Locale } from "../text/locale.js";
import type { Slug } from "../text/slug.js";
import type { Occurrence } from "./event.js";
import type { ApiEvent } from "./record-schema.js";
import { placeInWords } from "./words.js";

/** Links to subscribe to all cities, and to each that has one of the dates, or to each if there are none. */
export function subscriptionLinks(filter: EventFilter, dates: readonly Occurrence[], locale: Locale, site: Site) {
  const { baseUrl, getFixedT, library } = site;
  const slugs = new Set(dates.map(({ event }) => event.city));
  const withEvents = library.cities.filter(({ slug }) => slug === filter.city || slugs.has(slug));
  const cities = withEvents.length > 0 ? withEvents : library.cities;
  const linkTo = (name: string, slug?: Slug) => {
    const path = calendarPath(slug, { locale, concept: filter.concept });
    const url = baseUrl + path;
    return { city: name, path, url, webcal: url.replace(/^https?:/, "webcal:") };
  };
  const ofCities = cities.map(({ names, slug }) => linkTo(names[locale], slug));
  return filter.city ? ofCities : [linkTo(getFixedT(locale)("events:subscribe.allCities")), ...ofCities];
}

/** Links that add the event to a calendar on the web. */
export function webCalendarLinks({ title, theme, startsAt, endsAt, timezone, url, venue }: ApiEvent) {
  const details = theme ? `${theme}\n\n${url}` : url;
  const starts = new Date(startsAt).toISOString();
  const ends = new Date(endsAt).toISOString();
  const dates = `${starts}/${ends}`.replace(/[-:]|\.000/g, "");
  const google = new URLSearchParams({ action: "TEMPLATE", text: title, dates, ctz: timezone, details });
  const outlook = new URLSearchParams({ path: "/calendar/action/compose", rru: "addevent", subject: title });
  outlook.set("startdt", starts);
  outlook.set("enddt", ends);
  outlook.set("body", details);
  for (const query of [google, outlook]) if (venue) query.set("location", placeInWords(venue));
  const spaced = (query: URLSearchParams) => query.toString().replaceAll("+", "%20"); // Outlook shows a plus sign
  return {
    google: `https://calendar.google.com/calendar/render?${spaced(google)}`,
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${spaced(outlook)}`,
  };
}
