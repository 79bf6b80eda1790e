import type { Place } from "../../search/places.js";
import type { Locale } from "../../text/locale.js";
import type { LocalDate } from "../../text/wall-clock.js";
import type { Classifier } from "./classifier.js";
import type { eventFactsIn } from "./event-facts.js";
import type { priceFactsIn } from "./price-facts.js";
import type { Readers } from "./reader.js";
import type { repliesIn } from "./replies.js";

import type { Topic } from "./topics.js";

/** What a conversation in a language is answered with. */
export interface Engine {
  readonly locale: Locale;
  readonly today: LocalDate;
  readonly baseUrl: string;
  /** The page from which the visitor asks. */
  readonly page: (Topic & { readonly title: string }) | undefined;
  readonly classifier: Classifier;
  /** The index is that of the class. */
  readonly topics: readonly Topic[];
  /** By the name of the class. */
  readonly places: ReadonlyMap<string, Place>;
  readonly readers: Readers;
  readonly events: ReturnType<typeof eventFactsIn>;
  readonly prices: ReturnType<typeof priceFactsIn>;
  readonly replies: ReturnType<typeof repliesIn>;
}
