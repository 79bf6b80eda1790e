/** A statement with `?` for each of its values, in the SQL that SQLite and PostgreSQL share. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly (string | number | null)[];
}

export type Row = Readonly<Record<string, string | number | null>>;

/** A SQL database. All methods reject with the driver's error, and with DatabaseReplaced if it must be reopened. */
export interface Database {
  /** Runs the statements in one transaction. Resolves with the rows of each when they are on disk. */
  run(statements: readonly Statement[]): Promise<Row[][]>;
  /** Brings the schema up to date, also while other processes do. A newer schema stays as it is. */
  migrate(migrations: readonly Migration[]): Promise<void>;
  /** Removes deleted rows from the database's own files, as far as it can. */
  purgeDeleted(): Promise<void>;
  close(): Promise<void>;
}

export class DatabaseReplaced extends Error {
  constructor(cause?: unknown) {
    super("The database was deleted or replaced", { cause });
    this.name = "DatabaseReplaced";
  }
}

export type Migration = readonly string[];
