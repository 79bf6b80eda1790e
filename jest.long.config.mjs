import config from "./jest.config.mjs";

/** Tests that take minutes: `npm run test:long`. */
export default { ...config, testMatch: ["**/test/{long,attacks}/*.test.ts"], testTimeout: 1_800_000 };
