/** `npm run train`, a part of the build, trains Dialogue's model if its inputs changed. It needs half a gigabyte. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { serialize } from "node:v8";
import { readContent, readPhrases } from "../build/read-content.js";
import { examplesOf, train } from "../build/train.js";
import { readConfig, root } from "../config.js";
import { createI18n } from "../content/i18n.js";
import { createLibrary } from "../content/library.js";
import { reportContentError } from "../content/problems.js";
import { readModel } from "../dialogue/site/classifier.js";

const file = path.join(root, "dist/dialogue.model");

try {
  const started = performance.now();
  const { getFixedT } = createI18n(path.join(root, "locales"));
  const content = path.join(root, "content");
  const library = createLibrary(readContent(content, getFixedT), readConfig({}));
  const examples = examplesOf(readPhrases(content), { library, getFixedT });
  const program = ["build/train.ts", "dialogue/site/classifier.ts"].map((name) =>
    readFileSync(path.join(root, "src", name), "utf8"),
  );
  const digest = createHash("sha256")
    .update(JSON.stringify([program, examples]))
    .digest("hex");
  if (digestIn(file) !== digest) {
    writeFileSync(file, serialize({ ...train(examples), digest }));
    console.log(`dist/dialogue.model trained in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
} catch (error) {
  reportContentError(error);
}

function digestIn(file: string): string | undefined {
  try {
    return readModel(readFileSync(file)).digest;
  } catch {
    return undefined; // there is no model, or another version wrote it
  }
}
