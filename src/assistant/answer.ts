import type { UIMessageChunk } from "ai";
import type { Turn } from "../domain/conversation.js";
import type { Locale } from "../domain/locale.js";

/** What is asked, and until when somebody waits for the answer. */
export interface AnswerRequest {
  readonly turns: readonly Turn[];
  readonly locale: Locale;
  /** Who asks, as keys to count by; undefined where nobody is counted. */
  readonly client?: Client;
  /** The path of the page it is asked from. */
  readonly page?: string | undefined;
  /** Aborted when the visitor leaves. */
  readonly signal: AbortSignal;
}

export interface Client {
  readonly address: string;
  readonly network: string;
}

/** A page or article that an answer was made from. */
export interface Source {
  /** The address without the origin, with the id of a heading where there is one. */
  readonly path: string;
  readonly title: string;
}

/** A bit of an answer as it is made. */
export type Piece = { readonly type: "text"; readonly text: string } | ({ readonly type: "source" } & Source);

/** An answer under way: reading it drives it, and `return` ends it and all work for it. */
export type Pieces = AsyncIterator<Piece, void, void>;

/** Who answers, and whether the embedded model stands in for the one that is set up. */
export interface Answerer {
  readonly answeredBy: "site" | "mistral";
  readonly fallback: boolean;
}

/** An answer whose first text is there; the rest comes as it is read, in the AI SDK's parts. */
export interface AnswerStream extends Answerer {
  readonly chunks: ReadableStream<UIMessageChunk>;
}

/** An answer that is finished. */
export interface WholeAnswer extends Answerer {
  /** Markdown: paragraphs, lists, emphasis, links to this site. */
  readonly content: string;
  readonly sources: readonly Source[];
}
