import { chmodSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import LibSQL from "libsql";
import { type Database, DatabaseReplaced, type Row, type Statement } from "./database.js";

/** How long a process waits for another that is writing, and how often it looks. */
const BUSY_MS = 3000;
const LOOK_EVERY_MS = 25;

/**
 * A database in a file of this machine; its folder is made when it is missing. Several processes may share it.
 *
 * Errors  rejects when the file cannot be opened.
 */
export async function openLibsql(file: string): Promise<Database> {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const database = new LibSQL(file, { timeout: 0 }); // it would wait with the whole process
  chmodSync(file, 0o600); // before the files beside it are made, which take its mode
  await whenFree(() => database.pragma("journal_mode = WAL"));
  database.pragma("synchronous = FULL"); // a commit is on disk when it returns
  database.pragma("foreign_keys = ON");
  database.pragma("secure_delete = ON"); // what is erased is not left readable in the file

  /** A deleted file stays open and writable, but nobody finds again what is written to it. */
  const inode = () => statSync(file, { throwIfNoEntry: false })?.ino;
  const opened = inode();

  const runAll = (statements: readonly Statement[]): Row[][] =>
    statements.map(({ sql, values }) => database.prepare(sql).all(...values) as Row[]);
  /** Takes the write lock at once: asking for it later, within the transaction, fails when another process has it. */
  const atOnce = <Result>(work: () => Result): Promise<Result> =>
    whenFree(() => database.transaction(work).immediate() as Result);

  return {
    async run(statements) {
      if (inode() !== opened) throw new DatabaseReplaced();
      return atOnce(() => runAll(statements));
    },

    migrate: (migrations) =>
      atOnce(() => {
        const [{ user_version: version }] = database.pragma("user_version") as [{ user_version: number }];
        if (version >= migrations.length) return;
        for (const sql of migrations.slice(version).flat()) database.exec(sql);
        database.pragma(`user_version = ${migrations.length}`);
      }),

    async forget() {
      await whenFree(() => database.pragma("wal_checkpoint(TRUNCATE)"));
    },

    async close() {
      database.close();
    },
  };
}

/** Does it as soon as no other process writes; meanwhile this one goes on with the rest of its work. */
async function whenFree<Result>(work: () => Result): Promise<Result> {
  for (const end = Date.now() + BUSY_MS; ; await wait(LOOK_EVERY_MS)) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || Date.now() >= end) throw error;
    }
  }
}

function isBusy(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code?.startsWith("SQLITE_BUSY") || message?.includes("database is locked") || false;
}
