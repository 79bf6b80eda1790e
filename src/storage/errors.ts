import { getSystemErrorName } from "node:util";

/** By the codes of Node, OpenSSL, SQLite, PostgreSQL and clients of servers, and by libsql's message if it could not open a file. */
const causes: readonly (readonly [RegExp, string])[] = [
  [/^(?:ENOSPC|EDQUOT|SQLITE_FULL|53100)/, "the disk is full"],
  [/^(?:EROFS|SQLITE_READONLY|25006)/, "the disk or the database is read-only"],
  [/^(?:EACCES|EPERM|SQLITE_PERM|42501)/, "this user has no permission"],
  [/^(?:ConnectionFailed|SQLITE_CANTOPEN)/, "the database file cannot be opened"],
  [/^SQLITE_(?:CORRUPT|NOTADB)/, "the file is damaged, or is no database"],
  [/^SQLITE_(?:BUSY|LOCKED)/, "another process has locked the database"],
  [/^(?:EIO|SQLITE_IOERR)/, "the disk cannot be read or written"],
  [/^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)/, "the server's certificate is self-signed"],
  [/^UNABLE_TO_(?:GET_ISSUER_CERT|VERIFY_LEAF)/, "the issuer of the server's certificate is not known"],
  [/^ERR_TLS_CERT_ALTNAME_INVALID/, "the server's certificate is for another host name"],
  [/^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)/, "the server's certificate is not valid today"],
  [
    /^(?:EPROTO\b|ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG))/,
    "the server does not begin with TLS at this port",
  ],
  [/^(?:EAUTH|28P01)/, "the server rejects the user or the password"],
  [/^SMTPUTF8/, "the server does not take this address, perhaps because of letters such as å before the @"],
  [/^28000/, "the server rejects the user, or a connection without TLS (sslmode)"],
  [/^3D000/, "the server has no such database"],
];

function withCause(error: unknown, text: string): string {
  const known = codeOf(error) || (error as Error).message;
  const [, cause] = causes.find(([pattern]) => pattern.test(String(known))) ?? [];
  return cause ? `${cause}: ${text}` : text;
}

/** Some clients replace the code of Node or OpenSSL by one of their own, and keep it beside. */
function codeOf(error: unknown): unknown {
  const { code, errno, originalCode } = error as Record<string, unknown>;
  return typeof errno === "number" ? getSystemErrorName(errno) : originalCode || code;
}

/** A host with several addresses gives an AggregateError. */
export function errorMessage(error: unknown): string {
  const { message, errors = [] } = error as Partial<AggregateError>;
  return withCause(error, message || errors.map(errorMessage).join("; ") || String(error));
}

/** Leaves out the message, which can contain a password or a submitted value. */
export function errorCode(error: unknown): string {
  const { responseCode, command, message } = error as Record<string, unknown>;
  const parts = [codeOf(error) || message, command, responseCode];
  return withCause(error, parts.filter((part) => part !== undefined).join(" "));
}
