import type { City } from "../addresses/cities.js";
import type { Event } from "../content/event.js";
import type { Host } from "../content/json-files.js";
import type { Site } from "../site.js";

/** The host that the event names, else that of its city. */
export function hostOf({ city, host }: Event, { library }: Site): Host | null {
  const { cities, hosts } = library;
  return hostWith(host ?? cities.find(({ slug }) => slug === city)?.host, hosts);
}

/** The host of the series held there, else that of the city. */
export function hostIn(city: City, concept: Event["concept"] | undefined, { library }: Site): Host | null {
  const { events, hosts } = library;
  const series = events.find((event) => event.concept === concept && event.city === city.slug && event.recurrence);
  return hostWith(series?.host ?? city.host, hosts);
}

function hostWith(id: string | null | undefined, hosts: Readonly<Record<string, Host>>): Host | null {
  return id ? (hosts[id] ?? null) : null;
}
