/** Mutation testing: `npm run test:mutation -- src/http/cache.ts`, or a folder, or without a path all of `testsOf`. */
import { Stryker } from "@stryker-mutator/core";
import jestConfig from "../jest.config.mjs";

/** The tests that must find a mutant of a folder: its own, which are fast, and those of the whole site it needs. */
const testsOf = {
  text: ["text/*"],
  http: ["http/*", "addresses", "api/chat", "api/openapi", "cached-responses", "errors", "mcp"],
  documents: ["documents/*", "api/openapi", "machine-files", "site"],
  events: ["events/*", "api/*", "event-board", "event-formats"],
  articles: ["articles", "machine-files"],
  forms: ["forms/*", "api/openapi"],
};

const asked = process.argv.slice(2);
for (const path of asked.length > 0 ? asked : Object.keys(testsOf).map((folder) => `src/${folder}`)) {
  const testMatch = testsOf[path.split("/")[1]].map((tests) => `**/test/${tests}.test.ts`);
  await new Stryker({
    mutate: [path.endsWith(".ts") ? path : `${path}/**/*.ts`],
    testRunner: "jest",
    coverageAnalysis: "perTest",
    maxTestRunnerReuse: 100, // what was imported under vm-modules is never freed
    timeoutMS: 30_000, // a mutant of a constant loads the whole site again
    plugins: ["@stryker-mutator/jest-runner"],
    testRunnerNodeArgs: ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning"],
    tempDirName: ".stryker",
    ignorePatterns: [".stryker"],
    tsconfigFile: "none", // Stryker reads it by an interface that TypeScript 7 does not have
    disableTypeChecks: false, // Jest strips types without checking them
    reporters: ["clear-text", "progress-append-only"],
    clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false },
    jest: { enableFindRelatedTests: false, config: { ...jestConfig, testMatch } },
  }).runMutationTest();
}
