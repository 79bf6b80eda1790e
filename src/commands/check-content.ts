/** `npm run check:content`: everything wrong in content/, or a table of what there is, in words for each language. */
import path from "node:path";
import { openLibrary } from "../content/library.js";
import { ContentError } from "../content/problems.js";
import { locales } from "../domain/locale.js";
import { wordsOf } from "../domain/page.js";
import { root } from "../services.js";
import { pageNames } from "../site/paths.js";

try {
  const library = openLibrary(path.join(root, "content"));
  const row = (name: string, cells: readonly (string | number)[]) =>
    console.log([name.padEnd(32), ...cells.map((cell) => String(cell).padStart(6))].join(""));

  row("words of each page", locales);
  for (const name of pageNames) {
    row(
      name,
      locales.map((locale) => wordsOf(library.page(name, locale))),
    );
  }
} catch (error) {
  if (!(error instanceof ContentError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
