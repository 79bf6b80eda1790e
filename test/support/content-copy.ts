import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach } from "@jest/globals";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, maxRetries: 10 });
});

/** A copy of one of the project's folders, or of the built project, for a test to spoil; gone when the test is over. */
export function copyOf(source: "content" | "locales" | ".") {
  const folder = mkdtempSync(path.join(tmpdir(), "copy-"));
  folders.push(folder);
  cpSync(source, folder, { recursive: true, filter: (file) => !/^(?:node_modules|\.git|test|data)\b/.test(file) });
  if (source === ".") symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"), "junction");

  const file = (name: string) => path.join(folder, name);
  return {
    folder,
    remove: (name: string) => rmSync(file(name), { recursive: true }),
    write(name: string, text: string | Buffer) {
      mkdirSync(path.dirname(file(name)), { recursive: true });
      writeFileSync(file(name), text);
    },
    change: (name: string, mend: (text: string) => string) =>
      writeFileSync(file(name), mend(readFileSync(file(name), "utf8"))),
  };
}
