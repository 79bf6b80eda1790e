import { TestEnvironment } from "jest-environment-node";

// Jest reports a worker as hung if it takes more than half a second to end, and freeing a gigabyte takes longer.
// By then all results are reported.
if (process.send) process.once("exit", () => process.kill(process.pid, "SIGKILL"));

export default TestEnvironment;
