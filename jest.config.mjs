// The site has zones of its own: in one unlike them (half hours, west of UTC), a use of the server's fails.
process.env.TZ = "America/St_Johns";

/** The fast tests. TypeScript is only stripped here (@swc/jest); `npm run typecheck` checks the types. */
export default {
  roots: ["<rootDir>/test"],
  testMatch: ["**/*.test.ts", "!**/test/slow/**"], // those have jest.slow.config.mjs
  testSequencer: "<rootDir>/test/support/longest-first.mjs",
  maxWorkers: "100%", // Jest leaves one core idle, which of two is half
  workerIdleMemoryLimit: "1GB", // what was imported under vm-modules is never freed
  workerGracefulExitTimeout: 10_000, // freeing a gigabyte takes more than the usual half second
  testTimeout: 60_000, // machines differ
  extensionsToTreatAsEsm: [".ts"],
  collectCoverageFrom: ["src/**/*.ts"],
  coverageProvider: "v8",
  coverageReporters: ["text"],
  reporters: ["default", "<rootDir>/test/support/closing-line.mjs"],
  moduleNameMapper: {
    "^(\\.{1,2}/.*)\\.js$": "$1",
    "^cheerio$": "<rootDir>/node_modules/cheerio/dist/browser/index.js", // Node's loads an HTTP client, in every file
  },
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      { jsc: { target: "es2023", parser: { syntax: "typescript" } }, module: { type: "es6" }, sourceMaps: "inline" },
    ],
  },
};
