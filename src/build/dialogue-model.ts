import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { serialize } from "node:v8";
import { classifierFrom, readModel } from "../assistant/embedded/classifier.js";
import { slotReader } from "../assistant/embedded/slots.js";
import { filesBelow } from "../content/files-below.js";
import type { Library } from "../content/library.js";
import { readPhrases } from "../content/read-content.js";
import { inEachLocale } from "../domain/locale.js";
import { classifyUnseen, gateFrom, splitForValidation, type Unseen } from "./cross-validation.js";
import { pack } from "./pack-model.js";
import { type Example, type Trained, train } from "./train.js";
import { noSentences, trainSentences } from "./train-sentences.js";
import { answeredPlaces, type ExampleSources, phraseExamples, textExamples } from "./training-examples.js";

/** The model's file in dist/. */
const MODEL_FILE = "dialogue.model";

/**
 * Starts training in child processes, unless the inputs are unchanged; they end with this process. Resolves with what
 * finishes it: a function that resolves with a summary for the console when the model is in the folder.
 */
export async function startTraining(root: string, folder: string, sources: ExampleSources) {
  const started = performance.now();
  const file = path.join(folder, MODEL_FILE);
  const phrases = readPhrases(path.join(root, "content"));
  const own = phraseExamples(phrases, sources);
  const examples = [...own, ...textExamples(phrases, sources)];
  const program = ["src/assistant/embedded", "src/build"]
    .flatMap((folder) => filesBelow(path.join(root, folder)).map((name) => path.join(root, folder, name)))
    .map((file) => readFileSync(file, "utf8"));
  const answered = answeredPlaces(phrases, sources);
  const digest = createHash("sha256")
    .update(program.join(""))
    .update(JSON.stringify([...examples, ...answered]))
    .digest("hex");
  const isNew = digestIn(file) !== digest;
  const { seen, unseen } = splitForValidation(isNew ? own : []);
  const [full, validation] = isNew ? await Promise.all([startTrainer(examples), startTrainer(seen)]) : [];

  return async (): Promise<string> => {
    if (full && validation) {
      const gate = gateFrom(classifyUnseen(unseen, await validation.model, slotsFinder(sources.library)));
      const model = await full.model;
      const classifier = classifierFrom(pack(model, digest, gate, noSentences));
      writeFileSync(file, serialize(pack(model, digest, gate, trainSentences(answered, classifier))));
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const megabytes = (statSync(file).size / 1e6).toFixed(1);
    return `dist/${MODEL_FILE} ${isNew ? `trained ${seconds} s after its start` : "unchanged"}, ${megabytes} MB`;
  };
}

async function startTrainer(examples: readonly Example[]) {
  const child = fork(new URL("./train-process.ts", import.meta.url), { serialization: "advanced" });
  process.once("exit", () => child.kill());
  const exit = once(child, "exit").then(([code, signal]) => {
    throw new Error(`Training ended with ${signal ?? code}; it needs half a gigabyte of memory.`);
  });
  const model: Promise<Trained> = Promise.race([once(child, "message").then(([trained]) => trained), exit]);
  await new Promise((sent) => child.send(examples as Example[], sent)); // else it would wait until this process is idle
  return { model };
}

/** What a model makes of phrases that it has not seen. */
export function crossValidation(root: string, sources: ExampleSources): Unseen[] {
  const { seen, unseen } = splitForValidation(phraseExamples(readPhrases(path.join(root, "content")), sources));
  return classifyUnseen(unseen, train(seen), slotsFinder(sources.library));
}

/** Finds what an example names. The date does not change that. */
function slotsFinder(library: Library) {
  const readers = inEachLocale((locale) => slotReader(locale, library));
  return ({ text, locale }: Example) => readers[locale](text, "2026-01-01").slots;
}

function digestIn(file: string): string | undefined {
  try {
    return readModel(readFileSync(file)).digest;
  } catch {
    return undefined; // there is none, or another version wrote it
  }
}
