import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach } from "@jest/globals";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A copy of one of the project's folders for a test to spoil; gone when the test is over. */
export function copyOf(source: "content" | "locales") {
  const folder = mkdtempSync(path.join(tmpdir(), `${source}-`));
  folders.push(folder);
  cpSync(source, folder, { recursive: true });

  const file = (name: string) => path.join(folder, name);
  return {
    folder,
    remove: (name: string) => rmSync(file(name), { recursive: true }),
    write: (name: string, text: string | Buffer) => writeFileSync(file(name), text),
    change: (name: string, mend: (text: string) => string) =>
      writeFileSync(file(name), mend(readFileSync(file(name), "utf8"))),
  };
}
