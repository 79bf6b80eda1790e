import type { KnownCities } from "../../content/dialogue.js";
import type { Slug } from "../../domain/slug.js";

export function nearestTo(name: string, { own, others }: KnownCities): Slug {
  const [latitude, longitude] = others.find(({ names }) => names.includes(name))!.at;
  // A degree of longitude is half as long as one of latitude, so far north.
  const distance = ([north, east]: readonly number[]) => Math.hypot(north! - latitude, (east! - longitude) / 2);
  return Object.entries(own).sort(([, a], [, b]) => distance(a) - distance(b))[0]![0];
}
