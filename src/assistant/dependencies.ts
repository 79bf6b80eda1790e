import type { Logger } from "pino";
import type { Library } from "../content/library.js";
import type { RecordOf } from "../contracts/event-record.js";
import type { AgendaKeeper } from "../domain/agenda.js";
import type { Locale } from "../domain/locale.js";
import type { PublishedArticles } from "../domain/published-articles.js";
import type { Redis } from "../storage/redis.js";
import type { Translate } from "../text/translate.js";
import type { AnswerLimits } from "./limits.js";

export interface Dependencies {
  readonly baseUrl: string;
  readonly library: Library;
  readonly articles: PublishedArticles;
  readonly agenda: AgendaKeeper;
  readonly recordOf: RecordOf;
  readonly getFixedT: (locale: Locale) => Translate;
  readonly clock: () => number;
  readonly limits: AnswerLimits;
  readonly redis: Pick<Redis, "send"> | undefined;
  readonly logger: Pick<Logger, "error" | "info">;
}

export interface MistralAccount {
  readonly apiKey: string;
  readonly model: string;
  /** Undefined means the provider's own. */
  readonly baseUrl: string | undefined;
  readonly dailyAnswers: number;
}
