import { isBlank } from "../text/plain-text.js";
import type { Piece, Pieces } from "./answer-formats.js";

/** The provider works, but its answer cannot be shown or takes too long, which a visitor can order: "reply with [1]". */
export class UnusableAnswer extends Error {}

/** `failed`: no text, or too late. `interrupted`: failed after the first text. `left`: the visitor is gone. */
export type Outcome = "answered" | "failed" | "interrupted" | "left";

interface Options {
  /** Starts the work, which ends when the signal is aborted. */
  readonly open: (signal: AbortSignal) => Pieces;
  readonly limits: { readonly firstTextMs: number; readonly stallMs: number; readonly totalMs: number };
  readonly signal: AbortSignal;
  readonly onEnd: (outcome: Outcome, error?: unknown) => void;
}

/** Resolves at the first text, or rejects if none comes in time; reading rejects if the answer breaks off or stalls. */
export async function streamWithDeadline(options: Options): Promise<Pieces> {
  const answer = raceWithDeadline(options);
  const beginning: Piece[] = [];
  let piece: Piece;
  do {
    piece = (await answer.next()).value as Piece; // rejects if the answer ends without text
    beginning.push(piece);
  } while (!isText(piece));
  return withBeginning(beginning, answer);
}

const isText = (piece: Piece) => typeof piece === "string" && !isBlank(piece);

/**
 * Ends, even if nobody reads, when the work ends or fails, a limit is reached, the visitor leaves or reading stops. It
 * waits for no abort of `fetch`, which a garbage collection can lose (undici holds the controller of a request weakly).
 */
async function* raceWithDeadline({ open, limits, signal, onEnd }: Options): Pieces {
  const work = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    work.signal.addEventListener("abort", () => reject(work.signal.reason));
  });
  aborted.catch(() => {}); // nobody may be reading
  const pieces = open(work.signal);
  let hasText = false;
  let waitsSince = performance.now(); // for any piece, also an empty one; Infinity while the visitor reads

  /** Has an effect once. */
  const end = (outcome: Outcome, error?: unknown) => {
    if (work.signal.aborted) return;
    clearTimeout(total);
    clearTimeout(waiting);
    onEnd(outcome, error);
    work.abort(error);
    pieces.return().catch(() => {}); // the work may still fail
  };
  const leave = () => end("left");
  const fail = (error: unknown) => end(hasText ? "interrupted" : "failed", error);
  const expire = () => {
    const isSilent = performance.now() - waitsSince > Math.min(limits.firstTextMs, limits.stallMs) / 2;
    const TooLong = isSilent ? Error : UnusableAnswer;
    fail(new TooLong("the answer took too long"));
  };
  const total = setTimeout(expire, limits.totalMs);
  let waiting = setTimeout(expire, limits.firstTextMs);
  signal.addEventListener("abort", leave);
  if (signal.aborted) leave();

  try {
    for (;;) {
      work.signal.throwIfAborted();
      if (hasText) waiting = setTimeout(expire, limits.stallMs);
      waitsSince = performance.now();
      const { done, value } = await Promise.race([pieces.next(), aborted]);
      if (done) break;
      waitsSince = Infinity;
      hasText ||= isText(value);
      if (hasText) clearTimeout(waiting); // the visitor may read slowly
      yield value;
    }
    if (!hasText) throw new UnusableAnswer("the answer has no text");
    end("answered");
  } catch (error) {
    fail(error);
    throw error;
  } finally {
    leave();
  }
}

async function* withBeginning(beginning: readonly Piece[], rest: Pieces): Pieces {
  try {
    yield* beginning;
    yield* rest;
  } finally {
    await rest.return();
  }
}
