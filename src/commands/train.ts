/** `npm run train`: trains Dialogue's model if its inputs have changed; `--report` lists accuracy by place, and lost sentences. */
import path from "node:path";
import { crossValidation, startTraining } from "../build/dialogue-model.js";
import { answeredPlaces } from "../build/training-examples.js";
import { readConfig, root } from "../config.js";
import { createI18n } from "../content/i18n.js";
import { createLibrary } from "../content/library.js";
import { reportContentError } from "../content/problems.js";
import { readContent, readPhrases } from "../content/read-content.js";
import { locales } from "../domain/locale.js";

try {
  const { getFixedT } = createI18n(path.join(root, "locales"));
  const library = createLibrary(readContent(path.join(root, "content"), getFixedT), readConfig({}));
  const sources = { library, getFixedT };
  const finish = await startTraining(root, path.join(root, "dist"), sources);
  console.log(await finish());
  if (process.argv.includes("--report")) report();

  function report(): void {
    const rows = new Map<string, { right: number; of: number; mistaken: Map<string, number> }>();
    for (const { example, found } of crossValidation(root, sources)) {
      for (const name of [`${example.label} ${example.locale}`, `all ${example.locale}`, "all"]) {
        const row = rows.get(name) ?? { right: 0, of: 0, mistaken: new Map<string, number>() };
        row.of += 1;
        if (found === example.label) row.right += 1;
        else row.mistaken.set(found, (row.mistaken.get(found) ?? 0) + 1);
        rows.set(name, row);
      }
    }
    const order = [...rows].sort(([, a], [, b]) => a.right / a.of - b.right / b.of || b.of - a.of);
    for (const [name, { right, of, mistaken }] of order) {
      const [most] = [...mistaken].sort(([, a], [, b]) => b - a);
      const confused = most && !name.startsWith("all") ? `  taken for ${most[0]} (${most[1]})` : "";
      console.log(`${`${Math.round((100 * right) / of)} %`.padStart(6)}  ${right}/${of}  ${name}${confused}`);
    }
    for (const { locale, place, lost } of answeredPlaces(readPhrases(path.join(root, "content")), sources))
      for (const opening of lost) console.log(`${locale} ${place}: no sentence begins with "${opening}"`);
    console.log(`${locales.length} languages, phrases that the model has not seen, first class only`);
  }
} catch (error) {
  reportContentError(error);
}
