/** SQL that SQLite and PostgreSQL share, with `?` for each value. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly (string | number | null)[];
}

export type Row = Readonly<Record<string, string | number | null>>;

/** All methods reject with the driver's error, or with DatabaseReplaced if it must be reopened. */
export interface Database {
  /** One transaction; resolves with the rows of each statement when they are on disk. */
  run(statements: readonly Statement[]): Promise<Row[][]>;
  /** The names of its tables, as rows. */
  readonly selectTables: string;
  /** Without the room that deleted rows have left. */
  usedBytes(): Promise<number>;
  /** Deleted rows can otherwise stay readable in the database's files. */
  purgeDeleted(): Promise<void>;
  close(): Promise<void>;
}

export class DatabaseReplaced extends Error {
  override readonly message = "The database was deleted or replaced";
}
