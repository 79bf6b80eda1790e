/** `npm run build`: fills dist/ and exits with 1 if the content has a problem. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { renameSync, rmSync } from "node:fs";
import path from "node:path";
import { buildAssets, buildProgram } from "../build/bundle.js";
import { problemsOfSite } from "../build/check-site.js";
import { buildImages } from "../build/images.js";
import { readTexts, writeTexts } from "../build/read-content.js";
import { readConfig, root } from "../config.js";
import { openAssets } from "../content/assets.js";
import { ContentError, reportContentError } from "../content/problems.js";

const folder = path.join(root, "dist");
const files = path.join(folder, "public");
/** Takes the place of the last build's, which a running server may still read, when it is complete. */
const newFiles = path.join(folder, "public.new");

try {
  rmSync(path.join(folder, "content.json"), { force: true }); // belongs to the last build
  rmSync(newFiles, { recursive: true, force: true });
  await buildProgram(folder);

  const config = readConfig({});
  const texts = readTexts(config);
  const training = fork(path.join(import.meta.dirname, "train.ts")); // on another processor
  const trained = once(training, "exit");
  process.once("exit", () => training.kill());
  await buildAssets(newFiles);
  buildImages(newFiles, texts.library);
  rmSync(files, { recursive: true, force: true });
  renameSync(newFiles, files);

  const problems = await problemsOfSite(config, { ...texts, assets: openAssets(files) });
  if (problems.length > 0) throw new ContentError(problems);
  const [code, signal] = await trained;
  if (code !== 0) throw new Error(`Training ended with ${signal ?? code}`);
  writeTexts(texts.content, texts.compiledViews, folder);
} catch (error) {
  reportContentError(error);
  process.exit(); // without waiting for the training
}
