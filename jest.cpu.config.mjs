import config from "./jest.config.mjs";
export default { ...config, setupFilesAfterEnv: ["/tmp/tests4/setup.mjs"] };
