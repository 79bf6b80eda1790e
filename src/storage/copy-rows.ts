import type { Database, Row, Statement } from "./database.js";

/**
 * Copies the submissions that the target lacks, with their waiting mails, in one transaction. Repeating it copies only
 * what is new, and no mail that was sent from the target. Resolves with the number of submissions copied.
 */
export async function copySubmissions(source: Database, target: Database): Promise<number> {
  const [submissions, mails] = await source.run([select("*", "submissions"), select("*", "outbox")]);
  const [present] = await target.run([select("id, hash", "submissions")]);
  const ids = new Set(present!.map(({ id }) => id));
  const hashes = new Set(present!.map(({ hash }) => hash)); // unique, but the target can have the same content itself

  const missing = submissions!
    .filter(({ id }) => !ids.has(id!))
    .map((row) => ({ ...row, hash: hashes.has(row.hash!) ? null : row.hash! }));
  const waiting = mails!.filter(({ submission_id: id }) => !ids.has(id!));
  await target.run([
    ...missing.map((row) => insert("submissions", row)),
    ...waiting.map((row) => insert("outbox", row)),
  ]);
  return missing.length;
}

const columns = {
  submissions: ["id", "form", "locale", "received_at", "suspected", "email", "fields", "hash"],
  outbox: ["submission_id", "attempts", "due_at"],
} as const;

type Table = keyof typeof columns;

function select(names: string, table: Table): Statement {
  return { sql: `SELECT ${names} FROM ${table}`, values: [] };
}

function insert(table: Table, row: Row): Statement {
  const names = columns[table];
  const places = names.map(() => "?").join(", ");
  return {
    sql: `INSERT INTO ${table} (${names.join(", ")}) VALUES (${places})`,
    values: names.map((name) => row[name]!),
  };
}
