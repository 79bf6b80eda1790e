/** A value, and until when it holds: milliseconds since 1970 UTC, or Infinity if it never expires. */
export interface Expiring<Value> {
  readonly value: Value;
  readonly validUntil: number;
}

export const forever = <Value>(value: Value): Expiring<Value> => ({ value, validUntil: Infinity });
