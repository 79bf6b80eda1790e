import type { City } from "../addresses/cities.js";
import type { Library } from "../content/library.js";
import type { Locale } from "../text/locale.js";
import type { Event } from "./event.js";

type InEachLanguage = Readonly<Record<Locale, string>>;

export interface Host {
  readonly name: string;
  /** What they do, within a sentence. */
  readonly role: InEachLanguage;
  readonly text: InEachLanguage;
}

/** The host that the event names, else that of its city. */
export function hostOf({ city, host }: Event, { cities, hosts }: Library): Host | null {
  return hostWith(host ?? cities.find(({ slug }) => slug === city)?.host, hosts);
}

/** The host of the series held there, else that of the city. */
export function hostIn(city: City, concept: Event["concept"] | undefined, { events, hosts }: Library): Host | null {
  const series = events.find((event) => event.concept === concept && event.city === city.slug && event.recurrence);
  return hostWith(series?.host ?? city.host, hosts);
}

function hostWith(id: string | null | undefined, hosts: Library["hosts"]): Host | null {
  return id ? (hosts[id] ?? null) : null;
}
