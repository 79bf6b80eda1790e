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

  return {
    open,

    async run(...statements: Statement[]): Promise<Row[][]> {
      const used = open();
      try {
        return await (await used).run(statements);
      } catch (error) {
        if (!(error instanceof DatabaseReplaced)) throw error;
        if (opening === used) {
          opening = undefined;
          await (await used).close();
        }
        return (await open()).run(statements);
      }
    },

    async close() {
      const database = await opening?.catch(() => undefined);
      opening = undefined;
      await database?.close();
    },
  };
}
