import { availableParallelism } from "node:os";
import config from "./jest.config.mjs";

delete process.env.TZ; // browsers and databases have the zone of the machine
process.env.FUZZ_CASES = "2500"; // ten times as many as in the fast tests

/** The slow tests: a browser, PostgreSQL, Redis, several processes, the commands, attacks, minutes of load. */
export default {
  ...config,
  testMatch: ["**/test/slow/**/*.test.ts", "**/test/fuzz.test.ts"],
  maxWorkers: availableParallelism() + 1, // many wait half of their time, for clocks and other programs
  testTimeout: 1_800_000,
};
