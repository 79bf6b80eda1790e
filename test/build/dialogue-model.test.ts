import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "@jest/globals";
import { startTraining } from "../../src/build/dialogue-model.js";
import { readConfig } from "../../src/config.js";
import { filesWith } from "../support/library.js";

it("a build keeps the model that was trained on the same texts", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "model-"));
  copyFileSync("dist/dialogue.model", path.join(folder, "dialogue.model"));
  const finish = await startTraining(".", folder, filesWith(readConfig({})));
  expect(await finish()).toMatch(/^dist\/dialogue\.model unchanged, \d/);
});
