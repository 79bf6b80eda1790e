import { expect, it } from "@jest/globals";
import { startTraining } from "../../src/build/dialogue-model.js";
import { readConfig } from "../../src/config.js";
import { filesWith } from "../support/library.js";

it("a build keeps the model that was trained on the same texts", async () => {
  const finish = await startTraining(".", "dist", filesWith(readConfig({})));
  expect(await finish()).toMatch(/^dist\/dialogue\.model unchanged, \d/);
});
