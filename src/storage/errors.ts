import { getSystemErrorName } from "node:util";

/** By the codes of Node, SQLite and PostgreSQL, and by libsql's message if it could not open a file. */
const causes: readonly (readonly [RegExp, string])[] = [
  [/^(?:ENOSPC|EDQUOT|SQLITE_FULL|53100)/, "the disk is full"],
  [/^(?:EROFS|SQLITE_READONLY|25006)/, "the disk or the database is read-only"],
  [/^(?:EACCES|EPERM|SQLITE_PERM|42501)/, "this user has no permission"],
  [/^(?:ConnectionFailed|SQLITE_CANTOPEN)/, "the database file cannot be opened"],
  [/^SQLITE_(?:CORRUPT|NOTADB)/, "the file is damaged, or is no database"],
  [/^SQLITE_(?:BUSY|LOCKED)/, "another process has locked the database"],
  [/^(?:EIO|SQLITE_IOERR)/, "the disk cannot be read or written"],
];

function withCause(error: unknown, text: string): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const [, cause] = causes.find(([pattern]) => pattern.test(String(code || message))) ?? [];
  return cause ? `${cause}: ${text}` : text;
}

/** A host with several addresses gives an AggregateError. */
export function errorMessage(error: unknown): string {
  const { message, errors = [] } = error as Partial<AggregateError>;
  return withCause(error, message || errors.map(errorMessage).join("; ") || String(error));
}

/** Leaves out the message, which can contain a password or a submitted value. */
export function errorCode(error: unknown): string {
  const { code, errno, responseCode, command, message } = error as Record<string, unknown>;
  const systemCode = typeof errno === "number" ? getSystemErrorName(errno) : undefined;
  return withCause(
    error,
    [systemCode || code || message, command, responseCode].filter((part) => part !== undefined).join(" "),
  );
}
