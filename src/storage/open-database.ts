import path from "node:path";
import type { Logger } from "pino";
import type { Database } from "./database.js";

/** PostgreSQL by its address, or a file in a folder, which may be given from `root`. The driver is loaded now, not before. */
export async function openDatabase(
  place: { readonly url: string } | { readonly folder: string },
  root: string,
  logger: Pick<Logger, "error">,
): Promise<Database> {
  if ("url" in place) return (await import("./postgres.js")).openPostgres(place.url, logger);
  return (await import("./libsql.js")).openLibsql(path.resolve(root, place.folder, "submissions.db"));
}
