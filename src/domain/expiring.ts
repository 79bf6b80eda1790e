import type { Instant } from "./wall-clock.js";

export interface Expiring<Value> {
  readonly value: Value;
  readonly validUntil: Instant;
}

export const neverExpires = <Value>(value: Value): Expiring<Value> => ({ value, validUntil: Infinity });
