import { existsSync } from "node:fs";
import path from "node:path";
import { environment, readConfig } from "../config.js";
import { copyDatabaseFile, copySubmissions } from "../storage/copies.js";
import { databaseFile } from "../storage/data-folder.js";
import { type Database, LazyDatabase } from "../storage/database.js";
import { type DatabaseLocation, openDatabase, prepareTables, versionOf } from "../storage/schema.js";
import { UsageError, type Values } from "./submission-options.js";

/** Creates neither a file nor its first tables: empty ones in the wrong place would look as if nobody had sent anything. */
export async function openExisting(): Promise<Database> {
  const { database: location } = readConfig();
  const name = location ? nameOf(location) : "database";
  if (!location || ("folder" in location && !existsSync(name)))
    throw new Error(`There is no ${name}. Set DATABASE_URL or DATA_DIR as for the site.`);
  process.stderr.write(`Database: ${name}\n`); // not on stdout, which an export can be written from
  return openDatabase(location, async (database) => {
    if ((await versionOf(database)) === 0)
      throw new Error(`${name} has no tables of the site. Set DATABASE_URL or DATA_DIR as for the site.`);
    await prepareTables(database);
  });
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
  return copyFile(configuredFile(), path.resolve(file));
}

export function restore(_: Values, file: string): Promise<string> {
  return copyFile(path.resolve(file), configuredFile());
}

async function copyFile(source: string, target: string): Promise<string> {
  await copyDatabaseFile(source, target);
  return `Copied ${source} to ${target}\n`;
}

export async function copy({ to }: Values): Promise<string> {
  if (!to || !environment.shape.DATABASE_URL.safeParse(to).success)
    throw new UsageError("copy needs --to with an address like postgres://user:password@host:5432/name.");
  configuredFile();
  const source = new LazyDatabase(openExisting);
  const target = new LazyDatabase(() => openDatabase({ url: to }));
  try {
    return `Copied: ${await copySubmissions(source, target)}\n`;
  } finally {
    await source.close();
    await target.close();
  }
}
