import { randomUUID } from "node:crypto";
import { closeSync, existsSync, fsyncSync, lstatSync, openSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import LibSQL from "libsql";
import { environment, readConfig } from "../config.js";
import {
  connect,
  createFolder,
  type Database,
  type DatabaseLocation,
  databaseFile,
  type Row,
  retryWhileBusy,
  type Statement,
  sql,
} from "../storage/database.js";
import { errorMessage } from "../storage/errors.js";
import { openDatabase, versionOf } from "../storage/schema.js";
import { UsageError, type Values } from "./submission-lists.js";

/** Creates neither a file nor its first tables: empty ones in the wrong place would look as if nobody had sent anything. */
export async function openExisting(): Promise<Database> {
  const { database: location } = readConfig();
  const name = location ? nameOf(location) : "database";
  if (!location || ("folder" in location && !existsSync(name)))
    throw new Error(`There is no ${name}. Set DATABASE_URL or DATA_DIR as for the site.`);
  process.stderr.write(`Database: ${name}\n`); // not on stdout, which an export can be written from
  const database = await connect(location);
  const version = await versionOf(database).finally(() => database.close());
  if (version > 0) return openDatabase(location);
  throw new Error(`${name} has no tables of the site. Set DATABASE_URL or DATA_DIR as for the site.`);
}

/** Without user and password. */
function nameOf(location: DatabaseLocation): string {
  if ("folder" in location) return databaseFile(location.folder);
  const { protocol, host, pathname, searchParams } = new URL(location.url);
  return `${protocol}//${searchParams.get("host") ?? host}${pathname}`;
}

/** Backups and copies are made of a file; PostgreSQL has pg_dump. */
function configuredFile(): string {
  const { database } = readConfig();
  if (!database) throw new Error("Set DATA_DIR as for the site.");
  if ("url" in database)
    throw new Error("DATABASE_URL is set. Use pg_dump and pg_restore for PostgreSQL, or unset it to use DATA_DIR.");
  return databaseFile(database.folder);
}

export function backup(_: Values, file: string): Promise<string> {
  return copyDatabaseFile(configuredFile(), path.resolve(file));
}

export function restore(_: Values, file: string): Promise<string> {
  return copyDatabaseFile(path.resolve(file), configuredFile());
}

/** Copies a SQLite file, also while others write to it. Never overwrites a file; resolves when the copy is on disk. */
export async function copyDatabaseFile(source: string, target: string): Promise<string> {
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
    return `Copied ${source} to ${target}\n`;
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
    const select = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'submissions'";
    const isOfSite = await retryWhileBusy(() => database.prepare(select).get() !== undefined);
    if (!isOfSite) throw new Error("it has no submissions of this site");
    await retryWhileBusy(() => database.prepare("VACUUM INTO ?").run(target));
  } finally {
    database.close();
  }
}

export async function copy({ to }: Values): Promise<string> {
  if (!to || !environment.shape.DATABASE_URL.safeParse(to).success)
    throw new UsageError("copy needs --to with an address like postgres://user:password@host:5432/name.");
  configuredFile();
  const source = await openExisting();
  const target = await openDatabase({ url: to });
  const copying = copySubmissions(source, target).finally(() => Promise.all([source.close(), target.close()]));
  return `Copied: ${await copying}\n`;
}

/**
 * Copies the submissions that the target lacks, with their waiting deliveries, in one transaction. Repeating it copies
 * only what is new, and nothing that was sent from the target. Resolves with the number of submissions copied.
 */
export async function copySubmissions(source: Database, target: Database): Promise<number> {
  const dependents = ["deliveries", "claims", "notices"];
  const selects = ["submissions", ...dependents].map((table) => ({ sql: `SELECT * FROM ${table}`, values: [] }));
  const [submissions = [], ...rowsOfDependents] = await source.run(selects);
  const [known = []] = await target.run([sql`SELECT id, hash FROM submissions`]);
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
