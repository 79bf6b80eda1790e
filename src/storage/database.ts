type Value = string | number | null;

/** SQL that SQLite and PostgreSQL share, with `?` for each value. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** Writes each value of a template as a parameter. */
export function sql(texts: TemplateStringsArray, ...values: Value[]): Statement {
  return { sql: texts.join("?"), values };
}

export type Row = Readonly<Record<string, Value>>;

export interface Database {
  /** One transaction; resolves with the rows of each statement when they are on disk. */
  run(statements: readonly Statement[]): Promise<Row[][]>;
  /** Whether it was deleted or replaced, so that what is written to it would be lost: it must be opened again. */
  isReplaced(): boolean;
  /** The names of its tables, as rows. */
  readonly selectTables: string;
  /** Without the room that deleted rows have left. */
  usedBytes(): Promise<number>;
  /** Deleted rows can otherwise stay readable in the database's files. */
  purgeDeleted(): Promise<void>;
  close(): Promise<void>;
}
