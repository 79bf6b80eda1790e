import { TestEnvironment } from "jest-environment-node";

// Jest gives a worker half a second to end, and counts it as hung then. To free a gigabyte takes longer: leave without.
if (process.send) process.once("exit", () => process.exit());

export default TestEnvironment;
