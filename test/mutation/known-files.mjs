import { existsSync, readFileSync, writeFileSync } from "node:fs";

const path = "known-files.json"; // in Stryker's sandbox, where it outlives the process of the test runner

/** Names of the tests and duration of each test file, from the run without a mutant. */
export const knownFiles = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};

export function remember(testPath, file) {
  knownFiles[testPath] = file;
  writeFileSync(path, JSON.stringify(knownFiles));
}
