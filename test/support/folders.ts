/** Folders that are deleted after the tests: empty ones, copies, the tiny site. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "@jest/globals";
import { tinyContent } from "../fixtures/content.js";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** A folder that is deleted after the tests of the file. */
export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "test-"));
  folders.push(folder);
  return folder;
}

/** A copy of one of the project's folders, or of the built project, to change. */
export function copyOf(source: "content" | "locales" | ".") {
  const folder = newFolder();
  cpSync(source, folder, { recursive: true, filter: (file) => !/^(?:node_modules|\.git|test|data)\b/.test(file) });
  if (source === ".") symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"), "junction");
  return filesIn(folder);
}

export function tinyContentFolder() {
  const files = filesIn(newFolder());
  for (const [name, text] of Object.entries(tinyContent)) files.write(name, text);
  return files;
}

function filesIn(folder: string) {
  const file = (name: string) => path.join(folder, name);
  return {
    folder,
    remove: (name: string) => rmSync(file(name), { recursive: true }),
    write(name: string, text: string | Buffer) {
      mkdirSync(path.dirname(file(name)), { recursive: true });
      writeFileSync(file(name), text);
    },
    change: (name: string, edit: (text: string) => string) =>
      writeFileSync(file(name), edit(readFileSync(file(name), "utf8"))),
  };
}
