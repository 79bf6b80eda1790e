import { databaseFile } from "./data-folder.js";
import { type Database, DatabaseReplaced } from "./database.js";
import { createTables } from "./schema.js";

export type DatabaseLocation = { readonly url: string } | { readonly folder: string };

export async function openDatabase(location: DatabaseLocation, prepareTables = createTables): Promise<Database> {
  const database =
    "url" in location
      ? (await import("./postgres.js")).openPostgres(location.url)
      : await (await import("./libsql.js")).openLibsql(databaseFile(location.folder));
  try {
    await prepareTables(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Opens when first used, and again after a failure or when the database was replaced. */
export function lazyDatabase(connect: () => Promise<Database>) {
  let opening: Promise<Database> | undefined;
  const open = () => {
    opening ??= connect().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  /** Never rejects. */
  const close = async () => {
    const closing = opening;
    opening = undefined;
    await closing?.then((database) => database.close()).catch(() => {});
  };

  return {
    open,
    close,

    async use<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
      const used = open();
      try {
        return await work(await used);
      } catch (error) {
        if (!(error instanceof DatabaseReplaced)) throw error;
        if (opening === used) await close();
        return work(await open());
      }
    },
  };
}
