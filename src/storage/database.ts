/** One statement, with `?` for each of its values. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly (string | number | null)[];
}

export type Row = Readonly<Record<string, string | number | null>>;

/**
 * A SQL database. Its statements are those that SQLite and PostgreSQL both know.
 *
 * Errors  whatever its driver throws: it may be away, now and at any other moment. DatabaseReplaced when it has to be
 *         opened anew.
 */
export interface Database {
  /** Runs the statements in order, all or none of them, and gives the rows of each; what is written is then on disk. */
  run(statements: readonly Statement[]): Promise<Row[][]>;
  /** Brings the schema up to date; safe while other processes do the same. One that is newer is left as it is. */
  migrate(migrations: readonly Migration[]): Promise<void>;
  /** Makes what has been deleted unreadable in the database's own files, as far as it can. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

/** The database is gone, or another has taken its place; nothing was written. */
export class DatabaseReplaced extends Error {
  constructor(cause?: unknown) {
    super("The database has been taken away or replaced", { cause });
    this.name = "DatabaseReplaced";
  }
}

/** The statements that turn one version of the schema into the next. */
export type Migration = readonly string[];
