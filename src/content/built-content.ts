import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type nunjucks from "nunjucks";
import { filesBelow } from "./files.js";

/**
 * What the build has made of content, words and views, so that a start need not read and check every text again. It
 * holds for exactly the files it was made of, byte for byte, whatever times a deployment gave them: after any change
 * they are read anew.
 */
export interface BuiltFiles {
  /** A Content as JSON. */
  readonly content: string;
  readonly templates: Templates;
}

/** The views as functions, by their names. */
export type Templates = ConstructorParameters<typeof nunjucks.PrecompiledLoader>[0];

const sources = ["content", "locales", "views"];

/**
 * Writes them into the folder: content.json, with the digest of what it was made of in its first line, and
 * templates.js.
 */
export function writeBuiltFiles(folder: string, root: string, content: string, templates: string): void {
  const plain = inAscii(content);
  writeFileSync(path.join(folder, "templates.js"), templates);
  writeFileSync(path.join(folder, "content.json"), `${digestOf(root, plain)}\n${plain}`);
}

/**
 * The same JSON, every other character escaped: one byte each, it is read, compared and parsed faster, in half the
 * memory.
 */
const inAscii = (json: string) =>
  json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Undefined when there are none, or they were made of other files. */
export async function readBuiltFiles(folder: string, root: string): Promise<BuiltFiles | undefined> {
  try {
    const text = readFileSync(path.join(folder, "content.json"), "latin1");
    const end = text.indexOf("\n");
    const content = text.slice(end + 1);
    if (text.slice(0, end) !== digestOf(root, content)) return undefined;
    const { default: templates } = await import(pathToFileURL(path.join(folder, "templates.js")).href);
    return { content, templates };
  } catch {
    return undefined; // then the files themselves are read, and say what is wrong with them
  }
}

/**
 * Of what was made, of every file's name and bytes, and of the version of ICU, which writes dates and sums into texts.
 */
function digestOf(root: string, content: string): string {
  const hash = createHash("sha256")
    .update(content)
    .update(process.versions.icu ?? "");
  for (const source of sources) {
    const folder = path.join(root, source);
    for (const name of filesBelow(folder)) hash.update(`\0${name}\0`).update(readFileSync(path.join(folder, name)));
  }
  return hash.digest("hex");
}
