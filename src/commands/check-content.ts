/** `npm run check:content`: everything wrong in content and words, or a table of what there is, in words by language. */
import { problemsOfSite } from "../build/check-site.js";
import { readConfig } from "../config.js";
import { ContentError } from "../content/problems.js";
import { locales } from "../domain/locale.js";
import { wordsOf } from "../domain/page.js";
import { createServices } from "../services.js";
import { pageNames } from "../site/paths.js";

try {
  const services = createServices(readConfig({}));
  const problems = await problemsOfSite(services);
  if (problems.length > 0) throw new ContentError(problems);

  const row = (name: string, cells: readonly (string | number)[]) =>
    console.log([name.padEnd(32), ...cells.map((cell) => String(cell).padStart(6))].join(""));

  row("words of each page", locales);
  for (const name of pageNames) {
    row(
      name,
      locales.map((locale) => wordsOf(services.library.page(name, locale))),
    );
  }
} catch (error) {
  if (!(error instanceof ContentError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
