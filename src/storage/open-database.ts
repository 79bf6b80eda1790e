import path from "node:path";
import type { Logger } from "pino";
import type { Database } from "./database.js";

/** A PostgreSQL server, or a folder of this machine. */
export type DatabasePlace = { readonly url: string } | { readonly folder: string };

/** The database file in a folder, which may be relative to `root`. */
export function fileIn(folder: string, root: string): string {
  return path.resolve(root, folder, "submissions.db");
}

/** PostgreSQL by its address, or the file in a folder. The driver is loaded now, not before. */
export async function openDatabase(
  place: DatabasePlace,
  root: string,
  logger: Pick<Logger, "error">,
): Promise<Database> {
  if ("url" in place) return (await import("./postgres.js")).openPostgres(place.url, logger);
  return (await import("./libsql.js")).openLibsql(fileIn(place.folder, root));
}
