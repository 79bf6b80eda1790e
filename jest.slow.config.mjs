import config from "./jest.config.mjs";

delete process.env.TZ; // browsers and databases have the zone of the machine

/** The slow tests: a browser, PostgreSQL, Redis, several processes, the commands, attacks, minutes of load. */
export default {
  ...config,
  testMatch: ["**/test/slow/**/*.test.ts"],
  testSequencer: "<rootDir>/test/support/longest-first.mjs",
  testTimeout: 1_800_000,
};
