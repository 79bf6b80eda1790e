import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type nunjucks from "nunjucks";
import { filesBelow } from "./files-below.js";

/** Used only while the sources have the same bytes as at the build. */
interface BuiltFiles {
  readonly content: string;
  readonly templates: Templates;
}

export type Templates = ConstructorParameters<typeof nunjucks.PrecompiledLoader>[0];

const sources = ["content", "locales", "views"];

/** The first line of content.json is the digest of the sources. */
export function writeBuiltFiles(folder: string, root: string, content: string, templates: string): void {
  const ascii = escapeNonAscii(content);
  writeFileSync(path.join(folder, "templates.js"), templates);
  writeFileSync(path.join(folder, "content.json"), `${digestOf(root, ascii)}\n${ascii}`);
}

/** ASCII is read, compared and parsed faster, in half the memory. */
const escapeNonAscii = (json: string) =>
  json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Undefined if there are none, or their sources have changed. */
export async function readBuiltFiles(folder: string, root: string): Promise<BuiltFiles | undefined> {
  try {
    const built = readFileSync(path.join(folder, "content.json"));
    const end = built.indexOf("\n");
    if (built.toString("latin1", 0, end) !== digestOf(root, built.subarray(end + 1))) return undefined;
    const { default: templates } = await import(pathToFileURL(path.join(folder, "templates.js")).href);
    return { content: built.toString("latin1", end + 1), templates };
  } catch {
    return undefined; // the sources are read instead, which reports the problem
  }
}

/** Includes the version of ICU, which formats dates and amounts. */
function digestOf(root: string, content: string | Buffer): string {
  const hash = createHash("sha256")
    .update(content)
    .update(process.versions.icu ?? "");
  for (const source of sources) {
    const folder = path.join(root, source);
    for (const name of filesBelow(folder)) hash.update(`\0${name}\0`).update(readFileSync(path.join(folder, name)));
  }
  return hash.digest("hex");
}
