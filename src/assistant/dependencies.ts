import type { Logger } from "pino";
import type { Library } from "../content/library.js";
import type { AgendaKeeper } from "../events/agenda.js";
import type { Occurrence } from "../events/event.js";
import type { RecordOf } from "../events/record-schema.js";
import type { Redis } from "../storage/redis.js";
import type { Locale, Translate } from "../text/locale.js";
import type { AnswerLimits } from "./limits.js";
import type { Source } from "./request-and-answer.js";

export interface Dependencies {
  readonly baseUrl: string;
  readonly library: Library;
  readonly reader: SiteReader;
  readonly agenda: AgendaKeeper;
  readonly recordOf: RecordOf;
  readonly getFixedT: (locale: Locale) => Translate;
  readonly clock: () => number;
  readonly limits: AnswerLimits;
  readonly redis: Pick<Redis, "send"> | undefined;
  readonly logger: Pick<Logger, "error" | "info">;
}

/** The site for a language model that reads it. */
export interface SiteReader {
  /** Its pages, prices and coming dates in a language, as Markdown; the same until one of them changes. */
  siteMarkdown(locale: Locale): string;
  /** A page or article as Markdown; undefined if there is none at the address. */
  pageMarkdown(address: string): string | undefined;
  /** A page, section, date or file; undefined if the site has no such address. The title of a file is empty. */
  sourceAt(address: string): Source | undefined;
  /** The one page that a text names; undefined if it names none or several. */
  pageNamedIn(text: string, locale: Locale): Source | undefined;
  occurrenceMarkdown(occurrence: Occurrence, locale: Locale): string;
}

export interface MistralAccount {
  readonly apiKey: string;
  readonly model: string;
  /** Undefined means the provider's own. */
  readonly baseUrl: string | undefined;
  readonly dailyAnswers: number;
}
