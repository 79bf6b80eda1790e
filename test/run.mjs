/**
 * Runs Jest on what `npm run build` makes, and builds first if a source is newer: not in watch mode, where tests
 * answer at once. `npm test -- agenda --watch` takes Jest's own options.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";

const builtFrom = ["src", "content", "locales", "views", "public", "package-lock.json", "tsconfig.json"];
const options = process.argv.slice(2);
const isWatch = options.some((option) => option.startsWith("--watch"));

/** A folder counts too: its time changes when a file in it is added or removed. */
const isNewer = (time) => (file) => {
  const stats = statSync(file);
  return (
    stats.mtimeMs > time || (stats.isDirectory() && readdirSync(file).some((name) => isNewer(time)(`${file}/${name}`)))
  );
};
const built = "dist/content.json"; // what a build removes first and writes last
const isBuilt = existsSync(built) && !builtFrom.some(isNewer(statSync(built).mtimeMs));
const run = (command, args) => {
  const { status } = spawnSync(command, args, { stdio: "inherit", shell: command === "npm" });
  if (status !== 0) process.exit(status ?? 1);
};

if (!isBuilt && !isWatch) run("npm", ["run", "build"]);
const flags = ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning"];
run(process.execPath, [...flags, "node_modules/jest/bin/jest.js", ...options]);
