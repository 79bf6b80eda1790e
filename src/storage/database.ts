import type { Instant } from "../text/wall-clock.js";

type Value = string | number | null;

/** SQL that SQLite and PostgreSQL share, with `?` for each value. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** Makes each value of a template a parameter; a statement in it becomes a part of the new one. */
export function sql(texts: TemplateStringsArray, ...given: (Value | Statement)[]): Statement {
  const parts = given.map((value) => (isStatement(value) ? value : { sql: "?", values: [value] }));
  return {
    sql: texts.reduce((before, text, index) => before + parts[index - 1]!.sql + text),
    values: parts.flatMap(({ values }) => values),
  };
}

function isStatement(given: Value | Statement): given is Statement {
  return given !== null && typeof given === "object";
}

/** Tables have times as texts that sort like the times. */
export function instant(time: Instant): string {
  return new Date(time).toISOString();
}

export type Row = Readonly<Record<string, Value>>;

export interface Database {
  /** One transaction; resolves with the rows of each statement when they are on disk. */
  run(statements: readonly Statement[]): Promise<Row[][]>;
  /** Whether it was deleted or replaced, so that what is written to it would be lost: it must be opened again. */
  isReplaced(): boolean;
  /** The names of its tables, as rows. */
  readonly selectTables: string;
  /** The room that deleted rows have left does not count. */
  usedBytes(): Promise<number>;
  /** Deleted rows can otherwise stay readable in the database's files. */
  purgeDeleted(): Promise<void>;
  close(): Promise<void>;
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

  /** All statements in one transaction, or none. */
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
