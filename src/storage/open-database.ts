import { accessSync, constants, existsSync, mkdtempSync, rmdirSync } from "node:fs";
import path from "node:path";
import type { Logger } from "pino";
import { createFolder } from "./create-folder.js";

/** The folder is absolute. */
export type DatabaseLocation = { readonly url: string } | { readonly folder: string };

export function databaseFile(folder: string): string {
  return path.join(folder, "submissions.db");
}

/** Throws if the database is a file that cannot be written, or created. */
export function requireWritable(location: DatabaseLocation): void {
  if ("url" in location) return;
  const { folder } = location;
  const file = databaseFile(folder);
  createFolder(folder);
  if (existsSync(file)) accessSync(file, constants.W_OK);
  // SQLite creates files beside the database. Write permission is not enough: nobody can create a file in /proc.
  try {
    rmdirSync(mkdtempSync(path.join(folder, ".writable-")));
  } catch (error) {
    if (!["ENOSPC", "EDQUOT"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error; // space can come back
  }
}

export async function openDatabase(location: DatabaseLocation, logger: Pick<Logger, "info" | "error">) {
  if ("url" in location) return (await import("./postgres.js")).openPostgres(location.url, logger);
  return (await import("./libsql.js")).openLibsql(databaseFile(location.folder));
}
