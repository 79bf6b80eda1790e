import type { PublishedArticles } from "../articles/published.js";
import type { Files } from "../content/open-files.js";
import type { AgendaKeeper } from "../events/agenda.js";
import type { RecordOf } from "../events/record-schema.js";
import type { Instant } from "../text/wall-clock.js";

/** All that presenters need to make pages, documents and answers. */
export interface Site extends Pick<Files, "assets" | "getFixedT" | "library"> {
  readonly baseUrl: string;
  readonly clock: () => Instant;
  readonly agenda: AgendaKeeper;
  readonly recordOf: RecordOf;
  readonly articles: PublishedArticles;
  /** The next time that an event or its sign-up ends, the date changes or an article is published. */
  readonly nextChange: (now: Instant) => Instant;
}
