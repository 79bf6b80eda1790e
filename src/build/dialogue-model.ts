import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { classifierFrom, parseModel } from "../assistant/embedded/classifier.js";
import { slotReader } from "../assistant/embedded/slots.js";
import { filesBelow } from "../content/files-below.js";
import type { Library } from "../content/library.js";
import { readPhrases } from "../content/read-content.js";
import { inEachLocale } from "../domain/locale.js";
import { gateFrom, readUnseen, split, type Unseen } from "./cross-validation.js";
import { pack } from "./pack-model.js";
import { digestOf, type Example, type Trained, train } from "./train.js";
import { noSentences, trainSentences } from "./train-sentences.js";
import { answeredPlaces, type ExampleSources, phraseExamples, textExamples } from "./training-examples.js";

/** The model's file in dist/. */
const MODEL_FILE = "dialogue.model";

export interface Training {
  /** Resolves with a summary for the console when the model is in the folder. */
  finish(): Promise<string>;
  cancel(): void;
}

/** Begins to train the model, unless its inputs are unchanged. Other processes do most of it, while this one goes on. */
export async function startTraining(root: string, folder: string, sources: ExampleSources): Promise<Training> {
  const started = performance.now();
  const file = path.join(folder, MODEL_FILE);
  const phrases = readPhrases(path.join(root, "content"));
  const own = phraseExamples(phrases, sources);
  const examples = [...own, ...textExamples(phrases, sources)];
  const program = ["src/assistant/embedded", "src/build"]
    .flatMap((folder) => filesBelow(path.join(root, folder)).map((name) => path.join(root, folder, name)))
    .map((file) => readFileSync(file, "utf8"));
  const answered = answeredPlaces(phrases, sources);
  const digest = digestOf([...examples, ...answered], program.join(""));
  const isNew = digestIn(file) !== digest;
  const { seen, unseen } = split(isNew ? own : []);
  const [all, most] = isNew ? await Promise.all([startTrainer(examples), startTrainer(seen)]) : [];

  return {
    cancel() {
      for (const trainer of [all, most]) trainer?.child.kill();
    },

    async finish() {
      if (all && most) {
        const gate = gateFrom(readUnseen(unseen, await most.model, slotsFinder(sources.library)));
        const model = await all.model;
        const classifier = classifierFrom(pack(model, digest, gate, noSentences));
        writeFileSync(file, pack(model, digest, gate, trainSentences(answered, classifier)));
      }
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const megabytes = (statSync(file).size / 1e6).toFixed(1);
      return `dist/${MODEL_FILE} ${isNew ? `trained in ${seconds} s` : "unchanged"}, ${megabytes} MB`;
    },
  };
}

async function startTrainer(examples: readonly Example[]) {
  const child = fork(new URL("./train-process.ts", import.meta.url), { serialization: "advanced" });
  const exit = once(child, "exit").then(([code]) => Promise.reject(new Error(`Training exited with ${code}.`)));
  const model: Promise<Trained> = Promise.race([once(child, "message").then(([trained]) => trained), exit]);
  model.catch(() => {}); // nobody waits for it if it is cancelled
  await new Promise((sent) => child.send(examples as Example[], sent)); // else it would wait until this process is idle
  return { child, model };
}

/** What a model makes of phrases that it has not seen. */
export function validation(root: string, sources: ExampleSources): Unseen[] {
  const { seen, unseen } = split(phraseExamples(readPhrases(path.join(root, "content")), sources));
  return readUnseen(unseen, train(seen), slotsFinder(sources.library));
}

/** Finds what an example names. The date does not change that. */
function slotsFinder({ cities, events, dialogue }: Library) {
  const readers = inEachLocale((locale) =>
    slotReader(locale, { words: dialogue.words[locale], known: dialogue.cities, cities, events }),
  );
  return ({ text, locale }: Example) => readers[locale](text, "2026-01-01").slots;
}

function digestIn(file: string): string | undefined {
  try {
    return parseModel(readFileSync(file)).header.digest;
  } catch {
    return undefined; // there is none, or another version wrote it
  }
}
