import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type nunjucks from "nunjucks";

type Templates = ConstructorParameters<typeof nunjucks.PrecompiledLoader>[0];
export type BuiltFiles = Awaited<ReturnType<typeof readBuiltFiles>>;

/** content.json is renamed into place last, as it stands for a complete build. */
export function writeBuiltFiles(folder: string, content: string, templates: string): void {
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  write("templates.js", templates);
  write("content.json.new", escapeNonAscii(content));
  renameSync(path.join(folder, "content.json.new"), path.join(folder, "content.json"));
}

/** ASCII is read and parsed faster, in half the memory. */
const escapeNonAscii = (json: string) =>
  json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Undefined in a folder without a build, such as src/: then the sources are read. */
export async function readBuiltFiles(folder: string) {
  if (!existsSync(path.join(folder, "content.json"))) return undefined;
  const content = readFileSync(path.join(folder, "content.json"), "latin1");
  const { default: templates } = await import(pathToFileURL(path.join(folder, "templates.js")).href);
  return { content, templates: templates as Templates };
}
