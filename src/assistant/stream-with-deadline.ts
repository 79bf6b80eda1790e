import { isBlank } from "../text/plain-text.js";
import type { AnswerLimits } from "./limits.js";
import type { Piece, Pieces } from "./request-and-answer.js";

/** The provider works, but its answer cannot be shown or takes too long, which a visitor can order: "reply with [1]". */
export class UnusableAnswer extends Error {}

/** `failed`: no text, or too late. `interrupted`: failed after the first text. `left`: the visitor is gone. */
export type Outcome = "answered" | "failed" | "interrupted" | "left";

interface Options {
  /** Starts the work. An empty text is a sign of life; an AbortError or TimeoutError says that it took too long. */
  readonly open: (signal: AbortSignal) => Pieces;
  readonly limits: Pick<AnswerLimits, "firstTextMs" | "stallMs">;
  readonly signal: AbortSignal;
  readonly onEnd: (outcome: Outcome, error?: unknown) => void;
}

/**
 * Resolves at the first text, or rejects if none comes in time; reading rejects if the answer breaks off. The answer is
 * read as it comes, so that a visitor who reads slowly is not taken for a provider that stalls.
 */
export function streamWithDeadline({ open, limits, signal, onEnd }: Options): Promise<Pieces> {
  return new Promise((resolve, reject) => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), limits.firstTextMs);
    const pieces = new ReadableStream<Piece | Error>({
      async start(queue) {
        let hasText = false;
        let lastPartAt = performance.now();
        try {
          for await (const piece of open(AbortSignal.any([signal, late.signal]))) {
            lastPartAt = performance.now();
            if (piece === "") continue;
            queue.enqueue(piece);
            if (hasText || typeof piece !== "string" || isBlank(piece)) continue;
            hasText = true;
            clearTimeout(timer);
            resolve(readPieces(pieces));
          }
          if (!hasText) throw new UnusableAnswer("the answer has no text");
          onEnd("answered");
        } catch (error) {
          clearTimeout(timer);
          const isSilent = performance.now() - lastPartAt > Math.min(limits.firstTextMs, limits.stallMs) / 2;
          const reason = isTimeout(error) ? tookTooLong(isSilent) : (error as Error);
          if (signal.aborted) onEnd("left");
          else onEnd(hasText ? "interrupted" : "failed", reason);
          queue.enqueue(reason); // after what came before it; `queue.error` would drop that
          reject(reason);
        }
        queue.close();
      },
    });
  });
}

async function* readPieces(pieces: ReadableStream<Piece | Error>): Pieces {
  for await (const piece of pieces) {
    if (piece instanceof Error) throw piece;
    yield piece;
  }
}

const isTimeout = (error: unknown) => ["AbortError", "TimeoutError"].includes((error as Error).name);

const tookTooLong = (isSilent: boolean) => new (isSilent ? Error : UnusableAnswer)("the answer took too long");
