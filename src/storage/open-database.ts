import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import type { Logger } from "pino";
import type { Database } from "./database.js";

export type DatabaseLocation = { readonly url: string } | { readonly folder: string };

export function databaseFile(folder: string, root: string): string {
  return path.resolve(root, folder, "submissions.db");
}

/** Throws if the database is a file that cannot be written, or created. */
export function requireWritable(location: DatabaseLocation, root: string): void {
  if ("url" in location) return;
  const file = databaseFile(location.folder, root);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  accessSync(existsSync(file) ? file : path.dirname(file), constants.W_OK);
}

export async function openDatabase(
  location: DatabaseLocation,
  root: string,
  logger: Pick<Logger, "info" | "error">,
): Promise<Database> {
  if ("url" in location) return (await import("./postgres.js")).openPostgres(location.url, logger);
  return (await import("./libsql.js")).openLibsql(databaseFile(location.folder, root));
}
