import { type Database, DatabaseReplaced, type Row, type Statement } from "./database.js";
import { migrations } from "./schema.js";

/** Opens when first used, and again after a failure or when the file was replaced. */
export function lazyDatabase(connect: () => Promise<Database>) {
  let opening: Promise<Database> | undefined;

  const openAndMigrate = async () => {
    const database = await connect();
    await database.migrate(migrations).catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
    return database;
  };
  const open = () => {
    opening ??= openAndMigrate().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  const use = async <Result>(work: (database: Database) => Promise<Result>): Promise<Result> => {
    const used = open();
    try {
      return await work(await used);
    } catch (error) {
      if (!(error instanceof DatabaseReplaced)) throw error;
      if (opening === used) {
        opening = undefined;
        await (await used).close();
      }
      return work(await open());
    }
  };

  return {
    open,
    run: (...statements: Statement[]): Promise<Row[][]> => use((database) => database.run(statements)),
    usedBytes: () => use((database) => database.usedBytes()),

    async close() {
      const database = await opening?.catch(() => undefined);
      opening = undefined;
      await database?.close();
    },
  };
}
