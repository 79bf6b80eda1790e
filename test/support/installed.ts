import { existsSync } from "node:fs";
import { describe } from "@jest/globals";

/** Runs tests that need a program of Debian. Without it they are skipped with a note; `.ci/run` allows no skip. */
export function describeWith(executablePaths: string | readonly string[], name: string, tests: () => void): void {
  const missing = [executablePaths].flat().find((executablePath) => !existsSync(executablePath));
  if (missing === undefined) describe(name, tests);
  else describe.skip(`${name} (skipped: there is no ${missing})`, tests);
}
