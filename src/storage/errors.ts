import { getSystemErrorName } from "node:util";

/** The message of an error, or those of an AggregateError, which a host with several addresses gives. */
export function errorMessage(error: unknown): string {
  const { message, errors = [] } = error as Partial<AggregateError>;
  return message || errors.map(errorMessage).join("; ") || String(error);
}

/**
 * The codes of an error, without its message, which may contain a password or a submission. Nodemailer spreads them
 * over several fields, and hides the system's code behind its own.
 */
export function errorCode(error: unknown): string {
  const { code, errno, responseCode, command, message } = error as Record<string, unknown>;
  const systemCode = typeof errno === "number" ? getSystemErrorName(errno) : undefined;
  return [systemCode ?? code ?? message, command, responseCode].filter((part) => part !== undefined).join(" ");
}
