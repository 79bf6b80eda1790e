import type { KnownCities } from "../../content/dialogue.js";
import type { Slug } from "../../domain/slug.js";

/** Of the cities with events; of all, if there are none. */
export function nearestTo(name: string, { own, others }: KnownCities, withEvents: ReadonlySet<Slug>): Slug {
  const [latitude, longitude] = others.find(({ names }) => names.includes(name))!.at;
  // A degree of longitude is half as long as one of latitude, so far north.
  const distance = ([north, east]: readonly number[]) => Math.hypot(north! - latitude, (east! - longitude) / 2);
  const cities = Object.entries(own).sort(([, a], [, b]) => distance(a) - distance(b));
  return (cities.find(([slug]) => withEvents.has(slug)) ?? cities[0]!)[0];
}
