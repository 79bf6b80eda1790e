import { TestEnvironment } from "jest-environment-node";

// A worker that needs half a second to end counts as hung, and to free a gigabyte takes longer. All is reported by then.
if (process.send) process.once("exit", () => process.kill(process.pid, "SIGKILL"));

export default TestEnvironment;
