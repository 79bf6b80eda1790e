import { existsSync } from "node:fs";
import { describe } from "@jest/globals";

/** Tests that need a program of Debian's. On a machine without it they are skipped, and say so; `.ci/run` allows no skip. */
export function describeWith(executablePath: string, name: string, tests: () => void): void {
  if (existsSync(executablePath)) describe(name, tests);
  else describe.skip(`${name} (skipped: there is no ${executablePath})`, tests);
}
