import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmdirSync } from "node:fs";
import path from "node:path";

export function databaseFile(folder: string): string {
  return path.join(folder, "submissions.db");
}

/** Creates missing parents too. Node's `recursive` never returns in a folder such as /proc or behind a dead link. */
export function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(path.dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error; // another process has created it
  }
}

/** Throws if the database in this folder cannot be written, or created. */
export function requireWritable(folder: string): void {
  const file = databaseFile(folder);
  createFolder(folder);
  if (existsSync(file)) accessSync(file, constants.W_OK);
  // SQLite creates files beside the database. Write permission is not enough: nobody can create a file in /proc.
  try {
    rmdirSync(mkdtempSync(path.join(folder, ".writable-")));
  } catch (error) {
    if (!["ENOSPC", "EDQUOT"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error; // space can come back
  }
}
