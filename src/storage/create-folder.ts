import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";

/** Creates missing parents too. Node's `recursive` never returns below a folder such as /proc, where nothing can be created. */
export function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(path.dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error; // another process has created it
  }
}
