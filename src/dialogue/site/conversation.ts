import type { Place } from "../../search/places.js";
import type { Site } from "../../site.js";
import type { Locale, Translate } from "../../text/locale.js";
import type { LocalDate } from "../../text/wall-clock.js";
import type { Classifier } from "./classifier.js";
import type { Readers } from "./reader.js";
import type { Topic } from "./topics.js";

/** What a conversation in a language is answered with. */
export interface Conversation {
  readonly site: Site;
  readonly locale: Locale;
  readonly t: Translate;
  readonly today: LocalDate;
  /** The page from which the visitor asks. */
  readonly page: Topic | undefined;
  readonly classifier: Classifier;
  /** The index is that of the class. */
  readonly topics: readonly Topic[];
  /** By the name of the class. */
  readonly places: ReadonlyMap<string, Place>;
  readonly readers: Readers;
}
