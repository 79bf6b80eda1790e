/**
 * Mutation testing: `npm run test:mutation -- src/http/accept.ts`, or a folder, or without a path all of `testsOf`.
 * `--every 4` tests every fourth mutant, for a figure in less time; `--offset 1` begins with the second.
 */
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import jestConfig from "../../jest.config.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { every: { type: "string", default: "1" }, offset: { type: "string", default: "0" } },
});

/** The tests that must find a mutant of a folder: its own, which are fast, and those of the whole site it needs. */
const testsOf = {
  domain: ["domain/*"],
  text: ["text/*"],
  formats: ["formats/*", "api/openapi", "event-board", "event-formats", "feed", "machine-files", "site", "sitemap"],
  contracts: ["contracts/*", "api/openapi"],
  http: ["http/*", "addresses", "api/chat", "api/chat-limits", "cached-responses", "errors", "mcp-limits"],
};

process.env.MUTANTS_EVERY = values.every; // sample.mjs reads them, in a process of its own
process.env.MUTANTS_OFFSET = values.offset;
const paths = positionals.length > 0 ? positionals : Object.keys(testsOf).map((folder) => `src/${folder}`);
for (const path of paths) {
  const folder = path.split("/")[1];
  const name = path.replace(/^src\//, "").replaceAll(/\W/g, "-");
  await new Stryker({
    mutate: [path.endsWith(".ts") ? path : `${path}/**/*.ts`],
    testRunner: "jest",
    coverageAnalysis: "perTest",
    concurrency: 1,
    maxTestRunnerReuse: 100, // what was imported under vm-modules is never freed
    timeoutMS: 30_000, // a mutant of a constant loads the whole site again
    plugins: ["@stryker-mutator/jest-runner", "./test/mutation/sample.mjs"],
    checkers: ["sample"],
    testRunnerNodeArgs: ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning"],
    tempDirName: `.stryker/${name}`,
    ignorePatterns: [".stryker"],
    tsconfigFile: "none", // Stryker reads it by an interface that TypeScript 7 does not have
    disableTypeChecks: false, // Jest strips types without checking them
    warnings: { slow: false },
    reporters: ["clear-text", "json", "progress-append-only"],
    clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false },
    jsonReporter: { fileName: `.stryker/${name}.json` },
    jest: {
      enableFindRelatedTests: false,
      config: {
        ...jestConfig,
        testEnvironment: jestConfig.testEnvironment.replace("<rootDir>", process.cwd()), // Stryker imports it itself
        testMatch: testsOf[folder].map((tests) => `**/test/${tests}.test.ts`),
        testRunner: "<rootDir>/test/mutation/jest-circus-with-bail.mjs",
        testSequencer: "<rootDir>/test/mutation/shortest-first.mjs",
      },
    },
  }).runMutationTest();
}
