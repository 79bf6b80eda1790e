import { chmodSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import LibSQL from "libsql";
import { createFolder } from "./create-folder.js";
import { type Database, DatabaseReplaced, type Row } from "./database.js";

const BUSY_TIMEOUT_MS = 3000;
const BUSY_RETRY_MS = 25;

/** Several processes can share the file; rejects if it cannot be opened. */
export async function openLibsql(file: string): Promise<Database> {
  createFolder(path.dirname(file));
  const database = new LibSQL(file, { timeout: 0 }); // its own waiting would block the process
  chmodSync(file, 0o600); // the files created beside it take its mode
  await retryWhileBusy(() => database.pragma("journal_mode = WAL"));
  database.pragma("synchronous = FULL"); // a commit is on disk when it returns
  database.pragma("foreign_keys = ON");
  database.pragma("secure_delete = ON"); // deleted rows are overwritten

  // A deleted file stays open and writable, but what is written to it is lost.
  const inode = () => statSync(file, { throwIfNoEntry: false })?.ino;
  const opened = inode();

  const schemaVersion = () => (database.pragma("user_version") as [{ user_version: number }])[0].user_version;
  // Takes the write lock at once, because taking it later fails if another process has it.
  const inTransaction = <Result>(work: () => Result): Promise<Result> =>
    retryWhileBusy(() => database.transaction(work).immediate() as Result);

  return {
    async run(statements) {
      if (inode() !== opened) throw new DatabaseReplaced();
      return inTransaction(() => statements.map(({ sql, values }) => database.prepare(sql).all(...values) as Row[]));
    },

    schemaVersion: () => retryWhileBusy(schemaVersion),

    migrate: (migrations) =>
      inTransaction(() => {
        const version = schemaVersion();
        if (version >= migrations.length) return;
        for (const sql of migrations.slice(version).flat()) database.exec(sql);
        database.pragma(`user_version = ${migrations.length}`);
      }),

    async purgeDeleted() {
      await retryWhileBusy(() => database.pragma("wal_checkpoint(TRUNCATE)"));
    },

    async close() {
      database.close();
    },
  };
}

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
