/**
 * Builds and tests the site on every version of Node that it promises, each the newest that the registry has, with the
 * packages that are installed. `npm run test:matrix -- 24 26 api forms` takes two of them and a part of the tests.
 */
import { spawnSync } from "node:child_process";

const isVersion = (argument) => /^\d+$/.test(argument);
const asked = process.argv.slice(2);
const versions = asked.some(isVersion) ? asked.filter(isVersion) : ["20", "22", "24", "26"];
const tests = asked.filter((argument) => !isVersion(argument));

/** Runs a command with that version of Node as `node`, and gives the last line it wrote. */
function lastLineOn(version, ...command) {
  const { status, stdout } = spawnSync("npx", ["--yes", `--package=node@${version}`, ...command], {
    stdio: ["inherit", "pipe", "inherit"],
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exitCode = 1;
  return stdout.trimEnd().split("\n").at(-1);
}

const lines = versions.map((version) => {
  const name = lastLineOn(version, "node", "--version");
  process.stdout.write(`Node ${name}\n`);
  lastLineOn(version, "npm", "run", "build"); // `npm test` would take the last version's
  return `Node ${name}: ${lastLineOn(version, "npm", "test", "--", ...tests)}`;
});
process.stdout.write(`${lines.join("\n")}\n`);
