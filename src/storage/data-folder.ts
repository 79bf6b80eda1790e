import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmdirSync } from "node:fs";
import path from "node:path";
import { errorMessage } from "./errors.js";

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

/** Without these, forms get 503 until somebody has given space or permission; the site needs no restart. */
const PASSING_CODES = ["ENOSPC", "EDQUOT", "EACCES", "EPERM", "EROFS"];

/** Why there can be no database in this folder. */
export function problemOfFolder(folder: string): string | undefined {
  const file = databaseFile(folder);
  try {
    createFolder(folder);
    if (existsSync(file)) accessSync(file, constants.W_OK);
    // SQLite creates files beside the database. Write permission is not enough: nobody can create a file in /proc.
    rmdirSync(mkdtempSync(path.join(folder, ".writable-")));
    return undefined;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    return PASSING_CODES.includes(code) ? undefined : errorMessage(error);
  }
}
