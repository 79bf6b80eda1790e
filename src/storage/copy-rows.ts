import { type Database, type Row, type Statement, sql } from "./database.js";

const dependents = ["deliveries", "receipts", "event_notices"];

/**
 * Copies the submissions that the target lacks, with their waiting deliveries, in one transaction. Repeating it copies
 * only what is new, and nothing that was sent from the target. Resolves with the number of submissions copied.
 */
export async function copySubmissions(source: Database, target: Database): Promise<number> {
  const selects = ["submissions", ...dependents].map((table) => ({ sql: `SELECT * FROM ${table}`, values: [] }));
  const [submissions, ...rowsOfDependents] = await source.run(selects);
  const [known] = await target.run([sql`SELECT id, hash FROM submissions`]);
  const ids = new Set(known!.map(({ id }) => id));
  const hashes = new Set(known!.map(({ hash }) => hash)); // unique, but the target can have the same content itself

  const lacking = submissions!.filter(({ id }) => !ids.has(id!));
  const inserts = lacking.map((row) =>
    insert("submissions", { ...row, hash: hashes.has(row.hash!) ? null : row.hash! }),
  );
  for (const [index, table] of dependents.entries())
    for (const row of rowsOfDependents[index]!) if (!ids.has(row.submission_id!)) inserts.push(insert(table, row));
  await target.run(inserts);
  return lacking.length;
}

/** The target can have sent a receipt to the same mailbox. */
function insert(table: string, row: Row): Statement {
  const names = Object.keys(row).join(", ");
  const values = Object.values(row);
  const conflict = table === "receipts" ? " ON CONFLICT DO NOTHING" : "";
  return { sql: `INSERT INTO ${table} (${names}) VALUES (${values.map(() => "?").join(", ")})${conflict}`, values };
}
