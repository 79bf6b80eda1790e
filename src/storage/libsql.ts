import { accessSync, closeSync, constants, existsSync, openSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import LibSQL from "libsql";
import { createFolder } from "./data-folder.js";
import type { Database, Row } from "./database.js";

const BUSY_TIMEOUT_MS = 3000;
const BUSY_RETRY_MS = 25;

/** Several processes can share the file; rejects if it cannot be opened. */
export async function openLibsql(file: string): Promise<Database> {
  createFolder(path.dirname(file));
  // SQLite would create a file that all users can read. Only the owner of an existing one can change its mode.
  if (!existsSync(file)) closeSync(openSync(file, "a", 0o600));
  accessSync(file, constants.R_OK | constants.W_OK); // libsql does not say that it lacks permission
  const database = new LibSQL(file, { timeout: 0 }); // its own waiting would block the process
  await retryWhileBusy(() => database.pragma("journal_mode = WAL"));
  database.pragma("synchronous = FULL"); // a commit is on disk when it returns
  database.pragma("wal_autocheckpoint = 200"); // pages: a checkpoint stops the process while it writes them
  database.pragma("foreign_keys = ON");
  database.pragma("secure_delete = ON"); // deleted rows are overwritten

  const inode = () => statSync(file, { throwIfNoEntry: false })?.ino;
  const opened = inode();

  return {
    isReplaced: () => inode() !== opened, // a deleted file stays open and writable

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
