import { PublishedArticles } from "./articles/published.js";
import { Agenda } from "./events/event.js";
import { CachedResponses } from "./http/cache.js";
import type { Site } from "./site.js";
import { dateAt, type Instant } from "./text/wall-clock.js";

/** What depends on time, and everything made from it. A new one replaces it when `until` has passed. */
export interface Snapshot {
  readonly agenda: Agenda;
  readonly articles: PublishedArticles;
  /** The next moment at which anything changes: an event or its sign-up ends, midnight, an article appears. */
  readonly until: Instant;
  readonly responses: CachedResponses;
  /** Texts, records and indexes. */
  readonly cached: Cache;
}

/** Values by name, each made at the first call. */
type Cache = <Value>(name: string, make: () => Value) => Value;

export function snapshots({ clock, config, library }: Site): () => Snapshot {
  const { timezone } = library.organisation;
  let current: Snapshot | undefined;
  return () => {
    const now = clock();
    if (current && now < current.until) return current;
    const today = dateAt(now, timezone);
    const agenda = current?.agenda.today === today ? current.agenda : new Agenda(library.events, today, timezone);
    const articles = new PublishedArticles(library.articles, now, config.isLocalDevelopment);
    const until = Math.min(agenda.nextChange(now), articles.nextChange);
    current = { agenda, articles, until, responses: new CachedResponses(), cached: createCache() };
    return current;
  };
}

/** Drops a promise that rejects, so that the next call makes the value again. */
export function createCache(): Cache {
  const values = new Map<string, unknown>();
  return <Value>(name: string, make: () => Value) => {
    if (values.has(name)) return values.get(name) as Value;
    const value = make();
    values.set(name, value);
    if (value instanceof Promise) value.catch(() => values.delete(name));
    return value;
  };
}
