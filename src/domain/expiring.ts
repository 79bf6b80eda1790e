/** `validUntil` is in milliseconds since 1970 UTC, Infinity if the value never expires. */
export interface Expiring<Value> {
  readonly value: Value;
  readonly validUntil: number;
}

export const neverExpires = <Value>(value: Value): Expiring<Value> => ({ value, validUntil: Infinity });
