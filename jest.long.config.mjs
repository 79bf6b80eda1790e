import config from "./jest.config.mjs";

/** What takes minutes: `npm run test:long`. */
export default { ...config, testMatch: ["**/test/long/*.test.ts"], testTimeout: 1_800_000 };
