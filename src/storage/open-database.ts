import { databaseFile } from "./data-folder.js";
import type { Database, Row, Statement } from "./database.js";
import { prepareTables } from "./schema.js";

export type DatabaseLocation = { readonly url: string } | { readonly folder: string };

export async function openDatabase(location: DatabaseLocation, prepare = prepareTables): Promise<Database> {
  const database =
    "url" in location
      ? (await import("./postgres.js")).openPostgres(location.url)
      : await (await import("./libsql.js")).openLibsql(databaseFile(location.folder));
  try {
    await prepare(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Opens when first used, and again after a failure or when the database was replaced. */
export class LazyDatabase {
  readonly #connect: () => Promise<Database>;
  #opening: Promise<Database> | undefined;
  #opened: Database | undefined;

  constructor(connect: () => Promise<Database>) {
    this.#connect = connect;
  }

  async open(): Promise<Database> {
    if (this.#opened?.isReplaced()) await this.close();
    if (this.#opened) return this.#opened; // at once, so that what is called before a close comes before it
    this.#opening ??= this.#connect();
    const opening = this.#opening;
    try {
      const database = await opening;
      if (this.#opening === opening) this.#opened = database;
      return database;
    } catch (error) {
      if (this.#opening === opening) this.#opening = undefined;
      throw error;
    }
  }

  async run(statements: readonly Statement[]): Promise<Row[][]> {
    return (await this.open()).run(statements);
  }

  async query<Columns = Row>(statement: Statement): Promise<Columns[]> {
    const [rows = []] = await this.run([statement]);
    return rows as Columns[];
  }

  /** Never rejects. */
  async close(): Promise<void> {
    const closing = this.#opening;
    this.#opening = undefined;
    this.#opened = undefined;
    await closing?.then((database) => database.close()).catch(() => {});
  }
}
