/** SQLite in a file and PostgreSQL, as one kind of database. */
import * as fs from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Instant } from "../text/wall-clock.js";
import { errorMessage } from "./errors.js";

type Value = string | number | null;

/** SQL that SQLite and PostgreSQL share, with `?` for each value. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** Makes each value of a template a parameter; a statement in it becomes a part of the new one. */
export function sql(texts: TemplateStringsArray, ...given: (Value | Statement)[]): Statement {
  const parts = given.map((value) =>
    typeof value === "object" && value !== null ? value : { sql: "?", values: [value] },
  );
  return {
    sql: texts.reduce((before, text, index) => before + parts[index - 1]!.sql + text),
    values: parts.flatMap(({ values }) => values),
  };
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

export type DatabaseLocation = { readonly url: string } | { readonly folder: string };

/** Creates a file that is missing, without tables. */
export function connect(location: DatabaseLocation): Promise<Database> {
  return "url" in location ? connectPostgres(location.url) : openFile(databaseFile(location.folder));
}

export function databaseFile(folder: string): string {
  return path.join(folder, "submissions.db");
}

/** Without these, forms get 503 until somebody has given space or permission; the site needs no restart. */
const PASSING_CODES = ["ENOSPC", "EDQUOT", "EACCES", "EPERM", "EROFS"];

/** Why there can be no database in this folder. */
export function problemOfFolder(folder: string): string | undefined {
  const file = databaseFile(folder);
  try {
    createFolder(folder);
    if (fs.existsSync(file)) fs.accessSync(file, fs.constants.W_OK);
    // SQLite creates files beside the database. Write permission is not enough: nobody can create a file in /proc.
    fs.rmdirSync(fs.mkdtempSync(path.join(folder, ".writable-")));
    return undefined;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    return PASSING_CODES.includes(code) ? undefined : errorMessage(error);
  }
}

/** Creates missing parents too. Node's `recursive` never returns in a folder such as /proc or behind a dead link. */
export function createFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  createFolder(path.dirname(folder));
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error; // another process has created it
  }
}

/** Several processes can share the file; rejects if it cannot be opened. */
async function openFile(file: string): Promise<Database> {
  createFolder(path.dirname(file));
  // SQLite would create a file that all users can read. Only the owner of an existing one can change its mode.
  if (!fs.existsSync(file)) fs.closeSync(fs.openSync(file, "a", 0o600));
  fs.accessSync(file, fs.constants.R_OK | fs.constants.W_OK); // libsql does not say that it lacks permission
  const { default: LibSQL } = await import("libsql");
  const database = new LibSQL(file, { timeout: 0 }); // its own waiting would block the process
  await retryWhileBusy(() => database.pragma("journal_mode = WAL"));
  database.pragma("synchronous = FULL"); // a commit is on disk when it returns
  database.pragma("wal_autocheckpoint = 200"); // pages: a checkpoint stops the process while it writes them
  database.pragma("foreign_keys = ON");
  database.pragma("secure_delete = ON"); // deleted rows are overwritten

  const inode = () => fs.statSync(file, { throwIfNoEntry: false })?.ino;
  const opened = inode();

  return {
    async run(statements) {
      const isRead = statements.every(({ sql }) => sql.startsWith("SELECT"));
      return retryWhileBusy(() => {
        // A write takes its lock at once, because taking it later fails if another process has it.
        database.exec(isRead ? "BEGIN" : "BEGIN IMMEDIATE");
        try {
          const rows = statements.map(({ sql, values }) => database.prepare(sql).all(...values) as Row[]);
          database.exec("COMMIT");
          return rows;
        } catch (error) {
          if (database.inTransaction) database.exec("ROLLBACK"); // SQLite has done so if the disk is full
          throw error;
        }
      });
    },
    isReplaced: () => inode() !== opened, // a deleted file stays open and writable
    selectTables: "SELECT name FROM sqlite_master WHERE type = 'table'",
    async usedBytes() {
      const pragma = (name: string) => Object.values((database.pragma(name) as [Record<string, number>])[0])[0]!;
      return (pragma("page_count") - pragma("freelist_count")) * pragma("page_size");
    },
    async purgeDeleted() {
      await retryWhileBusy(() => database.pragma("wal_checkpoint(TRUNCATE)"));
    },
    async close() {
      database.close();
    },
  };
}

/** As long as for PostgreSQL; a slow disk can hold a lock for seconds. */
const BUSY_TIMEOUT_MS = 5000;
const BUSY_RETRY_MS = 25;

export async function retryWhileBusy<Result>(work: () => Result): Promise<Result> {
  for (const end = Date.now() + BUSY_TIMEOUT_MS; ; await wait(BUSY_RETRY_MS)) {
    try {
      return work();
    } catch (error) {
      const isBusy = String((error as { code?: unknown }).code).startsWith("SQLITE_BUSY");
      if (!isBusy || Date.now() >= end) throw error;
    }
  }
}

/** Short, because a visitor is waiting. */
const POSTGRES_TIMEOUT_MS = 5000;
const MAX_CONNECTIONS = 4;
/** An estimate of the size of a row without the text of its fields. */
const ROW_BYTES = 500;

async function connectPostgres(url: string): Promise<Database> {
  const { Pool } = await import("pg");
  const pool = new Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: POSTGRES_TIMEOUT_MS,
    query_timeout: POSTGRES_TIMEOUT_MS, // statement_timeout is set with each transaction: poolers reject it here
    idleTimeoutMillis: 60_000,
    allowExitOnIdle: true,
    application_name: "for-commerce",
  });
  // Without a listener, a lost connection would end the process; the next statement opens another.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));

  const run: Database["run"] = async (statements) => {
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      await client.query(`BEGIN; SET LOCAL statement_timeout = ${POSTGRES_TIMEOUT_MS}`);
      const results: Row[][] = [];
      for (const { sql, values } of statements)
        results.push((await client.query<Row>(numbered(sql), [...values])).rows);
      await client.query("COMMIT");
      return results;
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      client.release(failure); // a failed one is closed, which rolls back
    }
  };

  return {
    run,
    isReplaced: () => false,
    selectTables: "SELECT tablename AS name FROM pg_tables WHERE schemaname = ANY (current_schemas(false))",
    async usedBytes() {
      const bytes = sql`SELECT sum(pg_column_size(fields) + ${ROW_BYTES}) AS bytes FROM submissions`;
      const [[row] = []] = await run([bytes]);
      return Number(row?.bytes);
    },
    async purgeDeleted() {}, // left to the server's vacuum
    close: () => pool.end(),
  };
}

function numbered(sql: string): string {
  let number = 0;
  return sql.replace(/\?/g, () => `$${++number}`);
}
