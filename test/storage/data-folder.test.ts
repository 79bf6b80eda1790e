import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, it } from "@jest/globals";
import { createFolder, requireWritable } from "../../src/storage/data-folder.js";
import { newFolder } from "../support/store.js";

it("a folder is created with its parents, for this user only, and stays if it exists", () => {
  const folder = path.join(newFolder(), "a", "b");
  createFolder(folder);
  createFolder(folder);
  expect([statSync(folder).mode & 0o777, statSync(path.dirname(folder)).mode & 0o777]).toEqual([0o700, 0o700]);
});

it("a folder of submissions that cannot be written is rejected, and one that can is left as it is", () => {
  for (const folder of ["/proc", "/proc/submissions/data", "/dev/null"].filter(existsAbove))
    expect(() => requireWritable(folder)).toThrow(folder.split("/data")[0]);
  const folder = newFolder();
  mkdirSync(folder, { recursive: true });
  requireWritable(folder);
  expect(readdirSync(folder)).toEqual([]);
});

it("a folder that is a link to nothing is rejected", () => {
  const link = path.join(newFolder(), "link");
  symlinkSync("/nowhere/at/all", link);
  expect(() => createFolder(path.join(link, "data"))).toThrow(link);
});

/** Not on every system. */
function existsAbove(folder: string): boolean {
  return existsSync(`/${folder.split("/")[1]}`);
}
