import { mkdirSync, statSync } from "node:fs";
import path from "node:path";
import LibSQL from "libsql";
import { type Database, DatabaseReplaced, type Row, type Statement } from "./database.js";

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

  /** The file stays open, and can be written to, when its name is gone: what is then written nobody finds again. */
  const inode = () => statSync(file, { throwIfNoEntry: false })?.ino;
  const opened = inode();

  const runAll = (statements: readonly Statement[]): Row[][] =>
    statements.map(({ sql, values }) => database.prepare(sql).all(...values) as Row[]);
  /** Takes the right to write at its beginning: to gain it later would fail when another process has it. */
  const atOnce = <Result>(work: () => Result): Result => database.transaction(work).immediate() as Result;

  return {
    async run(statements) {
      if (inode() !== opened) throw new DatabaseReplaced();
      const rows = atOnce(() => runAll(statements));
      // What is erased is not left readable in the log of what was written before, either.
      if (statements.some(({ sql }) => sql.startsWith("DELETE"))) database.pragma("wal_checkpoint(TRUNCATE)");
      return rows;
    },

    migrate: async (migrations) =>
      atOnce(() => {
        const [{ user_version: version }] = database.pragma("user_version") as [{ user_version: number }];
        if (version >= migrations.length) return;
        for (const sql of migrations.slice(version).flat()) database.exec(sql);
        database.pragma(`user_version = ${migrations.length}`);
      }),

    async close() {
      database.close();
    },
  };
}
