import { mkdirSync } from "node:fs";
import path from "node:path";
import LibSQL from "libsql";
import type { Database, Row, Statement } from "./database.js";

/** How long a process waits for another that is writing. */
const BUSY_MS = 3000;

/**
 * A database in a file of this machine; its folder is made when it is missing. Several processes may share it.
 *
 * Errors  thrown when the file cannot be opened.
 */
export function openLibsql(file: string): Database {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const database = new LibSQL(file, { timeout: BUSY_MS });
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL"); // a commit is on disk when it returns
  database.pragma("foreign_keys = ON");
  database.pragma("secure_delete = ON"); // what is erased is not left readable in the file

  const runAll = (statements: readonly Statement[]): Row[][] =>
    statements.map(({ sql, values }) => database.prepare(sql).all(...values) as Row[]);
  /** Takes the right to write at its beginning: to gain it later would fail when another process has it. */
  const atOnce = <Result>(work: () => Result): Result => database.transaction(work).immediate() as Result;

  return {
    run: async (statements) => atOnce(() => runAll(statements)),

    migrate: async (migrations) =>
      atOnce(() => {
        const [{ user_version: version }] = database.pragma("user_version") as [{ user_version: number }];
        for (const sql of migrations.slice(version).flat()) database.exec(sql);
        database.pragma(`user_version = ${migrations.length}`);
      }),

    async close() {
      database.close();
    },
  };
}
