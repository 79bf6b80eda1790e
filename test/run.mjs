/**
 * Runs Jest on what `npm run build` makes, and builds first if a source is newer: not in watch mode, where tests
 * answer at once. `npm test -- agenda --watch` takes Jest's own options.
 */
import { spawnSync } from "node:child_process";
import { isBuilt } from "./support/is-built.mjs";

const options = process.argv.slice(2);
const isWatch = options.some((option) => option.startsWith("--watch"));
const run = (command, args) => {
  const { status } = spawnSync(command, args, { stdio: "inherit", shell: command === "npm" });
  if (status !== 0) process.exit(status ?? 1);
};

if (!isBuilt() && !isWatch) run("npm", ["run", "build"]);
// Collecting garbage seldom, and on no other core than the worker's own, saves a tenth of the time on two cores.
const memory = ["--max-semi-space-size=64", "--single-threaded-gc"];
const flags = ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning", ...memory];
run(process.execPath, [...flags, "node_modules/jest/bin/jest.js", ...options]);
