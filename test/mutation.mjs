/**
 * Mutation testing: `npm run test:mutation -- src/http/cache.ts`, or a folder of `testsOf`, or without a path all of them.
 * `--sample 30 --seed 1` changes only so many lines of a path.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";

/** The tests that must find a mutant of a folder, the quickest first: its own, and those of the whole site it needs. */
const testsOf = {
  text: ["text/", "forms/read", "search", "event-board", "letters/receipts"],
  http: ["http/", "errors", "addresses", "cached-responses", "api/openapi", "mcp", "api/chat", "forms/guard"],
  pages: ["dialogue/links", "articles", "event-board", "machine-files", "dialogue/prompt", "event-formats", "site"],
  events: ["events/", "text/in-words", "http/query", "event-board", "api/", "event-formats", "letters/receipts"],
  articles: ["articles", "machine-files"],
  forms: ["locales", "forms/", "letters/receipts", "letters/coming"],
  controllers: [
    "forms/",
    "errors",
    "api/",
    "addresses",
    "event-board",
    "articles",
    "mcp",
    "machine-files",
    "embed",
    "search",
  ],
  content: ["content/", "build/", "articles", "locales", "site"],
  storage: ["storage/", "letters/outbox", "forms/guard"],
  letters: ["letters/"],
  dialogue: ["dialogue/", "api/chat"],
  mcp: ["mcp"],
};

const options = { sample: { type: "string" }, seed: { type: "string", default: "1" } };
const { values, positionals } = parseArgs({ options, allowPositionals: true });

/** Lines that have something to change, in an order that only the seed and their texts decide. */
function sampleOf(files) {
  const lines = files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .map((text, index) => ({ text, range: `${file}:${index + 1}-${index + 1}`, order: hash(`${file} ${text}`) }))
      .filter(({ text }) => !/^\s*(?:$|\/|\*|import|export (?:type|interface)|readonly)/.test(text))
      .filter(({ text }) => /["'`]|[=!<>+*%?&|-]|\btrue|\bfalse|\.\w+\(|\[.+\]/.test(text)),
  );
  const drawn = lines.toSorted((one, other) => (one.order < other.order ? -1 : 1)).slice(0, Number(values.sample));
  return drawn.map(({ range }) => range);
}

const hash = (text) => createHash("sha256").update(`${values.seed} ${text}`).digest("hex");
const jest = "node --experimental-vm-modules --no-warnings node_modules/jest/bin/jest.js --runInBand --bail";

for (const path of positionals.length > 0 ? positionals : Object.keys(testsOf).map((folder) => `src/${folder}`)) {
  const files = path.endsWith(".ts")
    ? [path]
    : readdirSync(path, { recursive: true })
        .filter((name) => name.endsWith(".ts"))
        .map((name) => `${path}/${name}`);
  const tests = testsOf[path.split("/")[1]];
  if (!tests) throw new Error(`testsOf has no tests for ${path}`);
  const mutants = await new Stryker({
    mutate: values.sample ? sampleOf(files) : files,
    testRunner: "command", // Stryker's own for Jest would run every file of tests for every mutant
    commandRunner: { command: tests.map((name) => `${jest} test/${name}`).join(" && ") },
    timeoutFactor: 4, // on a busy machine a slow test is no endless loop
    tempDirName: ".stryker",
    ignorePatterns: [".stryker"],
    tsconfigFile: "none", // Stryker reads it by an interface that TypeScript 7 does not have
    disableTypeChecks: false, // Jest strips types without checking them
    reporters: ["clear-text", "progress-append-only"],
    clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false },
  }).runMutationTest();
  const lines = new Map();
  for (const { fileName, location, status } of mutants) {
    const line = `${fileName}:${location.start.line}`;
    lines.set(line, lines.get(line) || status === "Killed" || status === "Timeout");
  }
  const noticed = [...lines.values()].filter(Boolean).length;
  process.stdout.write(`${path}: tests notice a change of ${noticed} of ${lines.size} lines\n`);
}
