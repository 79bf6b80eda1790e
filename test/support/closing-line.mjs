/** Ends a run with one line of totals. */
export default class ClosingLine {
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    process.stdout.write(`${results.numPassedTests} passed, ${failed} failed, ${skipped} skipped\n`);
  }
}
