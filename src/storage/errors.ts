import { getSystemErrorName } from "node:util";

/** A host with several addresses gives an AggregateError. */
export function errorMessage(error: unknown): string {
  const { message, errors = [] } = error as Partial<AggregateError>;
  return message || errors.map(errorMessage).join("; ") || String(error);
}

/** Nodemailer spreads codes over several fields, and its message can contain a password. */
export function errorCode(error: unknown): string {
  const { code, errno, responseCode, command, message } = error as Record<string, unknown>;
  const systemCode = typeof errno === "number" ? getSystemErrorName(errno) : undefined;
  return [systemCode ?? code ?? message, command, responseCode].filter((part) => part !== undefined).join(" ");
}
