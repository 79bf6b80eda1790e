import type { Files } from "../content/open-files.js";
import type { RecordOf } from "../contracts/event-record.js";
import type { AgendaKeeper } from "../domain/agenda.js";
import type { PublishedArticles } from "../domain/published-articles.js";
import type { Instant } from "../domain/wall-clock.js";

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
