import type { Database, Row, Statement } from "./database.js";
import { channelTables } from "./delivery-queue.js";

const submissionColumns = ["id", "form", "locale", "received_at", "suspected", "email", "fields", "hash"];
const queueColumns = ["submission_id", "attempts", "due_at"];
const queues = Object.values(channelTables);

/**
 * Copies the submissions that the target lacks, with their waiting deliveries, in one transaction. Repeating it copies
 * only what is new, and nothing that was sent from the target. Resolves with the number of submissions copied.
 */
export async function copySubmissions(source: Database, target: Database): Promise<number> {
  const [submissions, ...waiting] = await source.run(["submissions", ...queues].map((table) => select("*", table)));
  const [present] = await target.run([select("id, hash", "submissions")]);
  const ids = new Set(present!.map(({ id }) => id));
  const hashes = new Set(present!.map(({ hash }) => hash)); // unique, but the target can have the same content itself

  const missing = submissions!
    .filter(({ id }) => !ids.has(id!))
    .map((row) => ({ ...row, hash: hashes.has(row.hash!) ? null : row.hash! }));
  await target.run([
    ...missing.map((row) => insert("submissions", submissionColumns, row)),
    ...queues.flatMap((table, index) =>
      waiting[index]!.filter(({ submission_id: id }) => !ids.has(id!)).map((row) => insert(table, queueColumns, row)),
    ),
  ]);
  return missing.length;
}

function select(names: string, table: string): Statement {
  return { sql: `SELECT ${names} FROM ${table}`, values: [] };
}

function insert(table: string, names: readonly string[], row: Row): Statement {
  const places = names.map(() => "?").join(", ");
  return {
    sql: `INSERT INTO ${table} (${names.join(", ")}) VALUES (${places})`,
    values: names.map((name) => row[name]!),
  };
}
