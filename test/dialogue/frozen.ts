/** Content of one day (`npm run freeze`) with its own model, so that no edit of content/ changes an answer in a test. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { serialize } from "node:v8";
import { brotliDecompressSync } from "node:zlib";
import { examplesOf, train } from "../../src/build/train.js";
import { filesBelow } from "../../src/content/assets.js";
import { createLibrary } from "../../src/content/library.js";
import { inEachLocale } from "../../src/text/locale.js";
import { BASE_URL, filesWith } from "../support/library.js";
import { frozenEvents } from "../support/shipped.js";

/** A Content without events and cities, and phrases by language and class. */
export const frozenFile = "test/fixtures/frozen-content.json.br";
const compressed = readFileSync(frozenFile);
const { phrases, ...texts } = JSON.parse(brotliDecompressSync(compressed).toString());
const frozenContent = { ...texts, ...frozenEvents };
const { library: shipped, getFixedT } = filesWith({ baseUrl: BASE_URL });

/** With the pages and the lists of words that have come since. */
export function frozenLibrary() {
  const pages = { ...shipped.pages, ...frozenContent.pages };
  const { dialogue } = frozenContent;
  const words = inEachLocale((locale) => ({ ...shipped.dialogue.words[locale], ...dialogue.words[locale] }));
  const content = { ...frozenContent, pages, dialogue: { ...dialogue, words } };
  return createLibrary(JSON.stringify(content), { baseUrl: BASE_URL });
}

/** Trained in seconds, once for this content and this program. */
export function frozenModel(): Buffer {
  const engine = ["src/dialogue/site", "src/search"].flatMap((folder) =>
    filesBelow(folder).map((name) => `${folder}/${name}`),
  );
  const program = [...engine, "src/build/train.ts"].map((name) => readFileSync(name));
  const hash = createHash("sha256");
  for (const bytes of [compressed, JSON.stringify(frozenEvents), ...program]) hash.update(bytes);
  const file = `node_modules/.cache/dialogue/${hash.digest("hex").slice(0, 16)}.model`;
  if (!existsSync(file)) {
    const byClass = inEachLocale((locale) => new Map<string, string[]>(Object.entries(phrases[locale])));
    const model = train(examplesOf(byClass, { library: frozenLibrary(), getFixedT }));
    mkdirSync("node_modules/.cache/dialogue", { recursive: true });
    writeFileSync(`${file}.${process.pid}`, serialize({ ...model, digest: "" }));
    renameSync(`${file}.${process.pid}`, file); // whole, whoever reads it
  }
  return readFileSync(file);
}
