/**
 * jest-circus for mutants: loads only the test files with a test that reaches the mutant, and stops at the first
 * failure. Stryker's Jest runner selects tests by name alone, so Jest would load every file, and run on.
 */
import circus from "jest-circus/runner";
import { knownFiles, remember } from "./known-files.mjs";

let mutant;
let isKilled = false;

export default async function run(globalConfig, config, environment, runtime, testPath, ...rest) {
  const active = process.env.__STRYKER_ACTIVE_MUTANT__;
  if (active !== mutant) [mutant, isKilled] = [active, false];

  const names = knownFiles[testPath]?.names;
  const covering = new RegExp(globalConfig.testNamePattern ?? "");
  if (mutant && names && (isKilled || !names.some((name) => covering.test(name)))) return skipped(testPath, names);

  const handle = environment.handleTestEvent;
  environment.handleTestEvent = async (event, state) => {
    if (isKilled && event.name === "test_start") event.test.mode = "skip";
    if (mutant && event.name === "test_done" && event.test.errors.length > 0) isKilled = true;
    await handle?.call(environment, event, state);
  };
  const started = Date.now();
  const result = await circus.default(globalConfig, config, environment, runtime, testPath, ...rest);
  if (mutant && (result.testExecError || result.numFailingTests > 0)) isKilled = true;
  if (!mutant) {
    const names = result.testResults.map(({ fullName }) => fullName);
    remember(testPath, { names, milliseconds: Date.now() - started });
  }
  return result;
}

/** What jest-circus returns for a file in which every test is skipped. */
function skipped(testFilePath, names) {
  return {
    testFilePath,
    testResults: names.map((fullName) => ({ fullName, status: "pending", failureMessages: [] })),
    numFailingTests: 0,
    numPassingTests: 0,
    numPendingTests: names.length,
    numTodoTests: 0,
    perfStats: { start: 0, end: 0 },
    snapshot: { added: 0, matched: 0, unchecked: 0, uncheckedKeys: [], unmatched: 0, updated: 0 },
  };
}
