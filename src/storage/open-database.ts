import path from "node:path";
import type { Logger } from "pino";
import type { Database } from "./database.js";

export type DatabaseLocation = { readonly url: string } | { readonly folder: string };

export function databaseFile(folder: string, root: string): string {
  return path.resolve(root, folder, "submissions.db");
}

export async function openDatabase(
  location: DatabaseLocation,
  root: string,
  logger: Pick<Logger, "error">,
): Promise<Database> {
  if ("url" in location) return (await import("./postgres.js")).openPostgres(location.url, logger);
  return (await import("./libsql.js")).openLibsql(databaseFile(location.folder, root));
}
