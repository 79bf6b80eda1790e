import type { Library } from "../content/library.js";
import type { AgendaKeeper } from "../domain/agenda.js";
import type { Turn } from "../domain/conversation.js";
import type { Locale } from "../domain/locale.js";
import type { PublishedArticles } from "../domain/published-articles.js";
import type { Words } from "../domain/words.js";
import type { EventRecords } from "../formats/event-record.js";
import type { Passage } from "./passage.js";

interface Uses {
  readonly library: Library;
  readonly articles: PublishedArticles;
  readonly agenda: AgendaKeeper;
  readonly records: EventRecords;
  readonly words: (locale: Locale) => Words;
  readonly clock: () => number;
}

/** What the embedded model says. */
export interface EmbeddedAnswer {
  /** Markdown: paragraphs, lists, links to this site. */
  readonly text: string;
  /** The best first. */
  readonly sources: readonly { readonly path: string; readonly title: string }[];
}

export interface Knowledge {
  /** The passages that fit the last question best, the best first. */
  find(turns: readonly Turn[], locale: Locale, limit: number): Passage[];
  answer(turns: readonly Turn[], locale: Locale): EmbeddedAnswer;
  /** Makes what is needed to search ahead of the first question. */
  warm(): void;
}

/** A stand-in that knows one page in each language, until the real one is there. */
export function createKnowledge({ library }: Uses): Knowledge {
  const about = (locale: Locale): Passage => {
    const { title, lead } = library.page("about", locale);
    return { title, heading: "", path: library.addresses.pathTo("about", locale), text: lead };
  };
  return {
    find: (_turns, locale, limit) => [about(locale)].slice(0, limit),
    answer(_turns, locale) {
      const { title, path, text } = about(locale);
      return { text, sources: [{ path, title }] };
    },
    warm() {},
  };
}
