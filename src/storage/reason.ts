/** What went wrong, in words. Where a host has two addresses and neither answers, each has its own. */
export function reasonOf(error: unknown): string {
  const { message, errors = [] } = error as Partial<AggregateError>;
  return message || errors.map(reasonOf).join("; ") || String(error);
}

/** What went wrong, by its code: the text may repeat an address with its password, or what was to be kept. */
export function codeOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return code ?? message ?? "unknown";
}
