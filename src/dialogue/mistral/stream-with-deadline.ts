import type { Source } from "../../pages/sources.js";
import { isBlank } from "../../text/plain-text.js";

/** A bit of an answer: Markdown (paragraphs, lists, emphasis, links to this site), or a page, each once. */
export type Piece = string | Source;

/** Reading it rejects if the answer breaks off. */
export type Pieces = AsyncGenerator<Piece, void, void>;

/** The provider works, but its answer cannot be shown or takes too long, which a visitor can order: "reply with [1]". */
export class UnusableAnswer extends Error {}

/** `left`: the visitor is gone. */
export type Outcome = "answered" | "failed" | "left";

interface Options {
  /** Starts the work, which fails when the signal is aborted. */
  readonly open: (signal: AbortSignal) => Pieces;
  readonly limits: { readonly firstTextMs: number; readonly totalMs: number };
  readonly signal: AbortSignal;
  /** Called once, at the latest after `totalMs`, even if nobody reads. */
  readonly onEnd: (outcome: Outcome, error?: unknown) => void;
}

/** Resolves at the first text, or rejects if none comes in time; reading rejects if the answer breaks off. */
export async function streamWithDeadline({ open, limits, signal, onEnd }: Options): Promise<Pieces> {
  const work = new AbortController();
  let waitsSince = performance.now(); // for any piece, also an empty one; Infinity while the visitor reads

  /** Has an effect once. */
  const end = (outcome: Outcome, error?: unknown) => {
    if (work.signal.aborted) return;
    clearTimeout(firstText);
    clearTimeout(total);
    onEnd(outcome, error);
    work.abort(error);
  };
  const expire = () => {
    const isSilent = performance.now() - waitsSince > limits.firstTextMs / 2;
    const TooLong = isSilent ? Error : UnusableAnswer;
    end("failed", new TooLong("the answer took too long"));
  };
  const firstText = setTimeout(expire, limits.firstTextMs);
  const total = setTimeout(expire, limits.totalMs);
  signal.addEventListener("abort", () => end("left"));
  if (signal.aborted) end("left");

  /** Begins with an empty piece once the first text is there. */
  async function* read(): Pieces {
    let hasText = false;
    try {
      for await (const piece of open(work.signal)) {
        const isFirst: boolean = !hasText && typeof piece === "string" && !isBlank(piece);
        if (isFirst) clearTimeout(firstText);
        hasText ||= isFirst;
        waitsSince = Infinity;
        if (isFirst) yield "";
        if (hasText) yield piece;
        waitsSince = performance.now();
      }
      if (!hasText) throw new UnusableAnswer("the answer has no text");
      end("answered");
    } catch (error) {
      end("failed", error);
      throw error;
    }
  }
  const answer = read();
  await answer.next();
  return answer;
}
