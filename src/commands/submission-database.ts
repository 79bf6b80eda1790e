import { existsSync } from "node:fs";
import path from "node:path";
import { environment, readConfig } from "../config.js";
import { copyDatabaseFile } from "../storage/copy-file.js";
import { copySubmissions } from "../storage/copy-rows.js";
import { databaseFile } from "../storage/data-folder.js";
import type { Database } from "../storage/database.js";
import { type DatabaseLocation, lazyDatabase, openDatabase } from "../storage/open-database.js";
import { versionOf } from "../storage/schema.js";
import { type Command, UsageError } from "./submission-options.js";

/** Creates neither a file nor tables: empty ones in the wrong place would look as if nobody had sent anything. */
export function existingDatabase() {
  const { database: location } = readConfig();
  const name = location && nameOf(location);
  if (!location || ("folder" in location && !existsSync(name!)))
    throw new Error(`There is no ${name ?? "database"}. Set DATABASE_URL or DATA_DIR as for the site.`);
  const requireTables = async (database: Database) => {
    if ((await versionOf(database)) === 0)
      throw new Error(`${name} has no tables of the site. Set DATABASE_URL or DATA_DIR as for the site.`);
  };
  return { name, connect: () => openDatabase(location, requireTables) };
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

export const backup: Command = (_, argument) => copyFile(configuredFile(), path.resolve(argument));
export const restore: Command = (_, argument) => copyFile(path.resolve(argument), configuredFile());

async function copyFile(source: string, target: string): Promise<string> {
  await copyDatabaseFile(source, target);
  return `Copied ${source} to ${target}\n`;
}

export const copy: Command = async ({ to }) => {
  if (!to || !environment.shape.DATABASE_URL.safeParse(to).success)
    throw new UsageError("copy needs --to with an address like postgres://user:password@host:5432/name.");
  configuredFile();
  const source = lazyDatabase(existingDatabase().connect);
  const target = lazyDatabase(() => openDatabase({ url: to }));
  try {
    const copied = await copySubmissions(await source.open(), await target.open());
    return `Copied: ${copied}\n`;
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
};
