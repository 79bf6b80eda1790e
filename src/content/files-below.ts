import { readdirSync } from "node:fs";
import path from "node:path";

/** Returns sorted paths with `/` between folders, without hidden files. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
    .filter((file) => !/(?:^|\/)\./.test(file))
    .sort();
}
