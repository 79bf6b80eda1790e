import { getSystemErrorName } from "node:util";

/** The message of an error, or those of an AggregateError, which a host with several addresses gives. */
export function errorMessage(error: unknown): string {
  const { message, errors = [] } = error as Partial<AggregateError>;
  return message || errors.map(errorMessage).join("; ") || String(error);
}

/** The codes of an error, which Nodemailer spreads over several fields. Its message could contain a password. */
export function errorCode(error: unknown): string {
  const { code, errno, responseCode, command, message } = error as Record<string, unknown>;
  const systemCode = typeof errno === "number" ? getSystemErrorName(errno) : undefined;
  return [systemCode ?? code ?? message, command, responseCode].filter((part) => part !== undefined).join(" ");
}
