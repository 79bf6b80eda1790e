import { existsSync } from "node:fs";
import path from "node:path";
import { readConfig } from "../config.js";
import { environment } from "../environment.js";
import { copyDatabaseFile } from "../storage/copy-file.js";
import { copySubmissions } from "../storage/copy-rows.js";
import type { Database } from "../storage/database.js";
import { lazyDatabase } from "../storage/lazy-database.js";
import { type DatabaseLocation, databaseFile, openDatabase } from "../storage/open-database.js";
import { type Command, UsageError } from "./submission-options.js";

/** An empty file created in the wrong place would look as if nobody had sent anything. */
export function existingLocation(): DatabaseLocation {
  const { database } = readConfig();
  const file = database && "folder" in database ? databaseFile(database.folder) : undefined;
  if (!database || (file && !existsSync(file)))
    throw new Error(`There is no ${file ?? "database"}. Set DATABASE_URL or DATA_DIR as for the site.`);
  return database;
}

/** Backups and copies are made of a file; PostgreSQL has pg_dump. */
function configuredFile(): string {
  const { database } = readConfig();
  if (!database) throw new Error("Set DATA_DIR as for the site.");
  if ("url" in database)
    throw new Error("DATABASE_URL is set. Use pg_dump and pg_restore for PostgreSQL, or unset it to use DATA_DIR.");
  return databaseFile(database.folder);
}

function open(location: DatabaseLocation): Promise<Database> {
  return openDatabase(location, { info() {}, error() {} });
}

/** Creates no tables, so that a wrong DATABASE_URL is noticed. */
export async function openExisting(location: DatabaseLocation): Promise<Database> {
  const database = await open(location);
  try {
    if ((await database.schemaVersion()) > 0) return database;
    throw new Error(`${nameOf(location)} has no tables of the site. Set DATABASE_URL or DATA_DIR as for the site.`);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Without user and password. */
export function nameOf(location: DatabaseLocation): string {
  if ("folder" in location) return databaseFile(location.folder);
  const { protocol, host, pathname } = new URL(location.url);
  return `${protocol}//${host}${pathname}`;
}

export const backup: Command = (_, argument) => copyFile(configuredFile(), path.resolve(argument));
export const restore: Command = (_, argument) => copyFile(path.resolve(argument), configuredFile());

export const copy: Command = async ({ to }) => {
  if (!to || !environment.shape.DATABASE_URL.safeParse(to).success)
    throw new UsageError("copy needs --to with an address like postgres://user:password@host:5432/name.");
  configuredFile();
  const location = existingLocation();
  const source = lazyDatabase(() => openExisting(location));
  const target = lazyDatabase(() => open({ url: to }));
  try {
    const copied = await copySubmissions(await source.open(), await target.open());
    return `Copied: ${copied}\n`;
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
};

async function copyFile(source: string, target: string): Promise<string> {
  await copyDatabaseFile(source, target);
  return `Copied ${source} to ${target}\n`;
}
