import { randomUUID } from "node:crypto";
import { closeSync, existsSync, fsyncSync, lstatSync, openSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import LibSQL from "libsql";
import { createFolder } from "./data-folder.js";
import { type LazyDatabase, type Row, type Statement, sql } from "./database.js";
import { errorMessage } from "./errors.js";
import { retryWhileBusy } from "./libsql.js";

/** Copies a SQLite file, also while others write to it. Never overwrites a file; resolves when the copy is on disk. */
export async function copyDatabaseFile(source: string, target: string): Promise<void> {
  if (!existsSync(source)) throw new Error(`There is no ${source}.`); // opening it would create it
  for (const taken of [target, `${target}-wal`, `${target}-journal`]) // SQLite would replay the log of another database
    if (lstatSync(taken, { throwIfNoEntry: false })) throw new Error(`${taken} exists already. Nothing was copied.`);

  createFolder(path.dirname(target));
  // An interrupted copy is not taken for a whole one, and nobody can have put a file or link of that name there.
  const partial = `${target}.${randomUUID()}.partial`;
  const descriptor = openSync(partial, "wx", 0o600);
  try {
    await vacuumInto(partial, source);
    fsyncSync(descriptor); // VACUUM INTO does not
    renameSync(partial, target);
  } catch (error) {
    throw new Error(`Could not copy ${source}: ${errorMessage(error)}. Nothing was copied.`);
  } finally {
    closeSync(descriptor);
    rmSync(partial, { force: true });
  }
}

async function vacuumInto(target: string, source: string): Promise<void> {
  const database = new LibSQL(source, { timeout: 0 });
  try {
    if (!(await retryWhileBusy(() => hasSubmissions(database)))) throw new Error("it has no submissions of this site");
    await retryWhileBusy(() => database.prepare("VACUUM INTO ?").run(target));
  } finally {
    database.close();
  }
}

const hasSubmissions = (database: LibSQL.Database) =>
  database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'submissions'").get() !== undefined;

const dependents = ["deliveries", "claims", "notices"];

/**
 * Copies the submissions that the target lacks, with their waiting deliveries, in one transaction. Repeating it copies
 * only what is new, and nothing that was sent from the target. Resolves with the number of submissions copied.
 */
export async function copySubmissions(source: LazyDatabase, target: LazyDatabase): Promise<number> {
  const selects = ["submissions", ...dependents].map((table) => ({ sql: `SELECT * FROM ${table}`, values: [] }));
  const [submissions = [], ...rowsOfDependents] = await source.run(selects);
  const known = await target.query(sql`SELECT id, hash FROM submissions`);
  const ids = new Set<unknown>(known.map(({ id }) => id));
  const hashes = new Set<unknown>(known.map(({ hash }) => hash)); // unique, but the target can have the same content itself

  const lacking = submissions.filter(({ id }) => !ids.has(id));
  const inserts = lacking.map((row) => insert("submissions", hashes.has(row.hash) ? { ...row, hash: null } : row));
  for (const [index, table] of dependents.entries())
    for (const row of rowsOfDependents[index] ?? []) if (!ids.has(row.submission_id)) inserts.push(insert(table, row));
  await target.run(inserts);
  return lacking.length;
}

/** The target can have sent a receipt to the same mailbox, or something about the same date. */
function insert(table: string, row: Row): Statement {
  const names = Object.keys(row).join(", ");
  const values = Object.values(row);
  const conflict = table === "claims" ? " ON CONFLICT DO NOTHING" : "";
  return { sql: `INSERT INTO ${table} (${names}) VALUES (${values.map(() => "?").join(", ")})${conflict}`, values };
}
