import { existsSync } from "node:fs";
import path from "node:path";
import { pino } from "pino";
import { readConfig } from "../config.js";
import type { Database } from "../storage/database.js";
import { type DatabaseLocation, databaseFile, openDatabase } from "../storage/open-database.js";
import { UsageError } from "./submission-options.js";

/** Importing root from services.ts would load the whole site. */
const root = path.resolve(import.meta.dirname, "../..");

/** An empty file created in the wrong place would look as if nobody had sent anything. */
export function existingLocation(): DatabaseLocation {
  const { database } = readConfig();
  const file = database && "folder" in database ? databaseFile(database.folder, root) : undefined;
  if (!database || (file && !existsSync(file)))
    throw new UsageError(`There is no ${file ?? "database"}. Set DATABASE_URL or DATA_DIR as for the site.`);
  return database;
}

/** Backups and copies are made of a file; PostgreSQL has pg_dump. */
export function configuredFile(): string {
  const { database } = readConfig();
  if (!database) throw new UsageError("Set DATA_DIR as for the site.");
  if ("url" in database)
    throw new UsageError(
      "DATABASE_URL is set. Use pg_dump and pg_restore for PostgreSQL, or unset it to use DATA_DIR.",
    );
  return databaseFile(database.folder, root);
}

export function open(location: DatabaseLocation): Promise<Database> {
  return openDatabase(location, root, pino({ level: "silent" }));
}

/** Creates no tables, so that a wrong DATABASE_URL is noticed. */
export async function openExisting(location: DatabaseLocation): Promise<Database> {
  const database = await open(location);
  try {
    if ((await database.schemaVersion()) > 0) return database;
    throw new UsageError(
      `${nameOf(location)} has no tables of the site. Set DATABASE_URL or DATA_DIR as for the site.`,
    );
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Without user and password. */
export function nameOf(location: DatabaseLocation): string {
  if ("folder" in location) return databaseFile(location.folder, root);
  const { protocol, host, pathname } = new URL(location.url);
  return `${protocol}//${host}${pathname}`;
}
