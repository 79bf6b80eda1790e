import type { Source } from "../pages/sources.js";
import type { ChatRequest } from "./chat-request.js";

export interface AnswerRequest extends ChatRequest {
  /** Aborted when the visitor leaves. */
  readonly signal: AbortSignal;
}

/** A bit of an answer: Markdown (paragraphs, lists, emphasis, links to this site), or a page, each once. */
export type Piece = string | Source;

/** Reading it rejects if the answer breaks off. */
export type Pieces = AsyncGenerator<Piece, void, void>;

/** An answer whose first text is there. */
export interface Answer {
  readonly answeredBy: "site" | "mistral";
  /** Whether the site's own engine answers although a language model is configured. */
  readonly fallback: boolean;
  readonly pieces: Pieces | readonly Piece[];
}

export interface WholeAnswer extends Answer {
  readonly pieces: readonly Piece[];
}
