import type { Database, Row, Statement } from "./database.js";

const dependents = ["deliveries", "receipts", "event_notices"];

/**
 * Copies the submissions that the target lacks, with their waiting deliveries, in one transaction. Repeating it copies
 * only what is new, and nothing that was sent from the target. Resolves with the number of submissions copied.
 */
export async function copySubmissions(source: Database, target: Database): Promise<number> {
  const [submissions, ...others] = await source.run(
    ["submissions", ...dependents].map((table) => ({ sql: `SELECT * FROM ${table}`, values: [] })),
  );
  const [present] = await target.run([{ sql: "SELECT id, hash FROM submissions", values: [] }]);
  const ids = new Set(present!.map(({ id }) => id));
  const hashes = new Set(present!.map(({ hash }) => hash)); // unique, but the target can have the same content itself

  const missing = submissions!
    .filter(({ id }) => !ids.has(id!))
    .map((row) => ({ ...row, hash: hashes.has(row.hash!) ? null : row.hash! }));
  await target.run([
    ...missing.map((row) => insert("submissions", row)),
    ...dependents.flatMap((table, index) =>
      others[index]!.filter(({ submission_id: id }) => !ids.has(id!)).map((row) => insert(table, row)),
    ),
  ]);
  return missing.length;
}

/** The target can have sent a receipt to the same mailbox. */
function insert(table: string, row: Row): Statement {
  const names = Object.keys(row).join(", ");
  const values = Object.values(row);
  const conflict = table === "receipts" ? " ON CONFLICT DO NOTHING" : "";
  return { sql: `INSERT INTO ${table} (${names}) VALUES (${values.map(() => "?").join(", ")})${conflict}`, values };
}
