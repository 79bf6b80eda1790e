/** Makes the value at the first call. If that fails, the next call makes it again. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** Makes the value again when the source has changed. */
export function madeFrom<Source, Value>(source: () => Source, make: (source: Source) => Value): () => Value {
  let made: { source: Source; value: Value } | undefined;
  return () => {
    const current = source();
    if (made?.source !== current) made = { source: current, value: make(current) };
    return made.value;
  };
}
