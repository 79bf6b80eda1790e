import type { Event } from "../../src/content/event.js";
import type { Library } from "../../src/content/library.js";
import { BASE_URL, filesWith } from "./library.js";

/** What ships, as a site in a test serves it. */
export const { library: shipped } = filesWith({ baseUrl: BASE_URL });

/** What ships, with one event changed: reading a changed copy of content/ takes a second or two each time. */
export function withEvent(slug: string, change: (event: Event) => Partial<Event>): Library {
  if (!shipped.events.some((event) => event.slug === slug)) throw new Error(`There is no event ${slug}`);
  const events = shipped.events.map((event) => (event.slug === slug ? { ...event, ...change(event) } : event));
  return { ...shipped, events };
}
