import { getSystemErrorName } from "node:util";

/** What went wrong, in words. Where a host has two addresses and neither answers, each has its own. */
export function reasonOf(error: unknown): string {
  const { message, errors = [] } = error as Partial<AggregateError>;
  return message || errors.map(reasonOf).join("; ") || String(error);
}

/**
 * What went wrong, in codes only: an error's text may repeat an address with its password, or what was to be kept or
 * sent. Nodemailer spreads them over several fields, and hides the system's behind one of its own.
 */
export function codeOf(error: unknown): string {
  const { code, errno, responseCode, command, message } = error as Record<string, unknown>;
  const ofSystem = typeof errno === "number" ? getSystemErrorName(errno) : undefined;
  return [ofSystem ?? code ?? message, command, responseCode].filter((part) => part !== undefined).join(" ");
}
