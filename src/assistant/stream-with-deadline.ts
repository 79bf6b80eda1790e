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

/** Resolves at the first text, or rejects if none comes in time; reading rejects if the answer breaks off or stalls. */
export async function streamWithDeadline({ open, limits, signal, onEnd }: Options): Promise<Pieces> {
  const stop = new AbortController();
  const stopped = AbortSignal.any([signal, stop.signal]);
  const pieces = open(stopped);
  let hasText = false;
  let lastPieceAt = -Infinity; // or of an empty piece: the provider is still sending

  const end = (outcome: Outcome, error: unknown = new Error("the answer is over")) => {
    if (stop.signal.aborted) return;
    clearTimeout(total);
    clearTimeout(waiting);
    onEnd(signal.aborted ? "left" : outcome, error);
    stop.abort(error);
    pieces.return().catch(() => {}); // the work may still fail
  };
  const fail = (error: unknown) => end(hasText ? "interrupted" : "failed", error);
  const expire = () => {
    const isSending = !hasText && performance.now() - lastPieceAt < limits.firstTextMs / 2;
    fail(new (isSending ? UnusableAnswer : Error)("the answer took too long"));
  };
  const total = setTimeout(expire, limits.totalMs);
  let waiting = setTimeout(expire, limits.firstTextMs);
  stopped.addEventListener("abort", () => end("left"));

  const aborted = rejectionOf(stopped);
  async function* read(): Pieces {
    try {
      for (;;) {
        stopped.throwIfAborted();
        if (hasText) waiting = setTimeout(expire, limits.stallMs);
        const { done, value } = await Promise.race([pieces.next(), aborted]);
        if (done) break;
        lastPieceAt = performance.now();
        hasText ||= typeof value === "string" && !isBlank(value);
        if (hasText) clearTimeout(waiting); // the visitor may read slowly
        yield value;
      }
      if (!hasText) throw new UnusableAnswer("the answer has no text");
      end("answered");
    } catch (error) {
      fail(error);
      throw error;
    } finally {
      end("left");
    }
  }

  const answer = read();
  const upToFirstText: Piece[] = [];
  while (!hasText) {
    const { value } = await answer.next();
    if (value !== undefined) upToFirstText.push(value);
  }
  return withBeginning(upToFirstText, answer);
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  aborted.catch(() => {}); // nobody may be reading
  return aborted;
}

async function* withBeginning(beginning: readonly Piece[], rest: Pieces): Pieces {
  try {
    yield* beginning;
    yield* rest;
  } finally {
    await rest.return();
  }
}
