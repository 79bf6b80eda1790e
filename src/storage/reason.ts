/** What went wrong, in words. Where a host has two addresses and neither answers, each has its own. */
export function reasonOf(error: unknown): string {
  const { message, errors = [] } = error as Partial<AggregateError>;
  return message || errors.map(reasonOf).join("; ") || String(error);
}
