import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * The content as the build has read it, so that a start need not read and check every text again. It holds for exactly
 * the files it was made of, byte for byte, whatever times a deployment gave them: after any change they are read anew.
 * In the file a line with their digest comes first, then a Content as JSON.
 */
export function writeBuiltContent(file: string, json: string, folders: readonly string[]): void {
  writeFileSync(file, `${digestOf(folders)}\n${json}`);
}

/** The JSON of the Content that was made of these folders; undefined when there is none. */
export function readBuiltContent(file: string, folders: readonly string[]): string | undefined {
  try {
    const text = readFileSync(file, "utf8");
    const end = text.indexOf("\n");
    return text.slice(0, end) === digestOf(folders) ? text.slice(end + 1) : undefined;
  } catch {
    return undefined; // then the files themselves are read, and say what is wrong with them
  }
}

/** Of every file's name and bytes, and of the version of ICU, which writes dates and sums into texts. */
function digestOf(folders: readonly string[]): string {
  const hash = createHash("sha256").update(process.versions.icu ?? "");
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
      if (path.extname(name) !== "") hash.update(`\0${name}\0`).update(readFileSync(path.join(folder, name)));
    }
  }
  return hash.digest("hex");
}
