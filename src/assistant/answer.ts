import type { UIMessageChunk } from "ai";
import type { Turn } from "../contracts/chat-request.js";
import type { Locale } from "../domain/locale.js";

export interface AnswerRequest {
  readonly turns: readonly Turn[];
  readonly locale: Locale;
  /** Rate-limit keys; undefined where nobody is counted. */
  readonly client?: Client;
  /** The path of the page from which the visitor asks. */
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
  /** Without the origin, with the id of a heading where there is one. */
  readonly path: string;
  readonly title: string;
}

/** A section of the site's text that the language model answers from. */
export interface Passage extends Source {
  /** Empty for the opening of a page. */
  readonly heading: string;
  /** Markdown. */
  readonly text: string;
}

/** A bit of an answer as it is made. */
export type Piece = { readonly type: "text"; readonly text: string } | ({ readonly type: "source" } & Source);

/** An answer in progress: reading it drives it, and `return` ends it and all work for it. */
export type Pieces = AsyncGenerator<Piece, void, void>;

export interface Answerer {
  readonly answeredBy: "site" | "mistral";
  /** Whether the embedded engine answers although a language model is configured. */
  readonly fallback: boolean;
}

/** An answer whose first text is there. */
export interface AnswerStream extends Answerer {
  readonly chunks: AsyncGenerator<UIMessageChunk, void, void>;
}

export interface WholeAnswer extends Answerer {
  /** Markdown: paragraphs, lists, emphasis, links to this site. */
  readonly content: string;
  readonly sources: readonly Source[];
}
