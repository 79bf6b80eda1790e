import { isBlank } from "../text/plain-text.js";
import type { AnswerLimits } from "./limits.js";
import type { Piece, Pieces } from "./request-and-answer.js";

/** The provider works, but what it sent cannot be shown, which a visitor can order: "reply with exactly [1]". */
export class UnusableAnswer extends Error {}

/** `failed`: no text, or too late. `interrupted`: failed after the first text. `left`: the visitor is gone. */
export type Outcome = "answered" | "failed" | "interrupted" | "left";

interface Options {
  /** Starts the work, which ends when the signal is aborted. */
  readonly open: (signal: AbortSignal) => Pieces;
  readonly limits: Pick<AnswerLimits, "firstTextMs" | "stallMs" | "totalMs">;
  readonly signal: AbortSignal;
  readonly onEnd: (outcome: Outcome, error?: unknown) => void;
}

/**
 * Resolves at the first text, and rejects when none comes in time; reading rejects when the answer breaks off or stalls.
 * An empty piece says that the provider is still sending.
 */
export async function streamWithDeadline({ open, limits, signal, onEnd }: Options): Promise<Pieces> {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const pieces = open(either);
  let hasText = false;
  let lastPiece = -Infinity;
  const end = (outcome: Outcome, error?: unknown) => {
    if (stop.signal.aborted) return;
    clearTimeout(total);
    clearTimeout(waiting);
    onEnd(signal.aborted ? "left" : outcome, error);
    stop.abort(error ?? new Error("the answer is over"));
    pieces.return().catch(() => {}); // the work may still fail
  };
  const fail = (error: unknown) => end(hasText ? "interrupted" : "failed", error);
  const expire = () => {
    const isSending = !hasText && performance.now() - lastPiece < limits.firstTextMs / 2;
    fail(new (isSending ? UnusableAnswer : Error)("the answer took too long"));
  };
  const total = setTimeout(expire, limits.totalMs);
  let waiting = setTimeout(expire, limits.firstTextMs);
  const aborted = new Promise<never>((_, reject) => {
    either.addEventListener("abort", () => {
      end("left");
      reject(either.reason);
    });
  });
  aborted.catch(() => {}); // nobody may be reading

  const next = () => {
    either.throwIfAborted();
    return Promise.race([pieces.next(), aborted]);
  };

  const upToFirstText: Piece[] = [];
  try {
    while (!hasText) {
      const { done, value } = await next();
      if (done) throw new UnusableAnswer("the answer has no text");
      lastPiece = performance.now();
      upToFirstText.push(value);
      hasText = typeof value === "string" && !isBlank(value);
    }
  } catch (error) {
    fail(error);
    throw error;
  }
  clearTimeout(waiting);

  async function* stream(): Pieces {
    try {
      yield* upToFirstText;
      for (;;) {
        waiting = setTimeout(expire, limits.stallMs);
        const { done, value } = await next();
        clearTimeout(waiting);
        if (done) return end("answered");
        yield value;
      }
    } catch (error) {
      fail(error);
      throw error;
    } finally {
      end("left");
    }
  }
  return stream();
}
