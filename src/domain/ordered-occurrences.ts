import type { Occurrence } from "./event.js";

/** A place in the order of occurrences: by start, then by id. */
export type Position = Pick<Occurrence, "starts" | "id">;

/** Occurrences in order, with indexes that find those that have ended, or run, without looking at each. */
export class OrderedOccurrences {
  readonly occurrences: readonly Occurrence[];
  readonly #ends: readonly number[];
  /** A binary tree in an array, the root at 1: the latest end in the whole list, in its halves, quarters and so on. */
  readonly #latest: Float64Array;
  readonly #leaves: number;

  constructor(occurrences: readonly Occurrence[]) {
    this.occurrences = occurrences;
    this.#ends = occurrences.map(({ ends }) => ends).sort((a, b) => a - b);
    this.#leaves = 2 ** Math.ceil(Math.log2(Math.max(1, occurrences.length)));
    this.#latest = new Float64Array(2 * this.#leaves).fill(-Infinity);
    for (const [index, { ends }] of occurrences.entries()) this.#latest[this.#leaves + index] = ends;
    for (let node = this.#leaves - 1; node > 0; node--) {
      this.#latest[node] = Math.max(this.#latest[2 * node]!, this.#latest[2 * node + 1]!);
    }
  }

  /** The index of the first that starts at the instant or later. */
  startingAt(instant: number): number {
    return firstIndex(this.occurrences, ({ starts }) => starts >= instant);
  }

  endedBy(instant: number): number {
    return firstIndex(this.#ends, (end) => end > instant);
  }

  nextEnd(instant: number): number {
    return this.#ends[this.endedBy(instant)] ?? Infinity;
  }

  /** Those before an index that have not ended by the instant. */
  running(before: number, instant: number, node = 1, from = 0, length = this.#leaves): Occurrence[] {
    if (from >= before || this.#latest[node]! <= instant) return [];
    if (length === 1) return [this.occurrences[from]!];
    const half = length / 2;
    return [
      ...this.running(before, instant, 2 * node, from, half),
      ...this.running(before, instant, 2 * node + 1, from + half, half),
    ];
  }
}

export function inOrder(a: Position, b: Position): number {
  return a.starts - b.starts || (a.id < b.id ? -1 : Number(a.id > b.id));
}

/** The first index at which the condition holds, found by halves: it holds for all later items too. Else the length. */
export function firstIndex<Item>(items: readonly Item[], isTrue: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isTrue(items[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
