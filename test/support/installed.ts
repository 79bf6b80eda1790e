import { existsSync } from "node:fs";
import { describe } from "@jest/globals";

/** Runs tests that need a program of Debian. Without it they are skipped with a note; `.ci/run` allows no skip. */
export function describeWith(executablePath: string, name: string, tests: () => void): void {
  if (existsSync(executablePath)) describe(name, tests);
  else describe.skip(`${name} (skipped: there is no ${executablePath})`, tests);
}
