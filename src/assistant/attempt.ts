import type { Piece, Pieces } from "./answer.js";
import type { AnswerLimits } from "./limits.js";

/** How an attempt ended: with an answer, without one or in the middle of it, or because nobody waits for it any more. */
export type Outcome = "answered" | "failed" | "left";

interface Attempt {
  /** Starts the work; whatever it does ends when the signal is aborted. */
  readonly open: (signal: AbortSignal) => Pieces;
  readonly limits: Pick<AnswerLimits, "firstTextMs" | "stallMs" | "totalMs">;
  /** The visitor's. */
  readonly signal: AbortSignal;
  /** Called once. */
  readonly onEnd: (outcome: Outcome, error?: unknown) => void;
}

/**
 * Begins an answer and gives it over when its first text is there.
 *
 * Errors  rejects when no text comes, or not in time; afterwards `next` rejects when the answer breaks off or stalls.
 */
export async function begin({ open, limits, signal, onEnd }: Attempt): Promise<Pieces> {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const started = performance.now();
  const until = (milliseconds: number) => started + milliseconds - performance.now();
  const pieces = open(either);
  const held: Piece[] = [];
  let ended = false;
  // Also when nobody reads on: an answer that is not fetched is not to keep its place.
  const tooLong = setTimeout(() => end("failed", new Error("the answer took too long")), limits.totalMs);

  const end = (outcome: Outcome, error?: unknown) => {
    if (ended) return;
    ended = true;
    clearTimeout(tooLong);
    signal.removeEventListener("abort", leave);
    onEnd(signal.aborted ? "left" : outcome, error);
    stop.abort(new Error("the answer is over"));
    pieces.return?.().catch(() => {}); // what it was at may still fail
  };
  const leave = () => end("left"); // whether or not anybody reads on
  signal.addEventListener("abort", leave);
  const read = async (milliseconds: number) => {
    try {
      return await within(Math.min(milliseconds, until(limits.totalMs)), either, pieces.next());
    } catch (error) {
      end("failed", error);
      throw error;
    }
  };

  for (;;) {
    const { done, value } = await read(until(limits.firstTextMs));
    if (done) {
      const error = new Error("the answer has no text");
      end("failed", error);
      throw error;
    }
    held.push(value);
    if (value.type === "text" && value.text.trim() !== "") break;
  }

  return {
    async next() {
      const value = held.shift();
      if (value) return { done: false, value };
      const result = await read(limits.stallMs);
      if (result.done) end("answered");
      return result;
    },
    async return() {
      end("left");
      return { done: true, value: undefined };
    },
  };
}

/** What the promise gives, if it does so in time and nobody has aborted the work meanwhile. */
async function within<Value>(milliseconds: number, signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  let release = () => {};
  const never = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new Error("the answer took too long")), Math.max(0, milliseconds));
    const leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave);
    release = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", leave);
    };
    if (signal.aborted) leave();
  });
  try {
    return await Promise.race([promise, never]);
  } finally {
    release();
  }
}
